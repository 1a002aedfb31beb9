// Keeps the numbers in the header up to date, while the page is visible: the unread notices, and for moderators what
// waits in the queue. When the service refuses, for example one page too many, a number stays as it is until the page is
// opened again.

// The dashboard waits for it in another tab, when the session there has ended.
const channel = new BroadcastChannel('session');
channel.postMessage(document.querySelector('script[data-user-id]').dataset.userId);
channel.close();

const bell = document.querySelector('.bell');
const { most, none, many, some } = bell.dataset;
const forms = JSON.parse(some);
const plurals = new Intl.PluralRules(document.documentElement.lang);

function showUnread(count) {
  const badge = bell.querySelector('span');
  badge.hidden = count === 0;
  badge.textContent = count > most ? `${most}+` : count;
  const form = forms[plurals.select(count)] ?? forms.other;
  bell.ariaLabel = count === 0 ? none : count > most ? many : form.replace('#', count);
}

const waiting = document.querySelectorAll('[data-queue]');

function showWaiting(count) {
  for (const badge of waiting) {
    badge.hidden = count === 0;
    badge.textContent = count;
  }
  // The page of the queue loads it again. A stream of its own would take one more of a browser's six connections.
  document.dispatchEvent(new Event('queuechange'));
}

const FIRST_DELAY_MS = 1000;
const MAX_DELAY_MS = 60_000;

/** Shows each number of a subscription that names its field `count`. */
function watch(field, show) {
  const address = `/graphql?${new URLSearchParams({ query: `subscription { count: ${field} }` })}`;
  let delayMs = FIRST_DELAY_MS;
  let source;
  let timer;
  let isRefused = false;

  function open() {
    close();
    source = new EventSource(address);
    source.addEventListener('next', ({ data: message }) => {
      const { data } = JSON.parse(message);
      if (data) {
        delayMs = FIRST_DELAY_MS;
        show(data.count);
      } else {
        isRefused = true;
        close();
      }
    });
    // The service ends each stream after some minutes.
    source.addEventListener('complete', openSoon);
    source.addEventListener('error', openSoon);
  }

  function openSoon() {
    close();
    timer = setTimeout(open, delayMs);
    delayMs = Math.min(delayMs * 2, MAX_DELAY_MS);
  }

  function close() {
    clearTimeout(timer);
    source?.close();
  }

  function follow() {
    if (document.hidden || isRefused) close();
    else open();
  }
  document.addEventListener('visibilitychange', follow);
  // A page that the browser keeps for the way back holds no connection.
  addEventListener('pagehide', close);
  addEventListener('pageshow', ({ persisted }) => persisted && follow());
  follow();
}

watch('unreadNotices', showUnread);
if (waiting.length > 0) watch('queueCount', showWaiting);
