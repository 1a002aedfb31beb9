import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { machineClocks } from '../../src/db/clock.ts';
import { castVote } from '../../src/domain/vote/cast.ts';
import { freePort } from '../../src/embedded/ports.ts';
import { findProgram } from '../../src/embedded/programs.ts';
import { ownDatabase } from '../kit/database.ts';
import { makeFolder } from '../kit/folder.ts';
import { given } from '../kit/given.ts';
import { RECEIVER } from '../kit/given-delivery.ts';
import { newUserId } from '../kit/ids.ts';
import { forFile, startService, type TestService } from '../kit/service.ts';

const RULES = resolve(import.meta.dirname, '../../deploy/prometheus/alerts.yml');
const PROMTOOL = findProgram('promtool', process.env.PATH ?? '');
/** Samples of each phase: five minutes well, broken, and mended. */
const SAMPLES = 20;
const STEP_S = 15;
/** An alert fires within this time, and ends within it. */
const SOON_S = 120;

const opened = await forFile(new AsyncDisposableStack());
let service: TestService;
let port: number;
let folder: string;
/** How far somebody sets the clock of the machine ahead, in milliseconds. */
let aheadMs = 0;
beforeAll(async () => {
  folder = await makeFolder('alarms', opened);
  port = await freePort(0);
  const environment = { ...(await ownDatabase(opened)), METRICS_PORT: String(port), LOG_LEVEL: 'silent' };
  const clocks = { ...machineClocks, wallMs: () => machineClocks.wallMs() + aheadMs };
  service = await startService({ ...environment, DRAIN_SECONDS: '0' }, 'web', undefined, clocks);
  opened.defer(() => {
    service.faults.splice(0);
    return service.close();
  });
});

type Scrape = ReadonlyMap<string, number>;

/** The series that the rules read, and which of them are counters. */
async function scrape(): Promise<{ values: Scrape; counters: ReadonlySet<string> }> {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const rules = readFileSync(RULES, 'utf8');
  const kinds = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, kind]) => [name, kind]));
  const values = new Map<string, number>();
  const counters = new Set<string>();
  for (const [, name = '', labels = '', value] of text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)) {
    if (!rules.includes(name)) continue;
    // Prometheus adds the job.
    const series = `${name}{job="bot-listing"${labels && `,${labels}`}}`;
    values.set(series, Number(value));
    if (kinds.get(name.replace(/_(bucket|sum|count)$/, '')) !== 'gauge') counters.add(series);
  }
  return { values, counters };
}

/** Records a phase: the work of a step, and what counters and gauges say of it. */
async function record(work: () => Promise<unknown>) {
  const before = await scrape();
  await work();
  const { values, counters } = await scrape();
  return { before: before.values, values, counters };
}

type Phase = Awaited<ReturnType<typeof record>>;

/** Repeats each recorded step for five minutes. @returns the samples of each series */
function samplesOf(phases: readonly Phase[]): Map<string, number[]> {
  const names = new Set(phases.flatMap(({ values }) => [...values.keys()]));
  const samples = new Map<string, number[]>([['up{job="bot-listing",role="all"}', []]]);
  for (const name of names) {
    let total = 0;
    const row: number[] = [];
    for (const { before, values, counters } of phases) {
      const value = values.get(name) ?? 0;
      for (let sample = 0; sample < SAMPLES; sample += 1) {
        total += value - (before.get(name) ?? 0);
        row.push(counters.has(name) ? total : value);
      }
    }
    samples.set(name, row);
  }
  samples.set('up{job="bot-listing",role="all"}', Array(phases.length * SAMPLES).fill(1));
  return samples;
}

