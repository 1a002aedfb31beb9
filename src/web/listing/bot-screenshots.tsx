import type { VNode } from 'preact';
import { graphql, type ResultOf } from '../../documents/graphql.ts';
import { Icon } from '../kit/icon.tsx';
import { messages } from '../words/messages.ts';
import { textAttributes } from '../words/text-language.ts';

export const screenshot = graphql(
  'fragment Screenshot on Screenshot { url thumbnailUrl width height description }',
);

type Shown = ResultOf<typeof screenshot>;

const STRIP =
  'screenshots -mx-1 mb-6 overflow-x-auto [overscroll-behavior-x:contain] [scroll-snap-type:x_proximity] [scrollbar-width:thin] rounded-control';
const THUMBNAIL =
  'block w-auto max-w-none h-48 max-sm:h-40 rounded-control bg-sunken [box-shadow:0_0_0_1px_var(--line)]';
const VIEWER =
  'screenshot-viewer open:grid grid-cols-[minmax(0,1fr)_auto] gap-3 items-end w-fit max-w-[100vw] max-h-[100dvh] border-0 rounded p-3 bg-surface text-text shadow-raised backdrop:[background:rgb(0_0_0/75%)]';
/** Its attributes give the width, so that nothing moves when the whole picture takes the place of the thumbnail. */
const PICTURE =
  'block col-span-full justify-self-center h-auto max-w-[min(100%,calc(100vw-3rem))] max-h-[calc(100dvh-8rem)] object-contain rounded-small';
const CAPTION = 'self-center text-small text-muted [&>span]:block [&>span]:text-text';
const BUTTONS =
  'flex gap-2 [&_button]:min-w-11 [&_button]:min-h-11 [&_[aria-disabled=true]]:opacity-50 [&_[aria-disabled=true]]:cursor-default';

/**
 * A strip of thumbnails, which scrolls sideways. Each is a link to the whole picture; `screenshots.ts` opens it in the
 * dialog instead. The page loads its script only with a strip.
 */
export function BotScreenshots({
  screenshots,
  languages,
}: {
  screenshots: readonly Shown[];
  languages: readonly string[];
}): VNode | null {
  if (screenshots.length === 0) return null;
  const labels = messages.screenshots;
  return (
    <>
      <section class={STRIP} aria-label={labels.title} tabindex={0}>
        <ul class="flex gap-3 list-none m-0 px-1 pt-1 pb-3">
          {screenshots.map(({ url, thumbnailUrl, width, height, description }, index) => (
            <li
              class="flex-none m-0 snap-start [scroll-margin:4px]"
              {...textAttributes(description ?? '', languages)}
            >
              <a
                class="block rounded-control"
                href={url}
                rel="nofollow"
                data-width={width}
                data-height={height}
                data-described={description === null ? undefined : ''}
                data-place={labels.place({ number: index + 1, total: screenshots.length })}
              >
                <img
                  class={THUMBNAIL}
                  src={thumbnailUrl}
                  alt={description ?? labels.named({ number: index + 1 })}
                  width={width}
                  height={height}
                  loading="lazy"
                  decoding="async"
                />
              </a>
            </li>
          ))}
        </ul>
      </section>
      <dialog class={VIEWER} aria-label={labels.title}>
        <figure class="[display:contents]">
          <img class={PICTURE} alt="" />
          <figcaption class={CAPTION} aria-live="polite" />
        </figure>
        <div class={BUTTONS}>
          <button type="button" class="quiet" data-step="-1" aria-label={labels.earlier}>
            <Icon name="arrow-left" />
          </button>
          <button type="button" class="quiet" data-step="1" aria-label={labels.later}>
            <Icon name="arrow-right" />
          </button>
          <form method="dialog">
            <button type="submit" class="quiet" aria-label={labels.close} autofocus>
              <Icon name="x" />
            </button>
          </form>
        </div>
      </dialog>
    </>
  );
}
