import type { VNode } from 'preact';
import { messages } from '../words/messages.ts';
import { Icon } from './icon.tsx';

/** On a phone, where the field would reach over the edge of the window, it has a row of its own. */
const FIELD =
  'card absolute max-sm:static z-1 top-[calc(100%+.4rem)] left-0 grid gap-1 w-[min(20rem,70vw)] max-sm:w-auto max-sm:mt-[.4rem] p-3 shadow-raised text-small text-start';

/**
 * Unfolds a field with an address to copy. With scripts, `public.ts` opens the share dialog of the device instead, or
 * copies the address.
 *
 * @param url absolute
 * @param title for the share dialog
 */
export function Share({ url, title }: { url: string; title: string }): VNode {
  return (
    <details class="share relative max-sm:open:basis-full" data-share={url} data-title={title}>
      <summary class="quiet">
        <Icon name="share-2" />
        <span aria-live="polite" data-copied={messages.share.copied}>
          {messages.share.button}
        </span>
      </summary>
      <label class={FIELD}>
        <span>{messages.share.link}</span>
        <input readonly value={url} />
      </label>
    </details>
  );
}
