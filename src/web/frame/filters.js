// Shows the bots of each choice in the filters at once, and counts the bots that are chosen to compare. Without it, the
// buttons of the two forms do the same with a new page.

/** The ids of the bots to compare. They stay chosen in this tab: on other pages of the list, and in another order. */
const chosen = new Set();
function recallChosen() {
  chosen.clear();
  try {
    for (const id of JSON.parse(sessionStorage.getItem('compare') ?? '[]')) chosen.add(id);
  } catch {
    // Without storage, each page begins without a choice.
  }
}
function keepChosen() {
  try {
    sessionStorage.setItem('compare', JSON.stringify([...chosen]));
  } catch {
    // As above.
  }
  showChosen();
}
const form = document.getElementById('filters');
const status = form.querySelector('output');
let request;
/** The list that is shown. A link within the page changes only what follows `#`. */
const shownAddress = () => location.pathname + location.search;
let shown = shownAddress();

function addressOf() {
  const query = new URLSearchParams(new FormData(form));
  for (const [name, value] of [...query]) if (value === '') query.delete(name, value);
  return query.size === 0 ? form.action : `${form.action}?${query}`;
}

/** The search keeps the filters that are chosen now. What somebody types into its field stays. */
function takeOverSearch(next) {
  const search = document.querySelector('.top form');
  search.action = next.getAttribute('action');
  search.q.placeholder = next.q.placeholder;
  search.querySelector('label').textContent = next.querySelector('label').textContent;
  for (const field of search.querySelectorAll('[type=hidden]')) field.remove();
  search.append(...next.querySelectorAll('[type=hidden]'));
  const note = (page) => page.querySelector('.top .note');
  note(document)?.replaceWith(note(next.ownerDocument));
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
  takeOverSearch(page.querySelector('.top form'));
  document.title = page.title;
  const list = document.querySelector('.list');
  const isAbove = list.getBoundingClientRect().top < 0;
  for (const part of ['.directory h1', '.list']) {
    document.querySelector(part).replaceWith(page.querySelector(part));
  }
  showChosen();
  if (isAbove) document.querySelector('.directory').scrollIntoView();
  status.value = document.querySelector('.range, .empty')?.textContent ?? '';
}

const hiddenField = (value) =>
  Object.assign(document.createElement('input'), { type: 'hidden', name: 'bots', value });

/** Ticks what is chosen, and says on the button how many bots that is. No more can be ticked than fit side by side. */
function showChosen() {
  const comparing = document.querySelector('.comparing');
  // No bot fits the filters.
  if (!comparing) return;
  for (const field of comparing.querySelectorAll('[type=hidden]')) field.remove();
  const button = comparing.querySelector('[type=submit]');
  const texts = JSON.parse(button.dataset.counts);
  const isFull = chosen.size >= texts.length;
  const absent = new Set(chosen);
  for (const box of comparing.querySelectorAll('[type=checkbox]')) {
    box.checked = chosen.has(box.value);
    box.disabled = isFull && !box.checked;
    absent.delete(box.value);
  }
  comparing.prepend(...Array.from(absent, hiddenField));
  button.disabled = chosen.size < 2;
  button.querySelector('span').textContent = texts[chosen.size - 1] ?? '';
  const output = comparing.querySelector('output');
  output.value = isFull ? output.dataset.full : '';
}

async function show(address) {
  request?.abort();
  request = new AbortController();
  const { signal } = request;
  try {
    const response = await fetch(address, { signal });
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    if (!page.getElementById('filters')) return location.assign(address);
    // Where the list is scrolled to, for the way back.
    history.replaceState({ y: scrollY }, '');
    history.pushState(null, '', address);
    shown = shownAddress();
    takeOver(page);
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

// The list and its form are replaced, so the page listens.
document.addEventListener('change', ({ target }) => {
  if (!target.matches('.comparing [type=checkbox]')) return;
  chosen[target.checked ? 'add' : 'delete'](target.value);
  keepChosen();
});
document.addEventListener('reset', ({ target }) => {
  if (!target.matches('.comparing')) return;
  chosen.clear();
  keepChosen();
});
// Also on a page that the browser had kept whole: the choice may have changed since.
addEventListener('pageshow', () => {
  recallChosen();
  showChosen();
});
recallChosen();
showChosen();

addEventListener('popstate', () => {
  if (shownAddress() === shown) return;
  // The browser would keep the position of the list that is left.
  if (history.state) history.scrollRestoration = 'manual';
  location.reload();
});
if (history.state) {
  scrollTo(0, history.state.y);
  history.replaceState(null, '');
  // Earlier, the browser would move the list to the other position after all.
  addEventListener('pagehide', () => {
    history.scrollRestoration = 'auto';
  });
}