/** Runs promtool over recorded series. @returns when each alert fires, in seconds */
async function timesOf(name: string, samples: ReadonlyMap<string, readonly number[]>) {
  const file = join(folder, `${name}.json`);
  const last = 3 * SAMPLES - 1;
  // promtool tells what it got where it expects nothing.
  const checks = Array.from({ length: last + 1 }, (_, sample) => ({
    expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
    eval_time: `${sample * STEP_S}s`,
    exp_samples: [],
  }));
  const input = [...samples].map(([series, values]) => ({ series, values: values.join(' ') }));
  const tests = [{ interval: `${STEP_S}s`, input_series: input, promql_expr_test: checks }];
  writeFileSync(file, JSON.stringify({ rule_files: [RULES], evaluation_interval: `${STEP_S}s`, tests }));
  const output = await new Promise<string>((done) => {
    execFile(PROMTOOL ?? '', ['test', 'rules', file], { maxBuffer: 2 ** 26 }, (_, out, err) =>
      done(out + err),
    );
  });
  const times = new Map<string, number[]>();
  for (const [, at = '', got = ''] of output.matchAll(/time: (\w+),\s+exp: nil\s+got: (.*)/g)) {
    const seconds = [...at.matchAll(/(\d+)([hms])/g)].reduce(
      (sum, [, count, unit]) => sum + Number(count) * { h: 3600, m: 60, s: 1 }[unit as 'h' | 'm' | 's'],
      0,
    );
    for (const [, alert = ''] of got.matchAll(/alertname="(\w+)"/g))
      times.set(alert, [...(times.get(alert) ?? []), seconds]);
  }
  return times;
}

async function vote(): Promise<void> {
  const bot = await given(service.services).listing().approved();
  const cookie = await service.signIn();
  const query = 'mutation ($id: ID!) { castVote(botId: $id) { __typename } }';
  await service.graphql(query, { id: bot.id }, { cookie });
}

const sql = () => service.services.db.sql;
const at = (hours: number) => new Date(service.services.now().getTime() + hours * 3_600_000);

/** What breaks, the alert that tells of it, how to break it and how to mend it. */
const TROUBLES: [
  what: string,
  alert: string,
  breakIt: () => Promise<unknown>,
  mend: () => Promise<unknown>,
][] = [
  [
    'votes cannot be stored',
    'VotesFail',
    () => sql()`alter table vote_windows rename to taken_away`,
    () => sql()`alter table taken_away rename to vote_windows`,
  ],
  [
    'deliveries are due and no worker makes them',
    'NoWorker',
    async () => {
      const bot = await given(service.services).listing().withWebhook(RECEIVER).approved();
      await castVote(service.services, bot.id, newUserId());
      await sql()`update deliveries set created_at = ${at(-0.1)}`;
    },
    () => sql()`update deliveries set state = 'cancelled', finished_at = ${at(0)}`,
  ],
  [
    'old rows are not deleted',
    'WorkLate',
    () =>
      sql()`insert into jobs (name, due_at) values ('retention', ${at(-2)})
        on conflict (name) do update set due_at = excluded.due_at`,
    () => sql()`update jobs set due_at = ${at(6)}`,
  ],
  [
    'somebody sets the clock of a machine',
    'ClocksApart',
    async () => {
      aheadMs = 60_000;
    },
    async () => {
      aheadMs = 0;
    },
  ],
];

describe.skipIf(!PROMTOOL)('An alert fires within two minutes and ends within two minutes', () => {
  test.each(TROUBLES)('when %s: %s', async (what, alert, breakIt, mend) => {
    const well = await record(vote);
    await breakIt();
    const broken = await record(vote);
    await mend();
    const mended = await record(vote);
    const all = await timesOf(alert, samplesOf([well, broken, mended]));
    // The dead man's switch is there from the first to the last sample.
    expect(all.get('Watchdog')).toHaveLength(3 * SAMPLES);
    const times = all.get(alert) ?? [];
    const [begin, end] = [SAMPLES * STEP_S, 2 * SAMPLES * STEP_S];
    const fires = (times[0] ?? Number.NaN) - begin;
    const ends = (times.at(-1) ?? Number.NaN) + STEP_S - end;
    process.stdout.write(`${what}: ${alert} fires after ${fires} s and ends after ${ends} s.\n`);
    expect(fires).toBeGreaterThanOrEqual(0);
    expect(fires).toBeLessThanOrEqual(SOON_S);
    expect(ends).toBeLessThanOrEqual(SOON_S);
    expect(times).toHaveLength((end + ends - begin - fires) / STEP_S);
  });
});
