// Opens the screenshots of a page in its dialog. Without it, each is a link to the whole picture.

const links = [...document.querySelectorAll('.screenshots a')];
const viewer = document.querySelector('.screenshot-viewer');
const image = viewer.querySelector('img');
const caption = viewer.querySelector('figcaption');
const steps = [...viewer.querySelectorAll('[data-step]')];
let shown = 0;

function show(index) {
  shown = index;
  const { href, dataset, firstElementChild } = links[index];
  const { alt } = firstElementChild;
  const { lang, dir } = links[index].parentElement;
  // The thumbnail fills the place until the picture is there.
  image.width = dataset.width;
  image.height = dataset.height;
  image.alt = alt;
  image.lang = lang;
  image.src = firstElementChild.currentSrc || firstElementChild.src;
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
  words.textContent = 'described' in dataset ? alt : '';
  caption.replaceChildren(words, ` ${dataset.place}`);
  for (const button of steps) {
    // It keeps the focus at the end, so it is not disabled.
    button.setAttribute('aria-disabled', String(!links[index + Number(button.dataset.step)]));
  }
}

function step(by) {
  if (links[shown + by]) show(shown + by);
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
  button.addEventListener('click', () => step(Number(button.dataset.step)));
}

viewer.addEventListener('keydown', (event) => {
  const { key, ctrlKey, metaKey, altKey } = event;
  const by = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (by === undefined || ctrlKey || metaKey || altKey) return;
  event.preventDefault();
  step(by);
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
