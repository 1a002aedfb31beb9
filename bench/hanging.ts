import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { castVote } from '../src/domain/vote/cast.ts';
import { type Seeded, seed } from '../src/seed/seed.ts';
import { clock } from './receiver.ts';
import { median, openBench, print, quantile, startReceiver } from './support.ts';

const { values: options } = parseArgs({
  options: {
    /** How many votes a second go to the healthy bots that are looked at, and as many to the others. */
    rate: { type: 'string', default: '20' },
    /** How long each phase lasts. */
    seconds: { type: 'string', default: '40' },
    /** One round each: on how many bots the votes for hanging ones are spread. */
    hanging: { type: 'string', default: '1,10,50' },
  },
});
const RATE = Number(options.rate);
const SECONDS = Number(options.seconds);
const ROUNDS = options.hanging.split(',').map(Number);
const HEALTHY_BOTS = 50;
const USERS = 20_000;
const MAX_RATIO = 2;
/** An attempt at a hanging receiver lasts ten seconds. */
const DRAIN_MS = 11_000;

interface Latencies {
  readonly p50: number;
  readonly p99: number;
}

/**
 * The time from a vote for a healthy bot to its POST's arrival, in turns: while the other half of all votes goes to
 * healthy bots as well, and while it goes to bots whose receivers never answer. Each round has other bots, never heard
 * of before.
 */
async function main(): Promise<void> {
  const parts = new AsyncDisposableStack();
  try {
    const { services, work } = await openBench(parts);
    const receiver = await startReceiver(parts);
    const healthy = await seed(services, {
      bots: HEALTHY_BOTS,
      users: USERS,
      votes: 0,
      webhookUrl: `${receiver.url}/200`,
    });
    const { client } = await work({});
    let voters = 0;

    /** What one round leaves must not load the next. The reconciler would start workflows of pending deliveries again. */
    async function endAll(): Promise<void> {
      await services.db.sql`update deliveries set state = 'cancelled' where state = 'pending'`;
      await terminateAll(client);
    }

    /** Votes in turn for the bots of each list, for as long as a phase lasts. */
    async function phase(...lists: Seeded['bots'][]): Promise<Latencies> {
      await receiver.arrivals();
      const cast = new Map<string, number>();
      const count = RATE * SECONDS * lists.length;
      const start = clock();
      const votes: Promise<unknown>[] = [];
      for (let number = 0; number < count; number += 1) {
        const due = start + (number * 1000) / (RATE * lists.length);
        const bots = lists[number % lists.length] ?? [];
        const bot = bots[Math.floor(number / lists.length) % bots.length];
        const user = healthy.users[voters++ % USERS];
        if (due > clock()) await delay(due - clock());
        if (bots === healthy.bots) cast.set(user?.id ?? '', due);
        votes.push(castVote(services, bot?.id ?? '', user?.id ?? ''));
      }
      await Promise.all(votes);
      await delay(DRAIN_MS);
      // Last to first, so that of several arrivals of one vote the first counts; one that never arrives is infinitely late.
      const arrived = new Map((await receiver.arrivals()).toReversed());
      const took = [...cast].map(([userId, due]) => (arrived.get(userId) ?? Infinity) - due);
      const lost = took.filter((ms) => ms === Infinity).length;
      if (lost > 0) print(`${lost} of ${cast.size} did not arrive`);
      return { p50: quantile(took, 0.5), p99: quantile(took, 0.99) };
    }

    const warmUp = await phase(healthy.bots);
    print(`warm-up: ${describe(warmUp)}`);
    const ratios: number[] = [];
    for (const count of ROUNDS) {
      const others = async (path: string) => {
        const webhookUrl = `${receiver.url}/${path}`;
        return (await seed(services, { bots: count, users: 0, votes: 0, webhookUrl })).bots;
      };
      const without = await phase(healthy.bots, await others('200'));
      const beside = await phase(healthy.bots, await others('hang'));
      await endAll();
      ratios.push(beside.p99 / without.p99);
      print(
        `${count} other bots: beside healthy ones ${describe(without)}; beside hanging ones ${describe(beside)}; ` +
          `ratio of p99 ${(beside.p99 / without.p99).toFixed(2)}`,
      );
    }
    const worst = Math.max(...ratios);
    print(
      `vote to received POST of healthy bots, half of all votes going to hanging ones: ` +
        `p99 with / without, median ${median(ratios).toFixed(2)}, worst ${worst.toFixed(2)} ` +
        `(wanted: under ${MAX_RATIO} in every round), ${worst < MAX_RATIO ? 'reached' : 'missed'}`,
    );
  } finally {
    await parts.disposeAsync();
  }
}

async function terminateAll(client: Client): Promise<void> {
  for await (const { workflowId } of client.workflow.list({ query: "ExecutionStatus = 'Running'" })) {
    await client.workflow
      .getHandle(workflowId)
      .terminate()
      .catch((error: unknown) => {
        if (!(error instanceof WorkflowNotFoundError)) throw error;
      });
  }
}

const describe = ({ p50, p99 }: Latencies) => `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;

await main();
