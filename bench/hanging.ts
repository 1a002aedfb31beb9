import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { castVote } from '../src/domain/vote/cast.ts';
import { type Seeded, seed } from '../src/seed/seed.ts';
import { clock } from './receiver.ts';
import { median, openBench, print, quantile, startReceiver } from './support.ts';

const { values: options } = parseArgs({
  options: {
    /** Votes per second for the measured healthy bots. The other bots get as many. */
    rate: { type: 'string', default: '20' },
    /** The length of each phase. */
    seconds: { type: 'string', default: '40' },
    /** One round for each number: how many bots have a receiver that hangs. */
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
 * Measures the time from a vote for a healthy bot to the arrival of its POST. In one phase of a round the other half of
 * all votes goes to healthy bots, too. In the other phase it goes to bots whose receivers never respond. Each round has
 * new bots.
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

    /** Ends the deliveries of a round. Without the update, the reconciler would start their workflows again. */
    async function endAll(): Promise<void> {
      await services.db.sql`update deliveries set state = 'cancelled' where state = 'pending'`;
      await terminateAll(client);
    }

    /** Casts votes for the bots of each list in turn, for the length of a phase. */
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
      // In reverse order, the first of several arrivals of a vote wins. A vote that never arrives takes for ever.
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
