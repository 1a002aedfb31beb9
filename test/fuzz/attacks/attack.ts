import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { KINDS, type Kind, Neighbours, type Seen } from './neighbours.ts';
import type { Target } from './target.ts';

/*
 * The harness of attacks on a service that runs as its own process. To add an attack:
 *
 * 1. Make a file `NAME.test.ts` in this folder. Start a `Target` before its tests and close it after them.
 * 2. Write the attack: a function that sends to `url` for some seconds, closes its sockets, and returns counts. It runs
 *    in the same process as the neighbours, so it should be cheap: prebuilt bytes and raw sockets. Fork a process for
 *    one that reads much.
 * 3. `expectHarmless(await underAttack(target, 'NAME', attack))`, and what else should hold of its counts.
 */

/** How long the neighbours work alone before the first attack at an address, in milliseconds. */
const ALONE_MS = 4000;
/** Memory must come back in this time after the attack. */
const GIVEN_BACK_MS = 10_000;
/** What of the growth may remain: pools and caches that have their size. */
const MAX_REMAINS_MIB = 100;
/** With so little left, nobody waits for more to come back: the next attack starts from the same rest. */
const NOTHING_REMAINS_MIB = 50;
const MAX_GROWTH_MIB = 250;
const MAX_PROBE_MS = 500;

/** Sends to a URL until it is done. @returns what became of its requests, in counts to be printed */
export type Attack = (url: string) => Promise<Readonly<Record<string, number>>>;

export interface Harm {
  readonly alone: Readonly<Record<Kind, Seen>>;
  readonly beside: Readonly<Record<Kind, Seen>>;
  /** By which the resident memory grew at most while the attack ran, in MiB. */
  readonly growthMiB: number;
  /** What of that was not given back within ten seconds after its end, in MiB. Less than 50 count as all. */
  readonly remainsMiB: number;
  readonly counts: Readonly<Record<string, number>>;
  /** The faults that the target has logged meanwhile. */
  readonly faults: readonly string[];
}

/**
 * Lets bots, voters, members, strangers and probes work alone, and then beside an attack. It prints what both saw.
 *
 * @param url what both use: the target itself by default, or a proxy in front of it
 */
export async function underAttack(
  target: Target,
  name: string,
  attack: Attack,
  url = target.url,
): Promise<Harm> {
  const neighbours = new Neighbours(target, url);
  try {
    const alone = await workAlone(target, neighbours, url);
    const before = restOf(target);
    const alreadyLogged = target.output().length;
    let isOver = false;
    let most = before;
    const watching = setInterval(() => {
      most = Math.max(most, target.memoryMiB());
    }, 20);
    const working = neighbours.work(() => isOver);
    const counts = await attack(url).finally(() => {
      isOver = true;
    });
    const beside = await working;
    clearInterval(watching);
    const harm = {
      alone,
      beside,
      growthMiB: most - before,
      remainsMiB: await remains(target, before),
      counts,
      faults: target
        .output()
        .slice(alreadyLogged)
        .split('\n')
        // An attacker may wait for a connection to the database until its time is over.
        .filter((line) => /"level":[56]0/.test(line) && !line.includes('CONNECTION_QUEUE_TIMEOUT')),
    };
    print(name, harm);
    return harm;
  } finally {
    neighbours.close();
  }
}

/** Checks that every vote, every call of a bot and every probe succeeded, and that no request of anybody met a fault. */
export function expectServed({ beside, faults }: Harm): void {
  expect.soft(faults).toEqual([]);
  for (const kind of ['livez', 'health', 'check', 'stats'] as const)
    expect.soft(beside[kind].outcomes, kind).toEqual({ 200: beside[kind].count });
  expect.soft(beside.vote.outcomes).toEqual({ CastVotePayload: beside.vote.count });
}

/** Checks that every page of members and strangers came, too. */
export function expectPages({ beside }: Harm): void {
  for (const kind of ['member', 'stranger'] as const)
    expect.soft(beside[kind].outcomes, kind).toEqual({ 200: beside[kind].count });
}

