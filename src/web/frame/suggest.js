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

/** @param entries of a group: `label`, and a `href` or what happens when it is chosen */
function groupOf(label, entries, list) {
  const group = document.createElement('div');
  Object.assign(group, { role: 'group', ariaLabel: label });
  for (const [index, { label: text, href, run }] of entries.entries()) {
    const option = document.createElement(href === undefined ? 'button' : 'a');
    Object.assign(option, { id: `${list}-${label}-${index}`.replaceAll(/\s/g, '-'), role: 'option' });
    Object.assign(option, { tabIndex: -1, ariaSelected: 'false', textContent: text });
    if (href === undefined) {
      option.type = 'button';
      option.addEventListener('click', run);
    } else option.href = href;
    group.append(option);
  }
  return group;
}

/**
 * @param field the search field
 * @param more finds more groups for a text: their labels and entries
 */
export function suggest(field, more = () => []) {
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

  const choose = (option) => {
    list.querySelector('[aria-selected=true]')?.setAttribute('aria-selected', 'false');
    option?.setAttribute('aria-selected', 'true');
    option?.scrollIntoView({ block: 'nearest' });
    if (option) field.setAttribute('aria-activedescendant', option.id);
    else field.removeAttribute('aria-activedescendant');
  };
  const open = (isOpen) => {
    list.hidden = !isOpen || list.childElementCount === 0;
    field.setAttribute('aria-expanded', String(!list.hidden));
    choose();
  };
  const earlier = () => {
    const searches = recent.read();
    if (searches.length === 0) return [];
    const clear = () => {
      recent.write([]);
      show('');
    };
    const entries = searches.map((text) => ({ label: text, href: `/bots?q=${encodeURIComponent(text)}` }));
    return [[words.recent, [...entries, { label: words.clear, run: clear }]]];
  };
  const show = (html) => {
    const text = field.value.trim();
    list.innerHTML = html;
    for (const [label, entries] of [...(text === '' ? earlier() : []), ...more(text)])
      if (entries.length > 0) list.append(groupOf(label, entries, list.id));
    open(document.activeElement === field);
  };

  field.addEventListener('input', () => {
    clearTimeout(timer);
    request?.abort();
    const text = field.value.trim();
    if (text === '' || known.has(text)) return show(known.get(text) ?? '');
    timer = setTimeout(async () => {
      request = new AbortController();
      try {
        const { signal } = request;
        const response = await fetch(`${field.dataset.suggest}?q=${encodeURIComponent(text)}`, { signal });
        const html = response.ok ? await response.text() : '';
        if (response.ok) known.set(text, html);
        show(html);
      } catch {
        // Aborted, or offline: the form still searches.
      }
    }, PAUSE_MS);
  });
  field.form.addEventListener('submit', () => {
    const text = field.value.trim();
    if (text !== '') recent.write([text, ...recent.read().filter((other) => other !== text)]);
  });

  field.addEventListener('keydown', (event) => {
    const options = [...list.querySelectorAll('[role=option]')];
    const at = options.findIndex((option) => option.ariaSelected === 'true');
    if (event.key === 'Escape' && !list.hidden) open(false);
    else if (event.key === 'Enter' && !list.hidden && at >= 0) options[at].click();
    else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && options.length > 0) {
      if (list.hidden) open(true);
      // One place before the first option is the field itself.
      const places = options.length + 1;
      choose(options[((at + 1 + (event.key === 'ArrowDown' ? 1 : places - 1)) % places) - 1]);
    } else return;
    event.preventDefault();
  });
  field.addEventListener('focus', () => (field.value.trim() === '' ? show('') : open(true)));
  field.addEventListener('blur', () => open(false));
  // A click must not take the focus from the field before it reaches the option.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  if (document.activeElement === field) show('');
}

for (const field of document.querySelectorAll('input[data-suggest]:not([role])')) suggest(field);
