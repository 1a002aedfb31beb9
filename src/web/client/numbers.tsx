import { formatDay, formatNumber } from './format.ts';
import { Section } from './parts.tsx';
import { texts } from './texts.ts';

export type PerDay<Name extends string, Value> = { readonly day: string } & Readonly<Record<Name, Value>>;

interface Point {
  readonly day: string;
  readonly value: number | null;
}

const labels = texts.numbers;

/** Votes and server count of the last days. */
export function Numbers({
  votes,
  servers,
}: {
  votes: readonly PerDay<'votes', number>[];
  servers: readonly PerDay<'serverCount', number | null>[];
}) {
  const sum = votes.reduce((total, day) => total + day.votes, 0);
  const latest = servers.at(-1)?.serverCount;
  return (
    <Section id="numbers" title={texts.sections.numbers}>
      <div class="columns">
        <Chart
          title={labels.votes}
          summary={labels.sum(formatNumber(sum))}
          points={votes.map((day) => ({ day: day.day, value: day.votes }))}
          kind="bars"
        />
        <Chart
          title={labels.servers}
          summary={typeof latest === 'number' ? labels.latest(formatNumber(latest)) : labels.noServers}
          points={servers.map(({ day, serverCount }) => ({ day, value: serverCount }))}
          kind="line"
        />
      </div>
    </Section>
  );
}

const WIDTH = 300;
const HEIGHT = 90;

function Chart({
  title,
  summary,
  points,
  kind,
}: {
  title: string;
  summary: string;
  points: readonly Point[];
  kind: 'bars' | 'line';
}) {
  const isEmpty = !points.some(({ value }) => value);
  const max = Math.max(1, ...points.map(({ value }) => value ?? 0));
  const first = points[0];
  const last = points.at(-1);
  return (
    <figure class="chart">
      <figcaption>
        <strong>{title}</strong>, {labels.days}: {summary}
      </figcaption>
      {!isEmpty && (
        <>
          <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true" preserveAspectRatio="none">
            {kind === 'bars' ? <Bars points={points} max={max} /> : <Line points={points} max={max} />}
          </svg>
          <p class="axis muted" aria-hidden="true">
            <span>{first && formatDay(first.day)}</span>
            <span>{labels.most(formatNumber(max))}</span>
            <span>{last && formatDay(last.day)}</span>
          </p>
          <details>
            <summary>
              {labels.table}: {title}
            </summary>
            <table>
              <thead>
                <tr>
                  <th scope="col">{labels.day}</th>
                  <th scope="col">{labels.count}</th>
                </tr>
              </thead>
              <tbody>
                {points.toReversed().map(({ day, value }) => (
                  <tr key={day}>
                    <th scope="row">{formatDay(day)}</th>
                    <td>{value === null ? texts.unknown : formatNumber(value)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
        </>
      )}
    </figure>
  );
}

function Bars({ points, max }: { points: readonly Point[]; max: number }) {
  const step = WIDTH / points.length;
  return (
    <>
      {points.map(({ day, value }, index) => {
        const height = ((value ?? 0) / max) * HEIGHT;
        return <rect key={day} x={index * step + 1} y={HEIGHT - height} width={step - 2} height={height} />;
      })}
    </>
  );
}

function Line({ points, max }: { points: readonly Point[]; max: number }) {
  const step = WIDTH / Math.max(1, points.length - 1);
  const known = points.flatMap(({ value }, index) =>
    value === null ? [] : [`${index * step},${HEIGHT - 2 - (value / max) * (HEIGHT - 4)}`],
  );
  // A line from the only day to itself is a dot.
  const ends = known.length === 1 ? [...known, ...known] : known;
  return <polyline points={ends.join(' ')} vector-effect="non-scaling-stroke" />;
}
