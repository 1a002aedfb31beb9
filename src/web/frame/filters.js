// Shows the bots of each choice in the filters at once. Without it, the button of the form does.

const form = document.getElementById('filters');
const status = form.querySelector('output');
let request;
/** The list that is shown. A link within the page changes only what follows `#`. */
const shownAddress = () => location.pathname + location.search;
let shown = shownAddress();

function addressOf() {
  const query = new URLSearchParams(new FormData(form));
  for (const [name, value] of [...query]) if (value === '') query.delete(name, value);
  return `${form.action}?${query}`;
}

/** Takes over the list and the counts of another page. The form itself keeps the focus and its place. */
function takeOver(page) {
  const next = page.getElementById('filters');
  for (const count of form.querySelectorAll('[data-count]')) {
    count.textContent = next.querySelector(`[data-count="${count.dataset.count}"]`)?.textContent ?? '';
  }
  for (const part of ['[type=submit]', '[data-clear]']) {
    form.querySelector(part).replaceChildren(...next.querySelector(part).childNodes);
  }
  document.title = page.title;
  const list = document.querySelector('.list');
  const isAbove = list.getBoundingClientRect().top < 0;
  for (const part of ['.directory h1', '.list']) {
    document.querySelector(part).replaceWith(page.querySelector(part));
  }
  if (isAbove) document.querySelector('.directory').scrollIntoView();
  status.value = document.querySelector('.range, .empty')?.textContent ?? '';
}

async function show(address) {
  request?.abort();
  request = new AbortController();
  const { signal } = request;
  try {
    const response = await fetch(address, { signal });
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    if (!page.getElementById('filters')) return location.assign(address);
    takeOver(page);
    history.pushState(null, '', address);
    shown = shownAddress();
  } catch {
    if (!signal.aborted) location.assign(address);
  }
}

form.addEventListener('change', ({ target }) => {
  // A category is wanted or unwanted, not both.
  const opposite = { tag: 'not', not: 'tag' }[target.name];
  if (opposite && target.checked) {
    form.querySelector(`[name=${opposite}][value="${target.value}"]`).checked = false;
  }
  show(addressOf());
});

// The list is there already. On a phone, the button closes the sheet over it.
form.addEventListener('submit', (event) => {
  if (!form.matches(':popover-open')) return;
  event.preventDefault();
  form.hidePopover();
});

addEventListener('popstate', () => {
  if (shownAddress() !== shown) location.reload();
});
