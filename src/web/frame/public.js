// Improves the pages where JavaScript is on. Without it they show the same content.

const page = document.documentElement.lang;
// Dates are in the language of the page, and as the reader's country writes them.
const reader = navigator.languages.find((tag) => tag.split('-')[0] === page) ?? page;

const moments = new Intl.DateTimeFormat(reader, { dateStyle: 'medium', timeStyle: 'short' });
for (const time of document.querySelectorAll('time[data-moment]')) {
  time.textContent = moments.format(new Date(time.dateTime));
}

const daysAhead = new Intl.RelativeTimeFormat(page, { numeric: 'auto' });
const clock = new Intl.DateTimeFormat(reader, { timeStyle: 'short' });
for (const time of document.querySelectorAll('time[data-soon]')) {
  const at = new Date(time.dateTime);
  time.title = moments.format(at);
  // Days of the calendar, so that the change to summer time does not count.
  const dayOf = (date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000;
  time.textContent = time.dataset.soon
    .replace('{day}', daysAhead.format(dayOf(at) - dayOf(new Date()), 'day'))
    .replace('{time}', clock.format(at));
}

const days = new Intl.DateTimeFormat(reader, { day: 'numeric', month: 'short', timeZone: 'UTC' });
for (const time of document.querySelectorAll('time[data-day]')) {
  time.textContent = days.format(new Date(time.dateTime));
}

// Switches between light and dark. Choosing the system's own theme forgets the choice.
for (const button of document.querySelectorAll('button[data-theme-switch]')) {
  button.hidden = false;
  button.addEventListener('click', () => {
    const root = document.documentElement;
    const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    const wanted = (root.dataset.theme ?? system) === 'dark' ? 'light' : 'dark';
    if (wanted === system) {
      delete root.dataset.theme;
      localStorage.removeItem('theme');
    } else {
      root.dataset.theme = wanted;
      localStorage.setItem('theme', wanted);
    }
  });
}

// Closes the menu with the Escape key, and with a click outside of it.
const menu = document.querySelector('details.menu');
menu?.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape' || !menu.open) return;
  menu.open = false;
  menu.firstElementChild.focus();
});
document.addEventListener('click', ({ target }) => {
  if (menu?.open && !menu.contains(target)) menu.open = false;
});

// Who signs out leaves no drafts on the device.
document.addEventListener('submit', ({ target }) => {
  if (!target.getAttribute('action')?.startsWith('/sign-out')) return;
  for (const key of Object.keys(localStorage)) if (key.startsWith('draft:')) localStorage.removeItem(key);
});

// Scrolls narrow rows of tabs to the chosen one.
for (const chosen of document.querySelectorAll(':is(.tabs, .orders, .contents) li:has([aria-current])')) {
  const row = chosen.closest('.contents') ?? chosen.parentElement;
  row.scrollLeft = chosen.offsetLeft - row.offsetLeft - 48;
}

const relative = new Intl.RelativeTimeFormat(page, { numeric: 'always' });
const UNITS = [
  ['day', 86400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
];
const full = new Intl.DateTimeFormat(reader, { dateStyle: 'full', timeStyle: 'medium' });
for (const time of document.querySelectorAll('time[data-ago]')) {
  time.title = full.format(new Date(time.dateTime));
  const write = () => {
    const seconds = Math.max(0, Math.floor((Date.now() - Date.parse(time.dateTime)) / 1000));
    const [unit, length] = UNITS.find(([, length]) => seconds >= length) ?? ['second', 1];
    time.textContent = relative.format(-Math.floor(seconds / length), unit);
  };
  write();
  setInterval(write, 15_000);
}

// Scripts that few pages need, or only those who use them.
const { charts, extras, suggest, palette } = document.querySelector('script[data-palette]').dataset;
if (document.querySelector('.plot, #app')) import(charts);
if (document.querySelector('[data-until], [data-filter], [data-copy], [data-share]')) import(extras);

document.addEventListener('focusin', ({ target }) => {
  if (target.matches('input[data-suggest]:not([role])')) import(suggest);
});

// `/` and Ctrl+K (⌘K) open a palette, to search and to go anywhere. Moderators have a search of their own at `/`.
let isOpening = false;
document.addEventListener('keydown', async (event) => {
  const { key, ctrlKey, metaKey, altKey, target } = event;
  const isWriting = target.closest?.('input, textarea, select, [contenteditable]');
  const isTaken = isWriting || document.querySelector('.search-listings');
  const isSlash = key === '/' && !isTaken && !ctrlKey && !metaKey && !altKey;
  if (!isSlash && !(key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey)) return;
  event.preventDefault();
  if (isOpening) return;
  isOpening = true;
  let isEntered = false;
  const typed = [];
  document.addEventListener('keydown', keep, true);
  const { openPalette } = await import(palette).finally(() => {
    document.removeEventListener('keydown', keep, true);
    isOpening = false;
  });
  openPalette(typed.join(''), isEntered);

  /** What is typed while the palette loads belongs into its field. */
  function keep(pressed) {
    if (pressed.key === 'Enter') isEntered = true;
    else if (pressed.key.length > 1 || pressed.ctrlKey || pressed.metaKey || pressed.altKey) return;
    pressed.preventDefault();
    pressed.stopPropagation();
    if (!isEntered) typed.push(pressed.key);
  }
});
