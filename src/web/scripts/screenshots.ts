// Opens the screenshots of a page in its dialog. Without it, each is a link to the whole picture.
import { all, the } from './dom.ts';

const links = all<HTMLAnchorElement>('.screenshot-strip a');
const viewer = the<HTMLDialogElement>('.screenshot-viewer');
const image = the<HTMLImageElement>('img', viewer);
const steps = all<HTMLButtonElement>('[data-step]', viewer);
let shown = 0;

function show(index: number): void {
  const link = links[index];
  if (!link) return;
  shown = index;
  const { href, dataset } = link;
  const thumbnail = the<HTMLImageElement>('img', link);
  const { lang = '', dir = '' } = link.parentElement ?? {};
  // The thumbnail fills the place until the picture is there.
  image.width = Number(dataset.width);
  image.height = Number(dataset.height);
  image.alt = thumbnail.alt;
  image.lang = lang;
  image.src = thumbnail.currentSrc || thumbnail.src;
  const whole = new Image();
  whole.src = href;
  whole
    .decode()
    .then(() => {
      if (shown === index) image.src = href;
    })
    .catch(() => {});
  const words = document.createElement('span');
  words.lang = lang;
  words.dir = dir || 'auto';
  // Without a description, the text of the thumbnail is only its number.
  words.textContent = 'described' in dataset ? thumbnail.alt : '';
  the('figcaption', viewer).replaceChildren(words, ` ${dataset.place}`);
  for (const button of steps) {
    // It keeps the focus at the end, so it is not disabled.
    button.ariaDisabled = String(!links[index + Number(button.dataset.step)]);
  }
}

for (const [index, link] of links.entries()) {
  link.addEventListener('click', (event) => {
    // Another tab or a download is what the reader wants then.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    show(index);
    // Closing it returns the focus to the link.
    viewer.showModal();
    history.pushState({ isViewerOpen: true }, '');
  });
}

for (const button of steps) {
  button.hidden = links.length === 1;
  button.addEventListener('click', () => show(shown + Number(button.dataset.step)));
}

viewer.addEventListener('keydown', (event) => {
  const { key, ctrlKey, metaKey, altKey } = event;
  const by: number | undefined = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (by === undefined || ctrlKey || metaKey || altKey) return;
  event.preventDefault();
  show(shown + by);
});

// A click beside the picture closes it.
viewer.addEventListener('click', ({ target }) => {
  if (target === viewer) viewer.close();
});

// The way back of the browser closes it, and closing it goes back.
addEventListener('popstate', () => viewer.close());
viewer.addEventListener('close', () => {
  if (history.state?.isViewerOpen) history.back();
});
