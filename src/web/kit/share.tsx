import type { VNode } from 'preact';
import { messages } from '../words/messages.ts';
import { Icon } from './icon.tsx';

/**
 * Unfolds a field with an address to copy. With scripts, `public.ts` opens the share dialog of the device instead, or
 * copies the address.
 *
 * @param url absolute
 * @param title for the share dialog
 */
export function Share({ url, title }: { url: string; title: string }): VNode {
  return (
    <details class="share relative" data-share={url} data-title={title}>
      <summary class="quiet">
        <Icon name="share-2" />
        <span aria-live="polite" data-copied={messages.share.copied}>
          {messages.share.button}
        </span>
      </summary>
      <label class="card grid gap-1 p-3 text-small">
        <span>{messages.share.link}</span>
        <input readonly value={url} />
      </label>
    </details>
  );
}
