// Keeps the numbers in the header up to date, while the page is visible: the unread notices, and for moderators what
// waits in the queue. When the service refuses, for example one page too many, a number stays as it is until the page is
// opened again.

import { openStream } from '../client/stream.ts';
import { all, the } from './dom.ts';
import { sayCount } from './reader.ts';

// The dashboard waits for it in another tab, when the session there has ended.
const channel = new BroadcastChannel('session');
channel.postMessage(the('script[data-user-id]').dataset.userId);
channel.close();

const bell = the('.bell-link');
const { most, none = '', many = '', some = '' } = bell.dataset;

function showUnread(count: number): void {
  const badge = the('span', bell);
  badge.hidden = count === 0;
  badge.textContent = count > Number(most) ? `${most}+` : String(count);
  bell.ariaLabel = count === 0 ? none : count > Number(most) ? many : sayCount(some, count);
}

const waiting = all('[data-queue]');

function showWaiting(count: number): void {
  for (const badge of waiting) {
    badge.hidden = count === 0;
    badge.textContent = String(count);
  }
  // The page of the queue loads it again. A stream of its own would take one more of a browser's six connections.
  document.dispatchEvent(new Event('queuechange'));
}

/** Shows each number of a field of the subscription. */
const watch = (field: string, show: (count: number) => void) =>
  openStream<{ count: number }>(`subscription { count: ${field} }`, {}, ({ data }) => {
    if (data) show(data.count);
    return !!data;
  });

watch('unreadNotices', showUnread);
if (waiting.length > 0) watch('queueCount', showWaiting);
