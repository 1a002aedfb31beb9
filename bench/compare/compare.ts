import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { closeOnSignal, print } from '../support.ts';
import { type BenchDatabase, describeMachine, findServer, makeDatabase } from './database.ts';
import { compareCells, type Measured, measureCell } from './rounds.ts';
import { type Server, startServer, startService } from './server.ts';
import { requireWrk } from './wrk.ts';

/** Servers that do the same work as the service, and the requests that all of them get. */
export interface Comparison {
  /** The kinds of requests. */
  readonly loads: readonly string[];
  /** Programs that listen on `PORT` and use `DATABASE_URL`, by their names. */
  readonly baselines: Readonly<Record<string, URL>>;
  /** The settings of the service in another variant, by a name. It runs only when `--only` names it. */
  readonly variants?: Readonly<Record<string, Variant>>;
  /** Makes requests for wrk. Its last argument is the number of the run, which no other run has. */
  readonly script: URL;
  /** How many connections send requests at once, unless `--connections` says so. */
  readonly connections: readonly number[];
  /** Fills the database. `parts` removes what else was made. */
  readonly prepare: (database: BenchDatabase, parts: AsyncDisposableStack, bots: number) => Promise<Prepared>;
}

/** Starts what the variant needs, and gives its settings. */
type Variant = (
  database: BenchDatabase,
  parts: AsyncDisposableStack,
) => Promise<Readonly<Record<string, string>>>;

export interface Prepared {
  /** @returns arguments for the script, before the number of the run */
  readonly args: (load: string) => readonly string[];
  /** @throws when a server does not give the same answers as the first one, which is the service */
  readonly requireSameAnswers: (servers: readonly Server[]) => Promise<void>;
  /** Tidies up the database before each cell of the table. */
  readonly tidy?: () => Promise<void>;
}

/**
 * Measures the service against baselines on one PostgreSQL server, and prints a table of ratios. The service runs as in
 * production: `node src/main.ts web`. Each server is a separate process.
 *
 * Options: `--rounds` (5), `--seconds` of each round (4), `--connections` (a list of numbers), `--bots`
 * (20 000) where the comparison lets it be chosen, `--only` with names of loads and baselines, and `--json` with a file
 * for the figures of each round. A problem ends the process with status 1.
 */
export async function runComparison(comparison: Comparison): Promise<void> {
  try {
    await measure(comparison, readOptions(comparison));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}

type Options = ReturnType<typeof readOptions>;

function readOptions({ loads, baselines, variants = {}, connections }: Comparison) {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '4' },
      connections: { type: 'string', default: connections.join() },
      bots: { type: 'string', default: '20000' },
      only: { type: 'string', default: '' },
      json: { type: 'string' },
    },
  });
  const names = values.only.split(',').filter((name) => name !== '');
  const known = [...loads, ...Object.keys(baselines), ...Object.keys(variants)];
  const unknown = names.find((name) => !known.includes(name));
  if (unknown) throw new Error(`--only knows these names: ${known.join(', ')}. It does not know ${unknown}.`);
  const chosen = (all: readonly string[]) => {
    const some = all.filter((name) => names.includes(name));
    return some.length > 0 ? some : all;
  };
  return {
    rounds: wholeNumber('--rounds', values.rounds),
    seconds: wholeNumber('--seconds', values.seconds),
    connections: values.connections.split(',').map((text) => wholeNumber('--connections', text)),
    bots: wholeNumber('--bots', values.bots),
    loads: chosen(loads),
    servers: chosen([...Object.keys(baselines), ...Object.keys(variants)]).filter(
      (name) => names.includes(name) || name in baselines,
    ),
    json: values.json,
  };
}

function wholeNumber(option: string, text: string): number {
  if (!/^[1-9]\d*$/.test(text))
    throw new Error(`${option} takes whole numbers from 1 on, and not "${text}".`);
  return Number(text);
}

async function measure(comparison: Comparison, options: Options): Promise<void> {
  await requireWrk();
  await using parts = new AsyncDisposableStack();
  closeOnSignal(parts);

  const database = await makeDatabase(await findServer(parts), parts);
  const prepared = await comparison.prepare(database, parts, options.bots);
  const { environment } = database;
  const servers = [await startService(environment, parts)];
  for (const name of options.servers) {
    const program = comparison.baselines[name];
    servers.push(
      program
        ? await startServer(name, [program], environment, parts)
        : await startService(
            { ...environment, ...(await comparison.variants?.[name]?.(database, parts)) },
            parts,
            name,
          ),
    );
  }
  try {
    await prepared.requireSameAnswers(servers);
    const measured: Measured[] = [];
    let runs = 0;
    const args = (load: string) => [...prepared.args(load), `${++runs}`];
    for (const load of options.loads) {
      const cells = await measureLoad(load, servers, comparison, { ...prepared, args }, options);
      print(
        `\n${load}: medians of ${options.rounds} rounds of ${options.seconds} s, ratio = service / baseline`,
      );
      print(compareCells(cells));
      measured.push(...cells.flat());
    }
    if (options.json) await writeJson(options.json, options, database, measured);
  } catch (error) {
    for (const { name, output } of servers) if (output()) print(`${name} printed:\n${output()}`);
    throw error;
  }
}

/** @returns a cell for each number of connections */
async function measureLoad(
  load: string,
  servers: readonly Server[],
  { script }: Comparison,
  { args, tidy }: Pick<Prepared, 'args' | 'tidy'>,
  { rounds, seconds, connections }: Options,
): Promise<Measured[][]> {
  const cell = { load, seconds, script, args: () => args(load) };
  // The first round of a program is slow: V8 compiles its hot functions then.
  await measureCell(servers, { ...cell, connections: Math.max(...connections), rounds: 1 });
  const cells: Measured[][] = [];
  for (const count of connections) {
    await tidy?.();
    cells.push(await measureCell(servers, { ...cell, connections: count, rounds }));
  }
  return cells;
}

async function writeJson(
  file: string,
  options: Options,
  { db }: BenchDatabase,
  measured: readonly Measured[],
) {
  const { rounds, seconds } = options;
  const machine = await describeMachine(db);
  await writeFile(file, `${JSON.stringify({ ...machine, rounds, seconds, measured })}\n`);
}
