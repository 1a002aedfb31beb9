// Keeps what is typed into a form of a page until it is sent, as `client/draft.tsx` does in the dashboard, and deletes
// old drafts of both. The id of the user in each key keeps drafts from other users of the device.

const PREFIX = 'draft:';
const MAX_AGE_MS = 30 * 24 * 60 * 60 * 1000;
const MOST = 20;
const PAUSE_MS = 300;

// What cannot be read is old.
const atOf = (key) => {
  try {
    return JSON.parse(localStorage[key]).at;
  } catch {
    return 0;
  }
};
Object.keys(localStorage)
  .filter((key) => key.startsWith(PREFIX))
  .toSorted((one, other) => atOf(other) - atOf(one))
  .filter((key, index) => index >= MOST || Date.now() - atOf(key) > MAX_AGE_MS)
  .forEach((key) => {
    localStorage.removeItem(key);
  });

const keyOf = (userId) => `${PREFIX}${userId}:${location.pathname}`;

const sent = document.querySelector('[data-draft-sent]');
if (sent) localStorage.removeItem(keyOf(sent.dataset.draftSent));

const form = document.querySelector('form[data-draft]');
if (form) {
  const key = keyOf(form.dataset.draft);
  const note = form.querySelector('[data-restored]');
  const kept = localStorage[key];
  let timer;
  const write = () => {
    clearTimeout(timer);
    timer = undefined;
    const value = [...new FormData(form)].filter(([, text]) => text !== '');
    if (value.length === 0) localStorage.removeItem(key);
    else localStorage[key] = JSON.stringify({ at: Date.now(), value });
  };
  // A refused form comes back filled in.
  if (kept && !document.getElementById('problem')) {
    const { at, value } = JSON.parse(kept);
    for (const [name, text] of value) {
      // A later version may lack a field.
      const field = form.elements.namedItem(name);
      if (field) field.value = text;
    }
    const page = document.documentElement.lang;
    const reader = navigator.languages.find((tag) => tag.split('-')[0] === page) ?? page;
    const format = new Intl.DateTimeFormat(reader, { dateStyle: 'medium', timeStyle: 'short' });
    note.querySelector('span').textContent = note.dataset.restored.replace('{time}', format.format(at));
    note.hidden = false;
  }
  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(write, PAUSE_MS);
  });
  form.addEventListener('reset', () => {
    note.hidden = true;
    localStorage.removeItem(key);
  });
  addEventListener('pagehide', () => timer && write());
}
