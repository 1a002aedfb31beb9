import { area, line } from 'd3-shape';
import type { VNode } from 'preact';
import { messages } from '../words/messages.ts';
import { formatNumber } from '../words/numbers.ts';
import { WholeIcon } from './icon.tsx';
import { Day } from './time.tsx';

/** A value for each day, oldest first; null where it is unknown. */
type DailyValues = readonly { readonly day: string; readonly value: number | null }[];

interface ChartProps {
  /** Bars for a count per day, a line for a number that changes over time. */
  readonly kind: 'bars' | 'line';
  readonly title: string;
  /** The most important fact, in a sentence. */
  readonly summary: string;
  readonly days: DailyValues;
}

/** The drawing's coordinates. The drawing itself stretches to the available space. */
const WIDTH = 300;
const HEIGHT = 100;
const FIGURE = 'chart m-0 min-w-0';
/** The gap between two bars, as a share of the step from one to the next. */
const GAP = 0.25;

/**
 * A chart, on the server and in the dashboard: a sentence, a drawing, and a table with every number for readers who do
 * not see the drawing. Without any known value above zero, only the sentence. `public.ts` reads the table to show the
 * value under a pointer, a finger or the keyboard's focus.
 */
export function Chart({ kind, title, summary, days }: ChartProps): VNode {
  const caption = (
    <figcaption>
      <h3 class="m-0">{title}</h3>
      <p class="chart-text">{summary}</p>
    </figcaption>
  );
  if (!days.some(({ value }) => value)) return <figure class={FIGURE}>{caption}</figure>;
  const scale = scaleOf(days);
  const y = heightBelow(scale.at(-1) ?? 1);
  return (
    <figure class={FIGURE}>
      {caption}
      <div class="chart-plot" data-kind={kind}>
        <div aria-hidden="true">
          {scale.toReversed().map((value) => (
            <span>{formatNumber(value)}</span>
          ))}
        </div>
        <div class="field">
          <svg
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            preserveAspectRatio="none"
            focusable="false"
            aria-hidden="true"
          >
            {scale.map((value) => (
              <path d={`M0,${round(y(value))}H${WIDTH}`} />
            ))}
            {kind === 'bars' ? <Bars days={days} y={y} /> : <Line days={days} y={y} />}
          </svg>
          <span class="mark" hidden />
          <span class="value" hidden />
        </div>
        <div aria-hidden="true">
          {[0, 0.5, 1].map((share) => (
            <Day day={days[Math.round(share * (days.length - 1))]?.day ?? ''} />
          ))}
        </div>
      </div>
      <p class="chart-text">{messages.chart.utc}</p>
      <NumberTable title={title} days={days} />
    </figure>
  );
}

function NumberTable({ title, days }: { title: string; days: DailyValues }): VNode {
  return (
    <details>
      <summary>
        {messages.chart.table}
        <span class="sr-only"> {title}</span>
        <WholeIcon name="chevron-down" />
      </summary>
      <section class="max-h-64 overflow-auto" tabindex={0} aria-label={title}>
        <table>
          <thead>
            <tr>
              <th scope="col">{messages.chart.day}</th>
              <th scope="col">{title}</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ day, value }) => (
              <tr>
                <th scope="row">
                  <Day day={day} />
                </th>
                <td>{value === null ? messages.common.unknown : formatNumber(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  );
}

function Bars({ days, y }: { days: DailyValues; y: (value: number) => number }): VNode {
  // The last bar has no gap after it.
  const step = WIDTH / (days.length - GAP);
  const bars = days.flatMap(({ value }, index) =>
    value ? `M${round(index * step)},${HEIGHT}V${round(y(value))}h${round(step * (1 - GAP))}V${HEIGHT}Z` : [],
  );
  return <path class="fill-fill stroke-none" d={bars.join('')} />;
}

function Line({ days, y }: { days: DailyValues; y: (value: number) => number }): VNode {
  const known = days.flatMap(({ value }, index) => (value === null ? [] : [{ index, value }]));
  const step = WIDTH / Math.max(1, days.length - 1);
  const place = {
    x: ({ index }: { index: number }) => index * step,
    y: ({ value }: { value: number }) => y(value),
  };
  const outline = line<(typeof known)[number]>().x(place.x).y(place.y).digits(1)(known);
  const ground = area<(typeof known)[number]>().x(place.x).y0(HEIGHT).y1(place.y).digits(1)(known);
  return (
    <>
      <path class="fill-fill stroke-none [fill-opacity:.18]" d={ground ?? undefined} />
      <path class="fill-none stroke-fill stroke-2 [stroke-linecap:round]" d={outline ?? undefined} />
    </>
  );
}

/** The distance of a value from the upper edge, which is at `top`. */
function heightBelow(top: number): (value: number) => number {
  return (value) => HEIGHT * (1 - value / top);
}

/** Steps that people read easily, times a power of ten. */
const STEPS = [1, 1.5, 2, 2.5, 3, 4, 5, 7.5, 10];

/** The values of the grid's lines: zero, a round number, and twice this number, which no value exceeds. */
function scaleOf(days: DailyValues): readonly number[] {
  const most = Math.max(...days.map(({ value }) => value ?? 0));
  if (most <= 1) return [0, 1];
  const power = 10 ** Math.floor(Math.log10(most / 2));
  const steps = STEPS.map((step) => step * power).filter(Number.isInteger);
  const step = steps.find((candidate) => 2 * candidate >= most) ?? most;
  return [0, step, 2 * step];
}

const round = (value: number) => Math.round(value * 10) / 10;
