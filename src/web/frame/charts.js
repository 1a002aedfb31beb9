// Shows a chart's value under a pointer, a finger or the keyboard's focus. The values are in the chart's table.
const entriesOf = (field) =>
  [...field.closest('figure').querySelectorAll('tbody tr')]
    .reverse()
    .map(({ children: [day, value] }) => [day.textContent, value.textContent]);

function showValue(field, wanted) {
  const entries = entriesOf(field);
  const index = Math.max(0, Math.min(entries.length - 1, wanted));
  const [day, value] = entries[index];
  const isBars = field.parentElement.dataset.kind === 'bars';
  // A bar has its middle before its gap, a point of a line is at an edge.
  const share = isBars ? (index + 0.375) / (entries.length - 0.25) : index / Math.max(1, entries.length - 1);
  const [mark, tip] = [field.querySelector('.mark'), field.querySelector('.value')];
  field.style.setProperty('--at', `${share * 100}%`);
  tip.dataset.side = share < 0.2 ? 'start' : share > 0.8 ? 'end' : 'middle';
  tip.textContent = `${day} · ${value}`;
  mark.hidden = tip.hidden = false;
  field.setAttribute('aria-valuemax', entries.length - 1);
  field.setAttribute('aria-valuenow', index);
  field.setAttribute('aria-valuetext', tip.textContent);
}

function hideValue(field) {
  for (const part of field.querySelectorAll('.mark, .value')) part.hidden = true;
}

function prepareCharts() {
  for (const field of document.querySelectorAll('.plot .field:not([tabindex])')) {
    field.tabIndex = 0;
    field.setAttribute('role', 'slider');
    field.setAttribute('aria-label', field.closest('figure').querySelector('h3').textContent);
    const indexAt = (event) => {
      const { left, width } = field.getBoundingClientRect();
      const count = entriesOf(field).length;
      const steps = field.parentElement.dataset.kind === 'bars' ? count : count - 1;
      const place = ((event.clientX - left) / width) * steps;
      return field.parentElement.dataset.kind === 'bars' ? Math.floor(place) : Math.round(place);
    };
    field.setAttribute('aria-valuemin', 0);
    showValue(field, Number.POSITIVE_INFINITY);
    hideValue(field);
    field.addEventListener('pointermove', (event) => showValue(field, indexAt(event)));
    field.addEventListener('pointerdown', (event) => showValue(field, indexAt(event)));
    field.addEventListener('pointerleave', () => hideValue(field));
    field.addEventListener('blur', () => hideValue(field));
    field.addEventListener('focus', () => showValue(field, Number(field.getAttribute('aria-valuenow'))));
    field.addEventListener('keydown', (event) => {
      const now = Number(field.getAttribute('aria-valuenow'));
      const to = {
        ArrowLeft: now - 1,
        ArrowDown: now - 1,
        ArrowRight: now + 1,
        ArrowUp: now + 1,
        Home: 0,
        End: Number.POSITIVE_INFINITY,
      }[event.key];
      if (to === undefined) return;
      event.preventDefault();
      showValue(field, to);
    });
  }
}
prepareCharts();
// The dashboard draws its charts later.
const app = document.getElementById('app');
if (app) new MutationObserver(prepareCharts).observe(app, { childList: true, subtree: true });
