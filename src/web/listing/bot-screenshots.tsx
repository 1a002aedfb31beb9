import type { VNode } from 'preact';
import { graphql, type ResultOf } from '../../documents/graphql.ts';
import { Icon } from '../kit/icon.tsx';
import { messages } from '../words/messages.ts';
import { textAttributes } from '../words/text-language.ts';

export const screenshot = graphql(
  'fragment Screenshot on Screenshot { url thumbnailUrl width height description }',
);

type Shown = ResultOf<typeof screenshot>;

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
      <section class="screenshot-strip" aria-label={labels.title} tabindex={0}>
        <ul>
          {screenshots.map(({ url, thumbnailUrl, width, height, description }, index) => (
            <li {...textAttributes(description ?? '', languages)}>
              <a
                href={url}
                rel="nofollow"
                data-width={width}
                data-height={height}
                data-described={description === null ? undefined : ''}
                data-place={labels.place({ number: index + 1, total: screenshots.length })}
              >
                <img
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
      <dialog class="screenshot-viewer" aria-label={labels.title}>
        <figure>
          <img alt="" />
          <figcaption aria-live="polite" />
        </figure>
        <div>
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
