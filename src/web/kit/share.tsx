import type { VNode } from 'preact';
import { messages } from '../words/messages.ts';
import { Icon } from './icon.tsx';

/**
 * Unfolds a field with an address to copy. On a phone, where it would reach over the edge of the window, the field has a
 * row of its own. With scripts, `public.ts` opens the share dialog of the device instead, or copies the address.
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
      <label class="card share-field">
        <span>{messages.share.link}</span>
        <input readonly value={url} />
      </label>
    </details>
  );
}
