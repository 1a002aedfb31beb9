// Improves the pages where JavaScript is on. Without it they show the same content.

const page = document.documentElement.lang;

const moments = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
for (const time of document.querySelectorAll('time[data-moment]')) {
  time.textContent = moments.format(new Date(time.dateTime));
}

const days = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
for (const time of document.querySelectorAll('time[data-day]')) {
  time.textContent = days.format(new Date(time.dateTime));
}

// Scrolls narrow rows of tags or tabs to the chosen one.
const chosen = document.querySelector(':is(.tags, .tabs) [aria-current]')?.parentElement;
if (chosen) chosen.parentElement.scrollLeft = chosen.offsetLeft - chosen.parentElement.offsetLeft - 48;

const relative = new Intl.RelativeTimeFormat(page, { numeric: 'always' });
const UNITS = [
  ['day', 86400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
];
const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' });
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

for (const left of document.querySelectorAll('[data-until]')) {
  const until = Date.parse(left.dataset.until);
  left.setAttribute('role', 'timer');
  const write = () => {
    const seconds = Math.max(0, Math.ceil((until - Date.now()) / 1000));
    const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
    left.textContent =
      seconds === 0 ? left.dataset.over : parts.map((part) => String(part).padStart(2, '0')).join(':');
  };
  write();
  setInterval(write, 1000);
}

const plurals = new Intl.PluralRules(page);
for (const field of document.querySelectorAll('input[data-filter]')) {
  const list = document.getElementById(field.dataset.filter);
  const count = document.querySelector(`[data-filter-count="${field.dataset.filter}"]`);
  const forms = JSON.parse(count.dataset.some);
  const entries = [...list.children].map((entry) => [entry, entry.textContent.toLocaleLowerCase()]);
  field.addEventListener('input', () => {
    const wanted = field.value.trim().toLocaleLowerCase();
    let shown = 0;
    for (const [entry, text] of entries) {
      entry.hidden = !text.includes(wanted);
      if (!entry.hidden) shown += 1;
    }
    const form = forms[plurals.select(shown)] ?? forms.other;
    count.value = shown === 0 ? count.dataset.none : form.replaceAll('#', shown.toLocaleString(page));
  });
}

for (const button of document.querySelectorAll('button[data-copy]')) {
  // Browsers have a clipboard on https and loopback only.
  button.hidden = !navigator.clipboard;
  const label = button.textContent;
  button.addEventListener('click', async () => {
    const code = document.getElementById(button.dataset.copy);
    code.select?.();
    await navigator.clipboard.writeText(code.value ?? code.textContent);
    button.textContent = button.dataset.copied;
    setTimeout(() => {
      button.textContent = label;
    }, 2000);
  });
}
