import type { VNode } from 'preact';
import { messages } from '../words/messages.ts';

/**
 * The outlines of what is being loaded, so that little moves when it arrives. Screen readers read one sentence instead.
 * Server and program draw the same, so that the page does not change when the program begins.
 */
export function Skeleton(): VNode {
  return (
    <div class="loading" role="status">
      <span class="sr-only">{messages.common.loading}</span>
      {[0, 1].map((block) => (
        <div key={block} class="bones" aria-hidden="true">
          <i />
          <i />
          <i />
          <i />
        </div>
      ))}
    </div>
  );
}
