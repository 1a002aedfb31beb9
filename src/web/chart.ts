import { area, line } from 'd3-shape';
import { html } from 'htm/preact';
import type { ComponentChildren, VNode } from 'preact';

/** Of each day, oldest first; null where nothing is known. */
export type DailyValues = readonly { readonly day: string; readonly value: number | null }[];

export interface ChartProps {
  /** Bars show how many there were on each day, a line how a number went from day to day. */
  readonly kind: 'bars' | 'line';
  readonly title: string;
  /** Its gist in a sentence. */
  readonly summary: string;
  readonly days: DailyValues;
}

/** How a chart is worded where it is shown. */
export interface ChartWords {
  /** Of the button that unfolds the table, and of the column of its days. */
  readonly table: string;
  readonly day: string;
  /** Where nothing is known. */
  readonly unknown: string;
  /** @param day of UTC, as `2026-01-31` */
  readonly formatDay: (day: string) => ComponentChildren;
  readonly formatNumber: (value: number) => string;
}

/** The drawing is stretched to the place it gets, so these are only its grid. */
const WIDTH = 300;
const HEIGHT = 100;
/** Between two bars, as a part of the place of one. */
const GAP = 0.25;

/**
 * Draws charts, on the server and in browsers: the gist in a sentence, the drawing for those who see it, and every number
 * in a table. Of nothing, the sentence alone.
 */
export function createChart(words: ChartWords): (props: ChartProps) => VNode {
  const { formatDay, formatNumber } = words;
  return ({ kind, title, summary, days }) => {
    const caption = html`<figcaption><h3>${title}</h3><p>${summary}</p></figcaption>`;
    if (!days.some(({ value }) => value)) return html`<figure class="chart">${caption}</figure>`;
    return html`
      <figure class="chart">
        ${caption}
        <div class="plot" aria-hidden="true">
          <span class="most">${formatNumber(mostOf(days))}</span>
          <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" focusable="false">${kind === 'bars' ? Bars(days) : Line(days)}</svg>
          <span class="days">${formatDay(days[0]?.day ?? '')}${formatDay(days.at(-1)?.day ?? '')}</span>
        </div>
        <details>
          <summary>${words.table}<span class="hidden"> ${title}</span></summary>
          <div class="scroll" tabindex="0" role="region" aria-label=${title}>
            <table>
              <thead><tr><th scope="col">${words.day}</th><th scope="col">${title}</th></tr></thead>
              <tbody>
                ${days
                  .toReversed()
                  .map(
                    ({ day, value }) =>
                      html`<tr><th scope="row">${formatDay(day)}</th><td>${value === null ? words.unknown : formatNumber(value)}</td></tr>`,
                  )}
              </tbody>
            </table>
          </div>
        </details>
      </figure>
    `;
  };
}

function Bars(days: DailyValues): VNode {
  // There is no gap after the last one.
  const step = WIDTH / (days.length - GAP);
  const y = heightIn(days);
  const bars = days.flatMap(({ value }, index) =>
    value ? `M${round(index * step)},${HEIGHT}V${round(y(value))}h${round(step * (1 - GAP))}V${HEIGHT}Z` : [],
  );
  return html`<path class="bars" d=${bars.join('')} />`;
}

function Line(days: DailyValues): VNode[] {
  const known = days.flatMap(({ value }, index) => (value === null ? [] : [{ index, value }]));
  const step = WIDTH / Math.max(1, days.length - 1);
  const y = heightIn(days);
  const place = {
    x: ({ index }: { index: number }) => index * step,
    y: ({ value }: { value: number }) => y(value),
  };
  const outline = line<(typeof known)[number]>().x(place.x).y(place.y).digits(1)(known);
  const ground = area<(typeof known)[number]>().x(place.x).y0(HEIGHT).y1(place.y).digits(1)(known);
  return [html`<path class="ground" d=${ground} />`, html`<path class="outline" d=${outline} />`];
}

/** How far below the upper edge a value is. */
function heightIn(days: DailyValues): (value: number) => number {
  const most = mostOf(days);
  return (value) => HEIGHT * (1 - value / most);
}

/** At least one, so that nothing but zeros lies on the ground. */
function mostOf(days: DailyValues): number {
  return Math.max(1, ...days.map(({ value }) => value ?? 0));
}

const round = (value: number) => Math.round(value * 10) / 10;
