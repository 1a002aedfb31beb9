import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Context } from '@temporalio/activity';
import { Client, type WorkflowHandleWithFirstExecutionRunId } from '@temporalio/client';
import { defaultPayloadConverter } from '@temporalio/common';
import { TRACE_HEADER } from '@temporalio/interceptors-opentelemetry/lib/instrumentation.js';
import proto from '@temporalio/proto';
import { NativeConnection, Worker } from '@temporalio/worker';
import { readConfig } from '../src/config/config.ts';
import type { AttemptResult } from '../src/domain/delivery/attempt.ts';
import { ownFolder } from '../src/embedded/owner.ts';
import { startEmbeddedTemporal } from '../src/embedded/temporal.ts';
import { findTemporalCli } from '../src/embedded/temporal-cli.ts';
import { createLog } from '../src/lib/log.ts';
import { ATTEMPTS, RETRY_AFTER_MS } from '../src/terms/schedule.ts';
import { cancelDelivery, deliverVote, retryNow, status } from '../src/workflows/deliver-vote.ts';
import { SEARCH_ATTRIBUTES } from '../src/workflows/search-attributes.ts';
import { installTemporalRuntime } from '../src/workflows/temporal/runtime.ts';
import type { Activities } from '../src/workflows/worker/activities.ts';

/*
 * Records histories of finished and of waiting workflows from a real server into test/workflows/histories/<version>/.
 * Run it after a change of a workflow, with a new version, and keep the old ones: what was started by the code before
 * may wait for hours. With `--traced`, each workflow is part of a recorded trace.
 */
const FOLDER = join(import.meta.dirname, '../test/workflows/histories');
const TASK_QUEUE = 'histories';
/** Instead of this machine's name. */
const IDENTITY = 'recorder';
const { History } = proto.temporal.api.history.v1;

type Handle = WorkflowHandleWithFirstExecutionRunId<typeof deliverVote>;

interface Scenario {
  /** The response to each attempt. The last one repeats. */
  readonly statuses: readonly number[];
  readonly isSlow?: boolean;
  /** The database was away when the first attempt was to be recorded. */
  readonly isUnrecorded?: boolean;
  /** Done while the delivery waits for its retry. */
  readonly meanwhile?: (handle: Handle) => Promise<void>;
  /** The worker that has it first has another database. */
  readonly isUnknownAtFirst?: boolean;
  /** Temporal does not know the search attributes. */
  readonly isUnfiltered?: boolean;
  /** Where the workflow begins that takes the place of a lost one. */
  readonly begin?: { readonly attempt: number; readonly waitMs: number };
  /** The history ends here, in the middle. */
  readonly isLeftWaiting?: boolean;
}

/** Has so many retries made at once instead of at their time. */
const hurry = (retries: number) => async (handle: Handle) => {
  for (let retry = 1; retry <= retries; retry += 1) {
    // Two signals that come before the workflow waits are one retry.
    while (!(await handle.query(status)).startsWith(`attempt ${retry} of ${ATTEMPTS} failed`))
      await delay(50);
    await handle.signal(retryNow);
  }
  await delay(500);
};

const SCENARIOS: Record<string, Scenario> = {
  'delivered-at-once': { statuses: [204] },
  'delivered-to-a-slow-receiver': { statuses: [200], isSlow: true },
  'delivered-and-recorded-later': { statuses: [200], isUnrecorded: true },
  'delivered-by-another-worker': { statuses: [200], isUnknownAtFirst: true },
  'delivered-at-the-second-attempt-without-search-attributes': {
    statuses: [500, 200],
    isUnfiltered: true,
    meanwhile: hurry(1),
  },
  'delivered-at-the-third-attempt': { statuses: [500, 503, 200], meanwhile: hurry(2) },
  'failed-after-all': { statuses: [500], meanwhile: hurry(ATTEMPTS - 1) },
  'cancelled-by-an-operator': { statuses: [500], meanwhile: (handle) => handle.signal(cancelDelivery) },
  'waiting-after-one': { statuses: [500], isLeftWaiting: true },
  'waiting-after-three': { statuses: [500], isLeftWaiting: true, meanwhile: hurry(2) },
  'started-again-and-waiting': {
    statuses: [500],
    isLeftWaiting: true,
    begin: { attempt: 3, waitMs: 1_800_000 },
  },
};

