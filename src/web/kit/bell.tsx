import type { VNode } from 'preact';
import { perLanguage } from '../words/current-language.ts';
import { messages } from '../words/messages.ts';
import { WholeIcon } from './icon.tsx';
import { pluralForms } from './plural-forms.ts';

export const NOTICES_PATH = '/notices';
/** How a number of what waits looks, here and in the navigation. */
export const COUNT =
  'rounded-[1rem] bg-fill text-on-fill [font:var(--bold)_.75rem/1.2rem_var(--font)] tabular-nums';
const UNREAD = `${COUNT} absolute top-[.2rem] [inset-inline-end:-.2rem] min-w-[1.2rem] px-[.3rem] text-center whitespace-nowrap`;
/** The schema counts up to one more. */
const MOST_COUNTED = 99;

/** For counts below {@link MOST_COUNTED}, in the words of `bell.ts`. */
const someUnread = perLanguage(() => JSON.stringify(pluralForms(messages.notices.unread, 2)));

/**
 * The way to the viewer's notices, with the number of unread ones. `bell.ts` keeps it up to date with the words in its
 * attributes. It has its own icon: the sheet of icons of a kept page is also sent to strangers.
 */
export function Bell({ unread, path }: { unread: number; path?: string | undefined }): VNode {
  const labels = messages.notices;
  const label =
    unread === 0
      ? labels.noneUnread
      : unread > MOST_COUNTED
        ? labels.manyUnread({ count: MOST_COUNTED })
        : labels.unread({ count: unread });
  return (
    <a
      class="bell bare relative size-11 rounded-[2rem] max-xl:ms-auto [&>.icon]:size-[1.4rem]"
      href={NOTICES_PATH}
      aria-label={label}
      aria-current={path === NOTICES_PATH ? 'page' : undefined}
      data-most={MOST_COUNTED}
      data-none={labels.noneUnread}
      data-many={labels.manyUnread({ count: MOST_COUNTED })}
      data-some={someUnread()}
    >
      <WholeIcon name="bell" />
      <span class={UNREAD} hidden={unread === 0}>
        {unread > MOST_COUNTED ? `${MOST_COUNTED}+` : unread}
      </span>
    </a>
  );
}
