// Suggests categories, bots and earlier searches while somebody types. Without it, the form searches.
import { readStored, writeStored } from '../client/storage.ts';
import { all, the } from './dom.ts';

const PAUSE_MS = 150;
const MAX_RECENT = 5;
/** The texts of the page for this script and the palette. */
export const words = the('script[data-palette]').dataset;

/** The searches of this browser, the newest first. They are never sent. */
function readSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(readStored('localStorage', 'searches') ?? '[]');
    return Array.isArray(stored) ? stored.filter((text) => typeof text === 'string') : [];
  } catch {
    return [];
  }
}

const keepSearches = (searches: readonly string[]) =>
  writeStored('localStorage', 'searches', JSON.stringify(searches.slice(0, MAX_RECENT)));

/** What can be chosen: a link, or something that is done. */
export interface Entry {
  readonly label: string;
  /** Its shapes, if it has one. */
  readonly icon?: string | undefined;
  readonly href?: string;
  readonly run?: () => void;
}

export interface Group {
  readonly label: string;
  readonly entries: readonly Entry[];
  /** Whether it comes before all others. */
  readonly isFirst?: boolean;
}

function optionOf({ label, icon, href, run }: Entry, id: string): HTMLElement {
  const option = document.createElement(href === undefined ? 'button' : 'a');
  Object.assign(option, { id: id.replaceAll(/\s/g, '-'), role: 'option' });
  Object.assign(option, { tabIndex: -1, ariaSelected: 'false', textContent: label });
  if (icon) {
    const sign = `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${icon}</svg>`;
    option.insertAdjacentHTML('afterbegin', sign);
  }
  Object.assign(option, href === undefined ? { type: 'button' } : { href });
  if (run) option.addEventListener('click', run);
  return option;
}

function groupOf({ label, entries }: Group, list: string): HTMLElement {
  const group = document.createElement('div');
  Object.assign(group, { role: 'group', ariaLabel: label });
  group.append(...entries.map((entry, index) => optionOf(entry, `${list}-${label}-${index}`)));
  return group;
}

/** Writes what a field needs for a list of suggestions, and makes the list. */
function listOf(field: HTMLInputElement, form: HTMLFormElement): HTMLElement {
  const list = document.createElement('div');
  Object.assign(list, {
    id: `suggestions-${all('.suggestions').length + 1}`,
    className: 'suggestions',
    role: 'listbox',
    hidden: true,
    ariaLabel: field.dataset.suggestLabel,
  });
  form.append(list);
  field.setAttribute('aria-controls', list.id);
  Object.assign(field, { role: 'combobox', ariaAutoComplete: 'list', ariaExpanded: 'false' });
  return list;
}

/** A search field with its list. The last entry searches. */
class Suggestions {
  readonly field: HTMLInputElement;
  readonly form: HTMLFormElement;
  readonly list: HTMLElement;
  readonly more: ((text: string) => readonly Group[]) | undefined;
  /** The options of the server by what was asked. */
  readonly known = new Map<string, string>();
  timer: ReturnType<typeof setTimeout> | undefined;
  request: AbortController | undefined;
  isPending = false;
  hasEntered = false;

  constructor(field: HTMLInputElement, form: HTMLFormElement, more?: (text: string) => readonly Group[]) {
    this.field = field;
    this.form = form;
    this.more = more;
    this.list = listOf(field, form);
  }

  get text(): string {
    return this.field.value.trim();
  }

  get options(): HTMLElement[] {
    return all('[role=option]', this.list);
  }

  choose(option?: HTMLElement): void {
    this.list.querySelector('[aria-selected=true]')?.setAttribute('aria-selected', 'false');
    option?.setAttribute('aria-selected', 'true');
    option?.scrollIntoView({ block: 'nearest' });
    if (option) this.field.setAttribute('aria-activedescendant', option.id);
    else this.field.removeAttribute('aria-activedescendant');
  }

  open(isOpen: boolean): void {
    const { list, field } = this;
    if (!isOpen) list.classList.remove('pointed');
    list.hidden = !isOpen || list.childElementCount === 0;
    field.ariaExpanded = String(!list.hidden);
    // The list ends above the edge of the window.
    list.style.setProperty('--room', `${innerHeight - list.getBoundingClientRect().top - 12}px`);
    this.choose();
  }

