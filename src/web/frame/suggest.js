// Suggests categories, bots and earlier searches while somebody types. Without it, the form searches.

const PAUSE_MS = 150;
const MAX_RECENT = 5;
const words = document.querySelector('script[data-palette]').dataset;

/** The searches of this browser, the newest first. They are never sent. */
const recent = {
  read() {
    try {
      const stored = JSON.parse(localStorage.getItem('searches') ?? '[]');
      return Array.isArray(stored) ? stored.filter((text) => typeof text === 'string') : [];
    } catch {
      return [];
    }
  },
  write(searches) {
    try {
      localStorage.setItem('searches', JSON.stringify(searches.slice(0, MAX_RECENT)));
    } catch {
      // Without storage, there are none.
    }
  },
};

let lists = 0;

/** @param entry its `label`, the shapes of its `icon` if it has one, and a `href` or what happens when it is chosen */
function optionOf({ label, icon, href, run }, id) {
  const option = document.createElement(href === undefined ? 'button' : 'a');
  Object.assign(option, { id: id.replaceAll(/\s/g, '-'), role: 'option' });
  Object.assign(option, { tabIndex: -1, ariaSelected: 'false', textContent: label });
  if (icon) {
    const sign = `<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${icon}</svg>`;
    option.insertAdjacentHTML('afterbegin', sign);
  }
  if (href === undefined) {
    option.type = 'button';
    option.addEventListener('click', run);
  } else option.href = href;
  return option;
}

function groupOf(label, entries, list) {
  const group = document.createElement('div');
  Object.assign(group, { role: 'group', ariaLabel: label });
  group.append(...entries.map((entry, index) => optionOf(entry, `${list}-${label}-${index}`)));
  return group;
}

/**
 * The last entry searches.
 *
 * @param field the search field
 * @param more finds more groups for a text: their labels and entries, and whether they come before all others. With it,
 *   the first entry is chosen from the start: Enter takes it.
 */
export function suggest(field, more) {
  const list = document.createElement('div');
  lists += 1;
  Object.assign(list, {
    id: `suggestions-${lists}`,
    className: 'suggestions',
    role: 'listbox',
    hidden: true,
    ariaLabel: field.dataset.suggestLabel,
  });
  field.form.append(list);
  for (const [name, value] of [
    ['role', 'combobox'],
    ['aria-autocomplete', 'list'],
    ['aria-controls', list.id],
    ['aria-expanded', 'false'],
  ])
    field.setAttribute(name, value);

  const known = new Map();
  let timer;
  let request;
  let isPending = false;
  let hasEntered = false;

  const optionsOf = () => [...list.querySelectorAll('[role=option]')];
  const choose = (option) => {
    list.querySelector('[aria-selected=true]')?.setAttribute('aria-selected', 'false');
    option?.setAttribute('aria-selected', 'true');
    option?.scrollIntoView({ block: 'nearest' });
    if (option) field.setAttribute('aria-activedescendant', option.id);
    else field.removeAttribute('aria-activedescendant');
  };
  const open = (isOpen) => {
    if (!isOpen) list.classList.remove('pointed');
    list.hidden = !isOpen || list.childElementCount === 0;
    field.setAttribute('aria-expanded', String(!list.hidden));
    // The list ends above the edge of the window.
    list.style.setProperty('--room', `${innerHeight - list.getBoundingClientRect().top - 12}px`);
    choose();
  };
  const earlier = () => {
    const searches = recent.read();
    if (searches.length === 0) return [];
    const clear = () => {
      recent.write([]);
      show();
    };
    const entries = searches.map((text) => {
      const data = new FormData(field.form);
      data.set(field.name, text);
      return { label: text, href: `${field.form.getAttribute('action')}?${new URLSearchParams(data)}` };
    });
    return [{ label: words.recent, entries: [...entries, { label: words.clear, run: clear }] }];
  };
  /** @param html the options of the server; undefined if it has not told them */
  const show = (html) => {
    const text = field.value.trim();
    isPending = false;
    list.innerHTML = html ?? '';
    const groups = [...(text === '' ? earlier() : []), ...(more?.(text) ?? [])];
    for (const { label, entries, isFirst } of groups) {
      if (entries.length === 0) continue;
      if (isFirst) list.prepend(groupOf(label, entries, list.id));
      else list.append(groupOf(label, entries, list.id));
    }
    if (text !== '') {
      const label = words.searchFor.replace('{text}', () => text);
      const search = { label, run: () => field.form.requestSubmit() };
      const isAlone = list.childElementCount === 0;
      list.append(
        isAlone && html !== undefined
          ? groupOf(words.nothing, [search], list.id)
          : optionOf(search, `${list.id}-search`),
      );
    }
    open(document.activeElement === field);
    const options = optionsOf();
    if (more) choose(options[0]);
    if (!hasEntered) return;
    hasEntered = false;
    const chosen = options.find((option) => option.ariaSelected === 'true');
    if (chosen) chosen.click();
    else field.form.requestSubmit();
  };
  const stop = () => {
    clearTimeout(timer);
    request?.abort();
    isPending = false;
    hasEntered = false;
  };
  /** The words with the filters of the form, which `filters.js` may have changed. */
  const asked = () => `${new URLSearchParams(new FormData(field.form))}`;
  const load = async (query) => {
    request = new AbortController();
    const { signal } = request;
    try {
      const response = await fetch(`${field.dataset.suggest}?${query}`, { signal });
      if (response.ok) known.set(query, await response.text());
    } catch {
      // Aborted, or offline: the form still searches.
    }
    if (!signal.aborted) show(known.get(query));
  };
  const ask = () => {
    stop();
    choose();
    const query = asked();
    if (field.value.trim() === '' || known.has(query)) return show(known.get(query));
    isPending = true;
    timer = setTimeout(load, PAUSE_MS, query);
  };

  field.addEventListener('input', ask);
  field.form.addEventListener('submit', () => {
    const text = field.value.trim();
    if (text !== '') recent.write([text, ...recent.read().filter((other) => other !== text)]);
  });

  field.addEventListener('keydown', (event) => {
    const options = optionsOf();
    const at = options.findIndex((option) => option.ariaSelected === 'true');
    if (event.key === 'Escape') {
      // The browser would clear the field. An empty one shows the earlier searches.
      stop();
      open(false);
    } else if (event.key === 'Enter' && !list.hidden && at >= 0) options[at].click();
    // Which entry is first is known when all are there.
    else if (event.key === 'Enter' && more && isPending) hasEntered = true;
    else if (event.key === 'Enter' && more && !list.hidden) options[0]?.click();
    else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && options.length > 0) {
      if (list.hidden) open(true);
      // One place before the first option is the field itself.
      const places = options.length + 1;
      choose(options[((at + 1 + (event.key === 'ArrowDown' ? 1 : places - 1)) % places) - 1]);
    } else return;
    event.preventDefault();
  });
  field.addEventListener('focus', () => (field.value.trim() === '' ? show() : open(true)));
  field.addEventListener('blur', () => open(false));
  // A mouse that rests where the list opens marks nothing.
  list.addEventListener('pointermove', () => list.classList.add('pointed'));
  // A click must not take the focus from the field before it reaches the option.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  // Something may have been typed or pasted before this script was there.
  if (document.activeElement === field) ask();
}

for (const field of document.querySelectorAll('input[data-suggest]:not([role])')) suggest(field);