function activitiesOf(scenarios: ReadonlyMap<string, Scenario>): Activities {
  return {
    async attempt({ deliveryId, botId, round, number }): Promise<AttemptResult> {
      const { statuses, isUnrecorded, isUnknownAtFirst } = scenarios.get(deliveryId) ?? { statuses: [200] };
      if (isUnknownAtFirst && Context.current().info.isLocal) {
        return { state: 'cancelled', said: 'no such delivery', isUnknown: true };
      }
      const statusCode = statuses[Math.min(number, statuses.length) - 1] ?? 200;
      const isOver = statusCode < 300;
      const retryInMs = RETRY_AFTER_MS[number - 1];
      const failure = isOver ? null : 'status';
      const record = { deliveryId, botId, round, number, statusCode, failure };
      return {
        state: isOver ? 'delivered' : retryInMs === undefined ? 'failed' : 'pending',
        said: String(statusCode),
        tookMs: 12,
        ...(!isOver && retryInMs !== undefined && { retryInMs }),
        ...(isUnrecorded && {
          unrecorded: {
            ...record,
            startedAt: '2026-01-31T12:00:00.000Z',
            durationMs: 12,
            excerpt: '',
            retryAfterSeconds: null,
          },
        }),
      };
    },
    record: async () => {},
    cancel: async () => {},
  };
}

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { traced: { type: 'boolean', default: false } },
});
const [version] = positionals;
if (!version || !/^[\w.-]+$/.test(version))
  throw new Error('usage: node scripts/record-histories.ts VERSION [--traced]');
const { cacheDir, searchPath } = readConfig(process.env);
const log = createLog('warn', 2);
installTemporalRuntime(log);
const dataDir = await mkdtemp(join(tmpdir(), 'bot-listing-histories-'));
const cli = await findTemporalCli({ path: searchPath, cacheDir, log });
if (!cli) throw new Error('The Temporal CLI is needed: put it on PATH or install Go.');
const owner = await ownFolder(dataDir);
const server = await startEmbeddedTemporal({ owner, cli, log, searchAttributes: SEARCH_ATTRIBUTES });
const connection = await NativeConnection.connect({ address: server.address });
const scenarios = new Map<string, Scenario>();
const worker = await Worker.create({
  connection,
  taskQueue: TASK_QUEUE,
  identity: IDENTITY,
  workflowsPath: new URL('../src/workflows/workflows.ts', import.meta.url).pathname,
  activities: activitiesOf(scenarios),
  ...(values.traced && {
    interceptors: {
      workflowModules: [new URL('../src/workflows/trace-interceptors.ts', import.meta.url).pathname],
    },
    sinks: { exporter: { export: { fn: () => {} } } },
  }),
});
const headers = values.traced
  ? {
      [TRACE_HEADER]: defaultPayloadConverter.toPayload({
        traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01',
      }),
    }
  : {};
await worker.runUntil(async () => {
  const client = new Client({
    connection,
    identity: IDENTITY,
    interceptors: {
      workflow: [
        {
          startWithDetails: (input, next) => next({ ...input, headers: { ...input.headers, ...headers } }),
        },
      ],
    },
  });
  await mkdir(join(FOLDER, version), { recursive: true });
  for (const [name, scenario] of Object.entries(SCENARIOS)) {
    const deliveryId = randomUUID();
    scenarios.set(deliveryId, scenario);
    const handle = await client.workflow.start(deliverVote, {
      taskQueue: TASK_QUEUE,
      workflowId: deliveryId,
      args: [
        {
          deliveryId,
          botId: '123456789012345678',
          round: 1,
          ...(scenario.begin ?? { attempt: 1, waitMs: 0 }),
          isSlow: scenario.isSlow ?? false,
          ...(scenario.isUnfiltered && { isUnfiltered: true }),
        },
      ],
    });
    await delay(500);
    await scenario.meanwhile?.(handle);
    await keep(name, handle, scenario.isLeftWaiting);
  }
});

/** @param isLeftWaiting the history ends now, in the middle */
async function keep(name: string, handle: Handle, isLeftWaiting = false): Promise<void> {
  if (!isLeftWaiting) await handle.result();
  const history = History.encode(await handle.fetchHistory()).finish();
  await writeFile(join(FOLDER, `${version}`, `${name}.binpb`), history);
  if (isLeftWaiting) await handle.terminate();
}
await connection.close();
await server.stop();
await rm(dataDir, { recursive: true, force: true });