  earlier(): readonly Group[] {
    const searches = readSearches();
    if (searches.length === 0) return [];
    const clear = () => {
      keepSearches([]);
      this.show();
    };
    const entries = searches.map((text) => {
      const href = `${this.form.getAttribute('action')}?${this.asked(text)}`;
      return { label: text, href };
    });
    const { recent = '', clear: label = '' } = words;
    return [{ label: recent, entries: [...entries, { label, run: clear }] }];
  }

  /** @param html the options of the server; undefined if it has not told them */
  show(html?: string): void {
    const { list, text, more, form } = this;
    this.isPending = false;
    list.innerHTML = html ?? '';
    for (const group of [...(text === '' ? this.earlier() : []), ...(more?.(text) ?? [])]) {
      if (group.entries.length === 0) continue;
      if (group.isFirst) list.prepend(groupOf(group, list.id));
      else list.append(groupOf(group, list.id));
    }
    if (text !== '') {
      const { searchFor = '', nothing = '' } = words;
      const search = { label: searchFor.replace('{text}', () => text), run: () => form.requestSubmit() };
      const isAlone = list.childElementCount === 0;
      list.append(
        isAlone && html !== undefined
          ? groupOf({ label: nothing, entries: [search] }, list.id)
          : optionOf(search, `${list.id}-search`),
      );
    }
    this.open(document.activeElement === this.field);
    if (more) this.choose(this.options[0]);
    if (this.hasEntered) this.enter();
  }

  enter(): void {
    this.hasEntered = false;
    const chosen = this.options.find((option) => option.ariaSelected === 'true');
    if (chosen) chosen.click();
    else this.form.requestSubmit();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.request?.abort();
    this.isPending = false;
    this.hasEntered = false;
  }

  /** The words with the filters of the form, which `filters.ts` may have changed. */
  asked(text = this.field.value): string {
    const data = new FormData(this.form);
    data.set(this.field.name, text);
    return String(new URLSearchParams([...data] as [string, string][]));
  }

  async load(query: string): Promise<void> {
    this.request = new AbortController();
    const { signal } = this.request;
    try {
      const response = await fetch(`${this.field.dataset.suggest}?${query}`, { signal });
      if (response.ok) this.known.set(query, await response.text());
    } catch {
      // Aborted, or offline: the form still searches.
    }
    if (!signal.aborted) this.show(this.known.get(query));
  }

  ask(): void {
    this.stop();
    this.choose();
    const query = this.asked();
    this.isPending = this.text !== '' && !this.known.has(query);
    if (this.isPending) this.timer = setTimeout(() => this.load(query), PAUSE_MS);
    else this.show(this.known.get(query));
  }

  press(event: KeyboardEvent): void {
    const { list, options, more } = this;
    const { key } = event;
    const at = options.findIndex((option) => option.ariaSelected === 'true');
    if (key === 'Escape') {
      // The browser would clear the field. An empty one shows the earlier searches.
      this.stop();
      this.open(false);
    } else if (key === 'Enter' && !list.hidden && at >= 0) options[at]?.click();
    // Which entry is first is known when all are there.
    else if (key === 'Enter' && more && this.isPending) this.hasEntered = true;
    else if (key === 'Enter' && more && !list.hidden) options[0]?.click();
    else if ((key === 'ArrowDown' || key === 'ArrowUp') && options.length > 0) {
      if (list.hidden) this.open(true);
      // One place before the first option is the field itself.
      const places = options.length + 1;
      this.choose(options[((at + 1 + (key === 'ArrowDown' ? 1 : places - 1)) % places) - 1]);
    } else return;
    event.preventDefault();
  }
}

/**
 * @param more finds more groups for a text. With it, the first entry is chosen from the start: Enter takes it.
 */
export function suggest(field: HTMLInputElement, more?: (text: string) => readonly Group[]): void {
  const { form } = field;
  if (!form) return;
  const suggestions = new Suggestions(field, form, more);
  const { list } = suggestions;
  field.addEventListener('input', () => suggestions.ask());
  form.addEventListener('submit', () => {
    const { text } = suggestions;
    if (text !== '') keepSearches([text, ...readSearches().filter((other) => other !== text)]);
  });
  field.addEventListener('keydown', (event) => suggestions.press(event));
  field.addEventListener('focus', () => {
    if (suggestions.text === '') suggestions.show();
    else suggestions.open(true);
  });
  field.addEventListener('blur', () => suggestions.open(false));
  // A mouse that rests where the list opens marks nothing.
  list.addEventListener('pointermove', () => list.classList.add('pointed'));
  // A click must not take the focus from the field before it reaches the option.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  // Something may have been typed or pasted before this script was there.
  if (document.activeElement === field) suggestions.ask();
}
