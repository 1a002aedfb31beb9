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
  </form>`;
const field = dialog.querySelector('input');
Object.assign(field, { ariaLabel: words.label, placeholder: words.label });
field.dataset.suggestLabel = words.label;
document.body.append(dialog);

function places() {
  const links = [...document.querySelectorAll('.top-bar .places a, .top-bar .card a, footer.end nav a')];
  const known = new Map(links.map((link) => [link.href, link.textContent.trim()]));
  return [...known].map(([href, label]) => ({ label, href }));
}

function themeSwitch() {
  const button = document.querySelector('.menu [data-theme-switch]');
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const now = document.documentElement.dataset.theme ?? system;
  const label = [...button.querySelectorAll(`.when-${now}`)].at(-1).textContent.trim();
  const run = () => {
    button.click();
    dialog.close();
  };
  return { label, run };
}

suggest(field, (text, found) => {
  const wanted = text.toLocaleLowerCase();
  const all = [...places(), themeSwitch()];
  const entries = all.filter(({ label }) => label.toLocaleLowerCase().includes(wanted));
  if (text === '') return [[words.places, entries]];
  const search = {
    label: words.searchFor.replace('{text}', () => text),
    run: () => field.form.requestSubmit(),
  };
  return [[found + entries.length === 0 ? words.nothing : words.places, [...entries, search]]];
});
// The list is all that the dialog shows, so Escape closes both.
field.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') dialog.close();
});
dialog.addEventListener('click', ({ target }) => {
  if (target === dialog) dialog.close();
});

/** Opens the palette; the focus returns to where it was when it closes. */
export function openPalette() {
  if (dialog.open) return;
  field.value = '';
  dialog.showModal();
  field.focus();
}
