// Shows a chart's value under a pointer, a finger or the keyboard's focus. The values are in the chart's table.
import { all, the } from './dom.ts';

const textsOf = (row: HTMLElement): string[] => [...row.children].map(({ textContent }) => textContent ?? '');

const entriesOf = (field: HTMLElement): string[][] =>
  all('tbody tr', field.closest('figure') ?? field)
    .reverse()
    .map(textsOf);

const isBars = (field: HTMLElement): boolean => field.parentElement?.dataset.kind === 'bars';

function showValue(field: HTMLElement, wanted: number): void {
  const entries = entriesOf(field);
  const index = Math.max(0, Math.min(entries.length - 1, wanted));
  // A bar has its middle before its gap, a point of a line is at an edge.
  const share = isBars(field)
    ? (index + 0.375) / (entries.length - 0.25)
    : index / Math.max(1, entries.length - 1);
  const [mark, tip] = [the('.mark', field), the('.value', field)];
  field.style.setProperty('--at', `${share * 100}%`);
  tip.dataset.side = share < 0.2 ? 'start' : share > 0.8 ? 'end' : 'middle';
  tip.textContent = (entries[index] ?? []).join(' · ');
  mark.hidden = false;
  tip.hidden = false;
  field.ariaValueMax = String(entries.length - 1);
  field.ariaValueNow = String(index);
  field.ariaValueText = tip.textContent;
}

function hideValue(field: HTMLElement): void {
  for (const part of all('.mark, .value', field)) part.hidden = true;
}

function indexAt(field: HTMLElement, { clientX }: PointerEvent): number {
  const { left, width } = field.getBoundingClientRect();
  const share = (clientX - left) / width;
  const count = entriesOf(field).length;
  return isBars(field) ? Math.floor(share * count) : Math.round(share * (count - 1));
}

function prepare(field: HTMLElement): void {
  const now = () => Number(field.ariaValueNow);
  field.tabIndex = 0;
  field.role = 'slider';
  field.ariaLabel = the('h3', field.closest('figure') ?? field).textContent;
  field.ariaValueMin = '0';
  showValue(field, Number.POSITIVE_INFINITY);
  hideValue(field);
  field.addEventListener('pointermove', (event) => showValue(field, indexAt(field, event)));
  field.addEventListener('pointerdown', (event) => showValue(field, indexAt(field, event)));
  field.addEventListener('pointerleave', () => hideValue(field));
  field.addEventListener('blur', () => hideValue(field));
  field.addEventListener('focus', () => showValue(field, now()));
  field.addEventListener('keydown', (event) => {
    const to: number | undefined = {
      ArrowLeft: now() - 1,
      ArrowDown: now() - 1,
      ArrowRight: now() + 1,
      ArrowUp: now() + 1,
      Home: 0,
      End: Number.POSITIVE_INFINITY,
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    showValue(field, to);
  });
}

const prepareAll = () => all('.chart-plot .field:not([tabindex])').forEach(prepare);
prepareAll();
// The dashboard draws its charts later.
const app = document.getElementById('app');
if (app) new MutationObserver(prepareAll).observe(app, { childList: true, subtree: true });
