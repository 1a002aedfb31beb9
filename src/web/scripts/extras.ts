// What few pages have: counts down, filters a list, copies and shares.
import { all, the } from './dom.ts';
import { page, sayCount } from './reader.ts';

for (const left of all('[data-until]')) {
  const { until = '', over = '', left: sentence = '' } = left.dataset;
  left.role = 'timer';
  const write = () => {
    const seconds = Math.max(0, Math.ceil((Date.parse(until) - Date.now()) / 1000));
    const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
    const time = parts.map((part) => String(part).padStart(2, '0')).join(':');
    left.textContent = seconds === 0 ? over : sentence.replace('{time}', time);
  };
  write();
  setInterval(write, 1000);
}

for (const field of all<HTMLInputElement>('input[data-filter]')) {
  const { filter } = field.dataset;
  const count = the<HTMLOutputElement>(`[data-filter-count="${filter}"]`);
  const { some = '', none = '' } = count.dataset;
  const entries = all(`#${filter} > *`).map(
    (entry) => [entry, entry.textContent?.toLocaleLowerCase() ?? ''] as const,
  );
  field.addEventListener('input', () => {
    const wanted = field.value.trim().toLocaleLowerCase();
    for (const [entry, text] of entries) entry.hidden = !text.includes(wanted);
    const shown = entries.filter(([entry]) => !entry.hidden).length;
    count.value = shown === 0 ? none : sayCount(some, shown, shown.toLocaleString(page));
  });
}

/** Says for two seconds that something is copied. */
function sayCopied(label: HTMLElement): void {
  const before = label.dataset.before ?? label.textContent ?? '';
  label.dataset.before = before;
  label.textContent = label.dataset.copied ?? '';
  setTimeout(() => {
    label.textContent = before;
  }, 2000);
}

for (const button of all('button[data-copy]')) {
  // Browsers have a clipboard on https and loopback only.
  button.hidden = !navigator.clipboard;
  button.addEventListener('click', async () => {
    const code = the<HTMLInputElement>(`[id="${button.dataset.copy}"]`);
    code.select?.();
    await navigator.clipboard.writeText(code.value ?? code.textContent);
    sayCopied(button);
  });
}

// Shares the page with the device's own dialog, or else copies its address. Without both, the field unfolds.
for (const share of all<HTMLDetailsElement>('details[data-share]')) {
  const { share: url = '', title = '' } = share.dataset;
  share.firstElementChild?.addEventListener('click', async (event) => {
    const canShare = 'share' in navigator && matchMedia('(pointer: coarse)').matches;
    if (!canShare && !navigator.clipboard) return;
    event.preventDefault();
    if (canShare) return void navigator.share({ title, url }).catch(() => {});
    try {
      await navigator.clipboard.writeText(url);
    } catch {
      share.open = true;
      // On a phone, a bar lies over the end of the window: the padding of the page leaves room for it.
      share.lastElementChild?.scrollIntoView({ block: 'nearest' });
      return;
    }
    sayCopied(the('[data-copied]', share));
  });
}
