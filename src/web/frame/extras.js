// What few pages have: counts down, filters a list, copies and shares.

for (const left of document.querySelectorAll('[data-until]')) {
  const until = Date.parse(left.dataset.until);
  left.setAttribute('role', 'timer');
  const write = () => {
    const seconds = Math.max(0, Math.ceil((until - Date.now()) / 1000));
    const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
    const time = parts.map((part) => String(part).padStart(2, '0')).join(':');
    left.textContent = seconds === 0 ? left.dataset.over : left.dataset.left.replace('{time}', time);
  };
  write();
  setInterval(write, 1000);
}

const page = document.documentElement.lang;
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

// Shares the page with the device's own dialog, or else copies its address. Without both, the field unfolds.
for (const share of document.querySelectorAll('details[data-share]')) {
  const label = share.querySelector('[data-copied]');
  const said = label.textContent;
  const { share: url, title } = share.dataset;
  share.firstElementChild.addEventListener('click', async (event) => {
    const canShare = navigator.share && matchMedia('(pointer: coarse)').matches;
    if (!canShare && !navigator.clipboard) return;
    event.preventDefault();
    if (canShare) return void navigator.share({ title, url }).catch(() => {});
    try {
      await navigator.clipboard.writeText(url);
    } catch {
      share.open = true;
      // On a phone, a bar lies over the end of the window.
      share.scrollIntoView({ block: 'center' });
      return;
    }
    label.textContent = label.dataset.copied;
    setTimeout(() => {
      label.textContent = said;
    }, 2000);
  });
}
