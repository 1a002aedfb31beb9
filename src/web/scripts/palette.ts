// A dialog to search bots and to go anywhere, opened by `/` and Ctrl+K. The page itself has all places, in the language
// of its reader: the links of its header and its footer.

import { all, the } from './dom.ts';
import { type Entry, type Group, suggest, words } from './suggestions.ts';
import { otherTheme, shownTheme } from './themes.ts';

/** An entry, and what finds it. */
interface Place extends Entry {
  readonly also: string | undefined;
}

const { label: title = '', known = '' } = words;

const dialog = document.createElement('dialog');
dialog.className = 'palette';
dialog.ariaLabel = title;
dialog.innerHTML = `
  <form class="search" action="/bots">
    <input type="search" name="q" maxlength="100" autocomplete="off" data-suggest="/bots/suggestions">
  </form>
  <p class="note" aria-hidden="true"></p>`;
the('p', dialog).textContent = words.keys ?? '';
const field = the<HTMLInputElement>('input', dialog);
Object.assign(field, { ariaLabel: title, placeholder: title });
field.dataset.suggestLabel = title;
document.body.append(dialog);

type Table = Readonly<Record<string, string | undefined>>;

/** Icons of the places, and words for them of all languages. Without these, the labels are found. */
interface Known {
  readonly synonyms?: Table;
  readonly icons?: Table;
  readonly docs?: readonly (readonly [path: string, titles: Readonly<Record<string, string>>])[];
}

const loading: Promise<Known> = fetch(known)
  .then((response) => response.json())
  .catch(() => ({}));
const { synonyms = {}, icons = {}, docs = [] } = await loading;

/** The name of a language in each language of the site. */
function namesOf(language: string): string {
  return all<HTMLAnchorElement>('footer.end a[hreflang]')
    .map(({ hreflang }) => new Intl.DisplayNames([hreflang], { type: 'language' }).of(language))
    .join(' ');
}

/** These are first. */
const FIRST = ['/', '/bots', '/bots?order=trending', '/compare'];
const rank = (path: string) => (FIRST.includes(path) ? FIRST.indexOf(path) : FIRST.length);

/** The links of header and footer; those to other languages change the page only. */
function linked() {
  const links = all<HTMLAnchorElement>('.top-bar :is(.brand, .places a, .card a), footer.end nav a');
  const known = new Map(links.map((link) => [link.href, link]));
  const places = [...known].map(([href, { dataset, textContent, hreflang, pathname, search }]) => {
    const path = pathname + search;
    const about = (table: Table) => table[path] ?? table[pathname];
    return {
      path,
      label: dataset.label ?? textContent?.trim() ?? '',
      href,
      isAction: hreflang !== '',
      icon: hreflang ? icons.language : (about(icons) ?? icons.other),
      also: hreflang ? `${namesOf(hreflang)} ${synonyms.language}` : about(synonyms),
    };
  });
  return places.toSorted((one, other) => rank(one.path) - rank(other.path));
}

/** Pages for developers, which are only found by their names. */
const documentation = docs
  .filter(([path]) => path !== '/docs')
  .map(([path, titles]) => {
    const label = titles[document.documentElement.lang] ?? path;
    return { path, label, href: path, icon: icons['/docs'], also: Object.values(titles).join(' ') };
  });

function themeSwitch(): Place {
  const button = the('.menu [data-theme-switch]');
  const now = shownTheme();
  const label = all(`.when-${now}`, button).at(-1)?.textContent?.trim() ?? '';
  const run = () => {
    button.click();
    dialog.close();
  };
  return { label, run, icon: icons[otherTheme(now)], also: synonyms.theme };
}

function signOut(): Place[] {
  const button = document.querySelector<HTMLElement>('.menu form[action="/sign-out"] button');
  if (button === null) return [];
  const label = button.textContent?.trim() ?? '';
  return [{ label, run: () => button.click(), icon: icons['/sign-out'], also: synonyms['/sign-out'] }];
}

/** Without case and accents. */
const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase();

/** Whether the label has the text, or each of its words begins a word of the label or a word for the place. */
function isMeant({ label, also = '' }: Place, text: string): boolean {
  if (plain(label).includes(plain(text))) return true;
  return beginWordsOf(`${label} ${also}`, text);
}

/** Whether each word of the text begins one of these words. */
function beginWordsOf(words: string, text: string): boolean {
  const known = plain(words).split(' ');
  return plain(text)
    .trim()
    .split(/\s+/)
    .every((word) => known.some((other) => other.startsWith(word)));
}

/** Whether the text names the place: by the beginning of its label, several words of it, or a word for the place. */
function isNamed({ label, also = '' }: Place, text: string): boolean {
  if (plain(label).startsWith(plain(text)) || plain(also).split(' ').includes(plain(text))) return true;
  return text.trim().includes(' ') && beginWordsOf(label, text);
}

function groupOf(label: string, entries: readonly Place[], text: string): Group {
  if (text === '') return { label, entries };
  const meant = entries.filter((entry) => isMeant(entry, text));
  const [named, others] = [
    meant.filter((entry) => isNamed(entry, text)),
    meant.filter((entry) => !isNamed(entry, text)),
  ];
  return { label, entries: [...named, ...others], isFirst: named.length > 0 && text.length > 2 };
}

suggest(field, (text) => {
  const { places = '', actions = '' } = words;
  const links = linked();
  const leading = links.filter(({ isAction }) => !isAction);
  const doing = [themeSwitch(), ...links.filter(({ isAction }) => isAction), ...signOut()];
  return [
    groupOf(places, [...leading, ...(text === '' ? [] : documentation)], text),
    groupOf(actions, doing, text),
  ];
});
// The list is all that the dialog shows, so Escape closes both.
field.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') dialog.close();
});
// An empty search would lead to all bots, which nobody chose.
field.form?.addEventListener('submit', (event) => {
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
export function openPalette(typed: string, isEntered: boolean): void {
  if (dialog.open) return;
  field.value = typed;
  dialog.showModal();
  field.focus();
  if (typed === '') return;
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  if (isEntered) field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', cancelable: true }));
}
