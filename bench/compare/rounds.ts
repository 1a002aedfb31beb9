import { median, table } from '../support.ts';
import type { Server } from './server.ts';
import { type LoadResult, runWrk } from './wrk.ts';

/** What one server did with one kind of request on so many connections: a result for each round. */
export interface Measured {
  readonly server: string;
  readonly load: string;
  readonly connections: number;
  readonly requestsPerSecond: readonly number[];
  readonly p99Ms: readonly number[];
  /** Resident memory of the process after the last round, in megabytes: by default, after 20 seconds of this load. */
  readonly memoryMb: number;
}

export interface Cell {
  /** The name of the kind of request. */
  readonly load: string;
  readonly connections: number;
  readonly rounds: number;
  readonly seconds: number;
  readonly script: URL;
  /** @returns arguments for the next run of the script */
  readonly args: () => readonly string[];
}

/** Loads the servers in turns, so that all of them meet the same machine. */
export async function measureCell(servers: readonly Server[], cell: Cell): Promise<Measured[]> {
  const { load, connections, rounds, seconds, script, args } = cell;
  const results = servers.map((): LoadResult[] => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, { url }] of servers.entries()) {
      results[index]?.push(await runWrk(url, { script, args: args(), connections, seconds }));
    }
  }
  return Promise.all(
    servers.map(async (server, index) => ({
      server: server.name,
      load,
      connections,
      requestsPerSecond: results[index]?.map((result) => result.requestsPerSecond) ?? [],
      p99Ms: results[index]?.map((result) => result.p99Ms) ?? [],
      memoryMb: await server.memoryMb(),
    })),
  );
}

/**
 * Shows how the first server of a cell compares with each of the others. Ratios are medians over the rounds, and each
 * compares two neighbours in time.
 */
export function compareCells(cells: readonly (readonly Measured[])[]): string {
  const rows = cells.flatMap(([ours, ...others]) =>
    ours === undefined ? [] : others.map((theirs) => compare(ours, theirs)),
  );
  return table(
    [
      ...['baseline', 'connections', 'requests/s', 'service', 'ratio'],
      ...['p99 ms', 'service', 'ratio', 'memory MB', 'service'],
    ],
    rows,
  );
}

function compare(ours: Measured, theirs: Measured): string[] {
  const ratio = (one: readonly number[], other: readonly number[]) =>
    median(one.map((value, round) => value / (other[round] ?? Number.NaN))).toFixed(2);
  return [
    theirs.server,
    `${theirs.connections}`,
    median(theirs.requestsPerSecond).toFixed(0),
    median(ours.requestsPerSecond).toFixed(0),
    ratio(ours.requestsPerSecond, theirs.requestsPerSecond),
    median(theirs.p99Ms).toFixed(2),
    median(ours.p99Ms).toFixed(2),
    ratio(ours.p99Ms, theirs.p99Ms),
    theirs.memoryMb.toFixed(0),
    ours.memoryMb.toFixed(0),
  ];
}
