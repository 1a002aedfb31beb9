// Suggests categories and bots while somebody types. Without it, the form searches.

const PAUSE_MS = 150;

for (const field of document.querySelectorAll('input[data-suggest]')) {
  const list = document.createElement('div');
  Object.assign(list, {
    id: 'suggestions',
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
  const show = (html) => {
    list.innerHTML = html;
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
  field.addEventListener('focus', () => open(true));
  field.addEventListener('blur', () => open(false));
  // A click must not take the focus from the field before it reaches the option.
  list.addEventListener('mousedown', (event) => event.preventDefault());
}