/** Checks that nobody was hurt: every vote and every call of a bot succeeded, probes were quick, memory came back. */
export function expectHarmless(harm: Harm): void {
  const { beside, growthMiB, remainsMiB } = harm;
  expectServed(harm);
  // On a busy machine the target waits for the CPU, too. That wait is not its own.
  expect.soft(beside.livez.ownMost, 'the slowest probe, in ms').toBeLessThanOrEqual(MAX_PROBE_MS);
  expect.soft(growthMiB, 'growth in MiB').toBeLessThanOrEqual(MAX_GROWTH_MIB);
  expect.soft(remainsMiB, 'MiB that remain').toBeLessThanOrEqual(MAX_REMAINS_MIB);
}

/**
 * Checks that neighbours of a kind hardly notice an attack: half of their requests take about as long as without it.
 */
export function expectUnnoticed({ alone, beside }: Harm, kind: Kind): void {
  // The control shows how slow the machine itself is meanwhile.
  const most = 50 + 5 * Math.max(alone[kind].p50, beside.control.p50);
  expect.soft(beside[kind].p50, `the median of ${kind}, in ms`).toBeLessThanOrEqual(most);
}

/** What the neighbours of a target saw alone, by their URL: it is the same before each attack. */
const seenAlone = new WeakMap<Target, Map<string, Harm['alone']>>();

async function workAlone(target: Target, neighbours: Neighbours, url: string): Promise<Harm['alone']> {
  const byUrl = seenAlone.get(target) ?? new Map<string, Harm['alone']>();
  seenAlone.set(target, byUrl);
  const known = byUrl.get(url);
  if (known) {
    await settled(target);
    return known;
  }
  // Before the neighbours, since a collection also drops compiled code: they warm the target up again.
  await target.collectGarbage();
  restOf(target);
  const quietUntil = performance.now() + ALONE_MS;
  const alone = await neighbours.work(() => performance.now() > quietUntil);
  byUrl.set(url, alone);
  return alone;
}

/** Waits until the target is quick again: what it has left of one attack must not count for the next. */
async function settled({ url }: Target): Promise<void> {
  const end = performance.now() + GIVEN_BACK_MS;
  for (let tookMs = Number.POSITIVE_INFINITY; tookMs > 100 && performance.now() < end; ) {
    const start = performance.now();
    await (await fetch(`${url}/livez`)).arrayBuffer();
    tookMs = performance.now() - start;
  }
}

/** The memory of each target before its first attack. What one attack leaves behind must not hide the growth of the next. */
const atRest = new WeakMap<Target, number>();

function restOf(target: Target): number {
  const rest = Math.min(atRest.get(target) ?? Number.POSITIVE_INFINITY, target.memoryMiB());
  atRest.set(target, rest);
  return rest;
}

async function remains(target: Target, beforeMiB: number): Promise<number> {
  const end = performance.now() + GIVEN_BACK_MS;
  let least = target.memoryMiB() - beforeMiB;
  if (least > NOTHING_REMAINS_MIB) await target.collectGarbage();
  while (least > NOTHING_REMAINS_MIB && performance.now() < end) {
    least = Math.min(least, target.memoryMiB() - beforeMiB);
    await delay(100);
  }
  return least;
}

function print(name: string, { alone, beside, growthMiB, remainsMiB, counts }: Harm): void {
  const times = ({ p50, p99, most, ownMost }: Seen) =>
    `${[p50, p99, most].map((ms) => ms.toFixed(0)).join(' / ')} ms (own ${ownMost.toFixed(0)})`;
  const lines = KINDS.map((kind) => {
    const outcomes = JSON.stringify(beside[kind].outcomes);
    return `  ${kind}: p50 / p99 / max ${times(alone[kind])} alone, ${times(beside[kind])} beside it: ${outcomes}`;
  });
  process.stdout.write(
    `\n${name}: ${JSON.stringify(counts)}; memory +${growthMiB.toFixed(0)} MiB, ` +
      `of which ${remainsMiB.toFixed(0)} remain\n${lines.join('\n')}\n`,
  );
}
