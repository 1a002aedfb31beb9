// Improves the pages where JavaScript is on. Without it they show the same content.
import { draftKeys, writeDraft } from '../client/kept-drafts.ts';
import { writeStored } from '../client/storage.ts';
import { all, targetOf, the } from './dom.ts';
import { moments, page, reader } from './reader.ts';
import { otherTheme, shownTheme, systemTheme } from './themes.ts';

for (const time of all<HTMLTimeElement>('time[data-moment]')) {
  time.textContent = moments.format(new Date(time.dateTime));
}

const daysAhead = new Intl.RelativeTimeFormat(page, { numeric: 'auto' });
const clock = new Intl.DateTimeFormat(reader, { timeStyle: 'short' });
for (const time of all<HTMLTimeElement>('time[data-soon]')) {
  const at = new Date(time.dateTime);
  time.title = moments.format(at);
  // Days of the calendar, so that the change to summer time does not count.
  const dayOf = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000;
  const { soon = '' } = time.dataset;
  time.textContent = soon
    .replace('{day}', daysAhead.format(dayOf(at) - dayOf(new Date()), 'day'))
    .replace('{time}', clock.format(at));
}

const days = new Intl.DateTimeFormat(reader, { day: 'numeric', month: 'short', timeZone: 'UTC' });
for (const time of all<HTMLTimeElement>('time[data-day]')) {
  time.textContent = days.format(new Date(time.dateTime));
}

// Switches between light and dark. Choosing the system's own theme forgets the choice.
for (const button of all('button[data-theme-switch]')) {
  button.hidden = false;
  button.addEventListener('click', () => {
    const { dataset } = document.documentElement;
    const wanted = otherTheme(shownTheme());
    const kept = wanted === systemTheme() ? undefined : wanted;
    if (kept) dataset.theme = kept;
    else delete dataset.theme;
    writeStored('localStorage', 'theme', kept);
  });
}

// Closes the menu with the Escape key, and with a click outside of it.
const menu = document.querySelector<HTMLDetailsElement>('details.menu');
menu?.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape' || !menu.open) return;
  menu.open = false;
  the('summary', menu).focus();
});
document.addEventListener('click', (event) => {
  if (menu?.open && !menu.contains(targetOf(event))) menu.open = false;
});

// Who signs out leaves no drafts on the device.
document.addEventListener('submit', (event) => {
  if (!targetOf(event).getAttribute('action')?.startsWith('/sign-out')) return;
  for (const key of draftKeys()) writeDraft(key, undefined);
});

// Scrolls narrow rows of tabs to the chosen one.
for (const chosen of all(':is(.tabs, .orders, .contents) li:has([aria-current])')) {
  const row = chosen.closest<HTMLElement>('.contents') ?? chosen.parentElement;
  if (row) row.scrollLeft = chosen.offsetLeft - row.offsetLeft - 48;
}

const relative = new Intl.RelativeTimeFormat(page, { numeric: 'always' });
const UNITS = [
  ['day', 86400],
  ['hour', 3600],
  ['minute', 60],
] as const;
const full = new Intl.DateTimeFormat(reader, { dateStyle: 'full', timeStyle: 'medium' });
for (const time of all<HTMLTimeElement>('time[data-ago]')) {
  time.title = full.format(new Date(time.dateTime));
  const write = () => {
    const seconds = Math.max(0, Math.floor((Date.now() - Date.parse(time.dateTime)) / 1000));
    const [unit, length] = UNITS.find(([, length]) => seconds >= length) ?? (['second', 1] as const);
    time.textContent = relative.format(-Math.floor(seconds / length), unit);
  };
  write();
  setInterval(write, 15_000);
}

// Scripts that few pages need, or only those who use them.
const { charts = '', extras = '', suggest = '', palette = '' } = the('script[data-palette]').dataset;
if (document.querySelector('.chart-plot, #app')) import(charts);
if (document.querySelector('[data-until], [data-filter], [data-copy], [data-share]')) import(extras);

document.addEventListener('focusin', (event) => {
  if (targetOf(event).matches('input[data-suggest]:not([role])')) import(suggest);
});

// `/` and Ctrl+K (⌘K) open a palette, to search and to go anywhere. Moderators have a search of their own at `/`.
let isOpening = false;
document.addEventListener('keydown', async (event) => {
  const { key, ctrlKey, metaKey, altKey } = event;
  const isWriting = targetOf(event).closest?.('input, textarea, select, [contenteditable]');
  const isTaken = isWriting || document.querySelector('.search-listings');
  const isSlash = key === '/' && !isTaken && !ctrlKey && !metaKey && !altKey;
  if (!isSlash && !(key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey)) return;
  event.preventDefault();
  if (isOpening) return;
  isOpening = true;
  let isEntered = false;
  const typed: string[] = [];
  document.addEventListener('keydown', keep, true);
  const loading: Promise<typeof import('./palette.ts')> = import(palette);
  const { openPalette } = await loading.finally(() => {
    document.removeEventListener('keydown', keep, true);
    isOpening = false;
  });
  openPalette(typed.join(''), isEntered);

  /** What is typed while the palette loads belongs into its field. */
  function keep(pressed: KeyboardEvent): void {
    if (pressed.key === 'Enter') isEntered = true;
    else if (pressed.key.length > 1 || pressed.ctrlKey || pressed.metaKey || pressed.altKey) return;
    pressed.preventDefault();
    pressed.stopPropagation();
    if (!isEntered) typed.push(pressed.key);
  }
});
