import { area, line } from 'd3-shape';
import { html } from 'htm/preact';
import type { ComponentChildren, VNode } from 'preact';

/** A value for each day, oldest first; null where it is unknown. */
export type DailyValues = readonly { readonly day: string; readonly value: number | null }[];

export interface ChartProps {
  /** Bars for a count per day, a line for a number that changes over time. */
  readonly kind: 'bars' | 'line';
  readonly title: string;
  /** The most important fact, in a sentence. */
  readonly summary: string;
  readonly days: DailyValues;
}

/** The texts and formats of a chart. */
export interface ChartWords {
  /** The button that unfolds the table. */
  readonly table: string;
  /** The heading of the column of days. */
  readonly day: string;
  /** An unknown value. */
  readonly unknown: string;
  /** @param day of UTC, as `2026-01-31` */
  readonly formatDay: (day: string) => ComponentChildren;
  readonly formatNumber: (value: number) => string;
}

/** The drawing's coordinates. The drawing itself stretches to the available space. */
const WIDTH = 300;
const HEIGHT = 100;
/** The gap between two bars, as a share of the step from one to the next. */
const GAP = 0.25;

/**
 * Makes a component that draws charts, on the server and in the dashboard: a sentence, a drawing, and a table with
 * every number for readers who do not see the drawing. Without any known value above zero, only the sentence.
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
          <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" focusable="false">
            ${kind === 'bars' ? Bars(days) : Line(days)}
          </svg>
          <span class="days">${formatDay(days[0]?.day ?? '')}${formatDay(days.at(-1)?.day ?? '')}</span>
        </div>
        <details>
          <summary>${words.table}<span class="hidden"> ${title}</span></summary>
          <div class="scroll" tabindex="0" role="region" aria-label=${title}>
            <table>
              <thead><tr><th scope="col">${words.day}</th><th scope="col">${title}</th></tr></thead>
              <tbody>
                ${days.toReversed().map(
                  ({ day, value }) =>
                    html`<tr>
                        <th scope="row">${formatDay(day)}</th>
                        <td>${value === null ? words.unknown : formatNumber(value)}</td>
                      </tr>`,
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
  // The last bar has no gap after it.
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

/** The distance of a value from the upper edge. */
function heightIn(days: DailyValues): (value: number) => number {
  const most = mostOf(days);
  return (value) => HEIGHT * (1 - value / most);
}

/** The largest value. At least 1, so that zeros are drawn at the bottom. */
function mostOf(days: DailyValues): number {
  return Math.max(1, ...days.map(({ value }) => value ?? 0));
}

const round = (value: number) => Math.round(value * 10) / 10;
