/**
 * Measures how much longer requests take when the data grows. Two web processes run as in production, on two databases
 * of one PostgreSQL server: one database has few bots and votes, the other one has many. Requests go to both in turns.
 *
 * Options: the sizes (`--few-bots`, `--many-bots`, `--few-votes`, `--many-votes`), `--rounds` of each page of the
 * directory (50; requests that take about a millisecond have six times as many), and `--json` with a file for the time
 * of each request. The user in DATABASE_URL must be a superuser.
 */
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { describeMachine, findServer, makeDatabase } from './compare/database.ts';
import { startService } from './compare/server.ts';
import { DIRECTORY_REQUESTS } from './growth/directory.ts';
import { type DataSize, fillDatabase } from './growth/fill.ts';
import { type RequestKind, SHORT_REQUESTS, type Subject } from './growth/requests.ts';
import { closeOnSignal, median, print, table } from './support.ts';

const TARGET = 1.2;
const WARM_UP = 10;
/** A short request has more rounds, because its times differ more. */
const SHORT_ROUNDS = 6;

interface Measured {
  readonly request: string;
  readonly fewMs: readonly number[];
  readonly manyMs: readonly number[];
  /** Of the medians. */
  readonly ratio: number;
}

const { values: options } = parseArgs({
  options: {
    'few-bots': { type: 'string', default: '1000' },
    'many-bots': { type: 'string', default: '100000' },
    'few-votes': { type: 'string', default: '10000' },
    'many-votes': { type: 'string', default: '10000000' },
    rounds: { type: 'string', default: '50' },
    json: { type: 'string' },
  },
});

async function main(): Promise<void> {
  await using parts = new AsyncDisposableStack();
  closeOnSignal(parts);
  const [fewSize, manySize] = [sizeOf('few'), sizeOf('many')];
  const server = await findServer(parts);
  const few = await open(server, fewSize, parts);
  const many = await open(server, manySize, parts);
  const rounds = Number(options.rounds);
  const measured: Measured[] = [];
  for (const [request, kind] of Object.entries(SHORT_REQUESTS)) {
    measured.push(await measure(request, kind, { few, many }, rounds * SHORT_ROUNDS));
  }
  for (const [request, kind] of Object.entries(DIRECTORY_REQUESTS)) {
    measured.push(await measure(`directory: ${request}`, kind, { few, many }, rounds));
  }
  print(
    `medians in ms with ${fewSize.bots} bots and ${fewSize.votes} votes (few), ` +
      `${manySize.bots} and ${manySize.votes} (many)`,
  );
  print(
    table(
      ['request', 'rounds', 'few', 'many', 'ratio'],
      measured.map(({ request, fewMs, manyMs, ratio }) => [
        request,
        `${fewMs.length}`,
        median(fewMs).toFixed(2),
        median(manyMs).toFixed(2),
        ratio.toFixed(2),
      ]),
    ),
  );
  const ratios = measured.map(({ ratio }) => ratio);
  const worst = Math.max(...ratios);
  print(`worst ${worst.toFixed(2)}, median ${median(ratios).toFixed(2)} (target: ${TARGET} or less)`);
  if (options.json) {
    const machine = await describeMachine(many.db);
    await writeFile(
      options.json,
      `${JSON.stringify({ ...machine, few: fewSize, many: manySize, measured })}\n`,
    );
  }
  if (worst > TARGET) process.exitCode = 1;
}

function sizeOf(which: 'few' | 'many'): DataSize {
  return { bots: Number(options[`${which}-bots`]), votes: Number(options[`${which}-votes`]) };
}

async function open(serverUrl: string, size: DataSize, parts: AsyncDisposableStack): Promise<Subject> {
  const start = performance.now();
  const database = await makeDatabase(serverUrl, parts);
  const bots = await fillDatabase(database, size);
  const seconds = (performance.now() - start) / 1000;
  print(`${size.bots} bots and ${size.votes} votes were stored in ${seconds.toFixed(0)} s.`);
  const { url } = await startService(database.environment, parts);
  return { url, db: database.db, bots };
}

/** Sends each request to both services. Each is the first one in every other round. */
async function measure(
  request: string,
  kind: RequestKind,
  { few, many }: { few: Subject; many: Subject },
  rounds: number,
): Promise<Measured> {
  const [fewMs, manyMs]: [number[], number[]] = [[], []];
  const turns = [
    { subject: few, next: await kind(few), times: fewMs },
    { subject: many, next: await kind(many), times: manyMs },
  ];
  for (let round = 0; round < WARM_UP + rounds; round += 1) {
    turns.reverse();
    for (const { subject, next, times } of turns) {
      const { path, status = 200, ...init } = await next(round);
      const start = performance.now();
      const response = await fetch(subject.url + path, { ...init, redirect: 'manual' });
      await response.text();
      if (round >= WARM_UP) times.push(performance.now() - start);
      if (response.status !== status) throw new Error(`${path} has status ${response.status}.`);
    }
  }
  return { request, fewMs, manyMs, ratio: median(manyMs) / median(fewMs) };
}

await main();
