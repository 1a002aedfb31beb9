import type { VNode } from 'preact';
import { perLanguage } from '../words/current-language.ts';
import { messages } from '../words/messages.ts';
import { WholeIcon } from './icon.tsx';
import { pluralForms } from './plural-forms.ts';

export const NOTICES_PATH = '/notices';
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
      class="bare bell-link"
      href={NOTICES_PATH}
      aria-label={label}
      aria-current={path === NOTICES_PATH ? 'page' : undefined}
      data-most={MOST_COUNTED}
      data-none={labels.noneUnread}
      data-many={labels.manyUnread({ count: MOST_COUNTED })}
      data-some={someUnread()}
    >
      <WholeIcon name="bell" />
      <span class="count-mark" hidden={unread === 0}>
        {unread > MOST_COUNTED ? `${MOST_COUNTED}+` : unread}
      </span>
    </a>
  );
}
