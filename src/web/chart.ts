import { scaleBand, scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import type { VNode } from 'preact';
import { html } from './html.ts';
import { Day, formatNumber } from './pages.ts';
import { text } from './text.ts';

/** Of each day, oldest first; null where nothing is known. */
export type DailyValues = readonly { readonly day: string; readonly value: number | null }[];

/** The drawing is stretched to the place it gets, so these are only its grid. */
const WIDTH = 300;
const HEIGHT = 100;

/** How many there were on each day. */
export function BarChart(title: string, days: DailyValues, summary: string): VNode {
  const x = scaleBand<string>()
    .domain(days.map(({ day }) => day))
    .range([0, WIDTH])
    .paddingInner(0.25);
  const y = scaleLinear()
    .domain([0, mostOf(days)])
    .range([HEIGHT, 0]);
  const bars = days.flatMap(({ day, value }) =>
    value ? `M${round(x(day) ?? 0)},${HEIGHT}V${round(y(value))}h${round(x.bandwidth())}V${HEIGHT}Z` : [],
  );
  return Figure(title, days, summary, html`<path class="bars" d=${bars.join('')} />`);
}

/** How a number went from day to day. */
export function LineChart(title: string, days: DailyValues, summary: string): VNode {
  const known = days.flatMap(({ value }, index) => (value === null ? [] : [{ index, value }]));
  const x = scaleLinear()
    .domain([0, Math.max(1, days.length - 1)])
    .range([0, WIDTH]);
  const y = scaleLinear()
    .domain([0, mostOf(days)])
    .range([HEIGHT, 0]);
  const place = { x: (day: { index: number }) => x(day.index), y: (day: { value: number }) => y(day.value) };
  const outline = line<(typeof known)[number]>().x(place.x).y(place.y).digits(1)(known);
  const ground = area<(typeof known)[number]>().x(place.x).y0(HEIGHT).y1(place.y).digits(1)(known);
  return Figure(
    title,
    days,
    summary,
    html`<path class="ground" d=${ground} /><path class="outline" d=${outline} />`,
  );
}

/** Its gist in a sentence, the drawing for those who see it, and every number in a table. Of nothing, the sentence alone. */
function Figure(title: string, days: DailyValues, summary: string, drawing: unknown): VNode {
  const first = days[0]?.day ?? '';
  const last = days.at(-1)?.day ?? '';
  const caption = html`<figcaption><h3>${title}</h3><p>${summary}</p></figcaption>`;
  if (!days.some(({ value }) => value)) return html`<figure class="chart">${caption}</figure>`;
  return html`
    <figure class="chart">
      ${caption}
      <div class="plot" aria-hidden="true">
        <span class="most">${formatNumber(mostOf(days))}</span>
        <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" focusable="false">${drawing}</svg>
        <span class="days">${Day(first)}${Day(last)}</span>
      </div>
      <details>
        <summary>${text.chart.table}<span class="hidden"> ${title}</span></summary>
        <div class="scroll" tabindex="0" role="region" aria-label=${title}>
          <table>
            <thead><tr><th scope="col">${text.chart.day}</th><th scope="col">${title}</th></tr></thead>
            <tbody>
              ${days
                .toReversed()
                .map(
                  ({ day, value }) =>
                    html`<tr><th scope="row">${Day(day)}</th><td>${value === null ? text.bot.unknown : formatNumber(value)}</td></tr>`,
                )}
            </tbody>
          </table>
        </div>
      </details>
    </figure>
  `;
}

/** At least one, so that nothing but zeros lies on the ground. */
function mostOf(days: DailyValues): number {
  return Math.max(1, ...days.map(({ value }) => value ?? 0));
}

const round = (value: number) => Math.round(value * 10) / 10;
