// Shows the bots of each choice in the filters at once, and counts the bots that are chosen to compare. Without it, the
// buttons of the two forms do the same with a new page.

import { readStored, writeStored } from '../client/storage.ts';
import { all, targetOf, the } from './dom.ts';

/** The ids of the bots to compare. They stay chosen in this tab: on other pages of the list, and in another order. */
const chosen = new Set<string>();
function recallChosen(): void {
  chosen.clear();
  for (const id of JSON.parse(readStored('sessionStorage', 'compare') ?? '[]')) chosen.add(id);
}
function keepChosen(): void {
  writeStored('sessionStorage', 'compare', JSON.stringify([...chosen]));
  showChosen();
}
const form = the<HTMLFormElement>('#filters');
const status = the<HTMLOutputElement>('output', form);
let request: AbortController | undefined;
/** The list that is shown. A link within the page changes only what follows `#`. */
const shownAddress = () => location.pathname + location.search;
let shown = shownAddress();

function addressOf(): string {
  const texts = [...new FormData(form)].filter((entry): entry is [string, string] => entry[1] !== '');
  return texts.length === 0 ? form.action : `${form.action}?${new URLSearchParams(texts)}`;
}

/** The search keeps the filters that are chosen now. What somebody types into its field stays. */
function takeOverSearch(page: Document): void {
  const search = the<HTMLFormElement>('.top form');
  const next = the('.top form', page);
  search.action = next.getAttribute('action') ?? '';
  the<HTMLInputElement>('[name=q]', search).placeholder = the<HTMLInputElement>('[name=q]', next).placeholder;
  the('label', search).textContent = the('label', next).textContent;
  for (const field of all('[type=hidden]', search)) field.remove();
  search.append(...all('[type=hidden]', next));
  document.querySelector('.top .note')?.replaceWith(the('.top .note', page));
}

/** Takes over the list and the counts of another page. The form itself keeps the focus and its place. */
function takeOver(page: Document): void {
  const next = the('#filters', page);
  for (const count of all('[data-count]', form)) {
    const { count: name } = count.dataset;
    count.textContent = next.querySelector(`[data-count="${name}"]`)?.textContent ?? '';
  }
  for (const part of ['[type=submit]', '[data-clear]']) {
    the(part, form).replaceChildren(...the(part, next).childNodes);
  }
  takeOverSearch(page);
  document.title = page.title;
  const list = the('.list');
  const isAbove = list.getBoundingClientRect().top < 0;
  for (const part of ['.directory h1', '.list']) {
    the(part).replaceWith(the(part, page));
  }
  showChosen();
  if (isAbove) the('.directory').scrollIntoView();
  status.value = document.querySelector('.range, .empty')?.textContent ?? '';
}

const hiddenField = (value: string) =>
  Object.assign(document.createElement('input'), { type: 'hidden', name: 'bots', value });

/** Ticks what is chosen, and says on the button how many bots that is. No more can be ticked than fit side by side. */
function showChosen(): void {
  const comparing = document.querySelector<HTMLFormElement>('.comparing');
  // No bot fits the filters.
  if (!comparing) return;
  for (const field of all('[type=hidden]', comparing)) field.remove();
  const button = the<HTMLButtonElement>('[type=submit]', comparing);
  const texts: readonly string[] = JSON.parse(button.dataset.counts ?? '[]');
  const isFull = chosen.size >= texts.length;
  const absent = new Set(chosen);
  for (const box of all<HTMLInputElement>('[type=checkbox]', comparing)) {
    box.checked = chosen.has(box.value);
    box.disabled = isFull && !box.checked;
    absent.delete(box.value);
  }
  comparing.prepend(...Array.from(absent, hiddenField));
  button.disabled = chosen.size < 2;
  the('span', button).textContent = texts[chosen.size - 1] ?? '';
  const output = the<HTMLOutputElement>('output', comparing);
  output.value = (isFull && output.dataset.full) || '';
}

async function show(address: string): Promise<void> {
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

form.addEventListener('change', (event) => {
  const { name, checked, value } = targetOf<HTMLInputElement>(event);
  // A category is wanted or unwanted, not both.
  const opposite: string | undefined = { tag: 'not', not: 'tag' }[name];
  if (opposite && checked)
    the<HTMLInputElement>(`[name=${opposite}][value="${value}"]`, form).checked = false;
  show(addressOf());
});

// The list is there already. On a phone, the button closes the sheet over it.
form.addEventListener('submit', (event) => {
  if (!form.matches(':popover-open')) return;
  event.preventDefault();
  form.hidePopover();
});

// The list and its form are replaced, so the page listens.
document.addEventListener('change', (event) => {
  const target = targetOf<HTMLInputElement>(event);
  if (!target.matches('.comparing [type=checkbox]')) return;
  chosen[target.checked ? 'add' : 'delete'](target.value);
  keepChosen();
});
document.addEventListener('reset', (event) => {
  if (!targetOf(event).matches('.comparing')) return;
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
