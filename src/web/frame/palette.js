// A dialog to search bots and to go anywhere, opened by `/` and Ctrl+K. The page itself has all places, in the language
// of its reader: the links of its header and its footer.

const words = document.querySelector('script[data-palette]').dataset;
const { suggest } = await import(words.suggest);

const dialog = document.createElement('dialog');
dialog.className = 'palette';
dialog.ariaLabel = words.label;
dialog.innerHTML = `
  <form class="search" action="/bots">
    <input type="search" name="q" maxlength="100" autocomplete="off" data-suggest="/bots/suggestions">
  </form>
  <p class="note" aria-hidden="true"></p>`;
dialog.querySelector('p').textContent = words.keys;
const field = dialog.querySelector('input');
Object.assign(field, { ariaLabel: words.label, placeholder: words.label });
field.dataset.suggestLabel = words.label;
document.body.append(dialog);

/** Icons of the places, and words for them of all languages. Without these, the labels are found. */
const {
  synonyms = {},
  icons = {},
  docs = [],
} = await fetch(words.known)
  .then((response) => response.json())
  .catch(() => ({}));

/** The name of a language in each language of the site. */
function namesOf(language) {
  const links = [...document.querySelectorAll('footer.end a[hreflang]')];
  return links
    .map(({ hreflang }) => new Intl.DisplayNames([hreflang], { type: 'language' }).of(language))
    .join(' ');
}

/** These are first. */
const FIRST = ['/', '/bots', '/bots?order=trending', '/compare'];
const rank = (path) => (FIRST.includes(path) ? FIRST.indexOf(path) : FIRST.length);

/** The links of header and footer; those to other languages change the page only. */
function linked() {
  const links = document.querySelectorAll('.top-bar :is(.brand, .places a, .card a), footer.end nav a');
  const known = new Map([...links].map((link) => [link.href, link]));
  const all = [...known].map(([href, { dataset, textContent, hreflang, pathname, search }]) => {
    const path = pathname + search;
    const about = (table) => table[path] ?? table[pathname];
    return {
      path,
      label: dataset.label ?? textContent.trim(),
      href,
      isAction: hreflang !== '',
      icon: hreflang ? icons.language : (about(icons) ?? icons.other),
      also: hreflang ? `${namesOf(hreflang)} ${synonyms.language}` : about(synonyms),
    };
  });
  return all.toSorted((one, other) => rank(one.path) - rank(other.path));
}

/** Pages for developers, which are only found by their names. */
const documentation = docs
  .filter(([path]) => path !== '/docs')
  .map(([path, titles]) => {
    const label = titles[document.documentElement.lang];
    return { path, label, href: path, icon: icons['/docs'], also: Object.values(titles).join(' ') };
  });

function themeSwitch() {
  const button = document.querySelector('.menu [data-theme-switch]');
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const now = document.documentElement.dataset.theme ?? system;
  const label = [...button.querySelectorAll(`.when-${now}`)].at(-1).textContent.trim();
  const run = () => {
    button.click();
    dialog.close();
  };
  return { label, run, icon: now === 'dark' ? icons.light : icons.dark, also: synonyms.theme };
}

function signOut() {
  const button = document.querySelector('.menu form[action="/sign-out"] button');
  if (button === null) return [];
  const label = button.textContent.trim();
  return [{ label, run: () => button.click(), icon: icons['/sign-out'], also: synonyms['/sign-out'] }];
}

/** Without case and accents. */
const plain = (text) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase();

/** Whether the label has the text, or each of its words begins a word of the label or a word for the place. */
function isMeant({ label, also = '' }, text) {
  if (plain(label).includes(plain(text))) return true;
  return beginWordsOf(`${label} ${also}`, text);
}

/** Whether each word of the text begins one of these words. */
function beginWordsOf(words, text) {
  const known = plain(words).split(' ');
  return plain(text)
    .trim()
    .split(/\s+/)
    .every((word) => known.some((other) => other.startsWith(word)));
}

/** Whether the text names the place: by the beginning of its label, several words of it, or a word for the place. */
function isNamed({ label, also = '' }, text) {
  if (plain(label).startsWith(plain(text)) || plain(also).split(' ').includes(plain(text))) return true;
  return text.trim().includes(' ') && beginWordsOf(label, text);
}

function groupOf(label, entries, text) {
  if (text === '') return { label, entries };
  const meant = entries.filter((entry) => isMeant(entry, text));
  const [named, others] = [
    meant.filter((entry) => isNamed(entry, text)),
    meant.filter((entry) => !isNamed(entry, text)),
  ];
  return { label, entries: [...named, ...others], isFirst: named.length > 0 && text.length > 2 };
}

suggest(field, (text) => {
  const all = linked();
  const actions = [themeSwitch(), ...all.filter(({ isAction }) => isAction), ...signOut()];
  return [
    groupOf(
      words.places,
      [...all.filter(({ isAction }) => !isAction), ...(text === '' ? [] : documentation)],
      text,
    ),
    groupOf(words.actions, actions, text),
  ];
});
// The list is all that the dialog shows, so Escape closes both.
field.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') dialog.close();
});
// An empty search would lead to all bots, which nobody chose.
field.form.addEventListener('submit', (event) => {
  if (field.value.trim() === '') event.preventDefault();
});
dialog.addEventListener('click', ({ target }) => {
  if (target === dialog) dialog.close();
});

/**
 * Opens the palette; the focus returns to where it was when it closes.
 *
 * @param typed what the field has from the start
 * @param isEntered whether Enter was pressed after that
 */
export function openPalette(typed, isEntered) {
  if (dialog.open) return;
  field.value = typed;
  dialog.showModal();
  field.focus();
  if (typed === '') return;
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  if (isEntered) field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', cancelable: true }));
}
