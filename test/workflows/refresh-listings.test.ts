import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, Connection, ScheduleNotFoundError } from '@temporalio/client';
import { MockActivityEnvironment, type TestWorkflowEnvironment } from '@temporalio/testing';
import { DefaultLogger, Worker, type WorkflowBundle } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { cacheFolder } from '../../src/lib/cache-folder.ts';
import { createLog } from '../../src/lib/log.ts';
import { refreshListings } from '../../src/workflows/refresh-listings.ts';
import { scheduleIdOf } from '../../src/workflows/temporal/refresh-schedule.ts';
import { installTemporalRuntime } from '../../src/workflows/temporal/runtime.ts';
import { bundleWorkflows } from '../../src/workflows/worker/bundle.ts';
import {
  createRefreshActivities,
  type RefreshActivities,
} from '../../src/workflows/worker/refresh-activities.ts';
import { startDevServer } from '../kit/dev-server.ts';
import { type OwnService, startOwnService } from '../kit/own-service.ts';
import { json, startPlatform, type TestPlatform } from '../kit/platform.ts';
import { present } from '../kit/present.ts';
import { startService, type TestService } from '../kit/service.ts';
import { createTimeSkipping } from '../kit/time-skipping.ts';

let platform: TestPlatform;
let service: OwnService;
beforeAll(async () => {
  installTemporalRuntime(createLog('silent'));
  platform = await startPlatform();
  service = await startOwnService(platform.environment);
});
afterAll(async () => {
  await service?.close();
  await platform?.close();
});

let rounds = 0;
/** New listings that follow the platform: the only ones that do, since the others stop, whose names they do not have. */
async function followers(count: number): Promise<string[]> {
  rounds += 1;
  const { sql } = service.services.db;
  await sql`update bots set follows_platform = false`;
  const ids = (await service.seed({ bots: count, users: 0 })).bots.map(({ id }) => id).sort();
  await sql`update bots set follows_platform = true, name = ${`Before ${rounds}`} where id = any(${ids})`;
  for (const id of ids) platform.add(id, { name: `BEFORE ${rounds}` });
  return ids;
}

async function namesOf(ids: readonly string[]): Promise<string[]> {
  const rows = await service.services.db.sql<{ name: string }[]>`
    select name from bots where id = any(${[...ids]}) order by id`;
  return rows.map(({ name }) => name.replace(` ${rounds}`, ''));
}

describe('A batch', () => {
  const stopping = new AbortController();
  const run = (activities: RefreshActivities, after = '') =>
    new MockActivityEnvironment({}, { logger: new DefaultLogger('ERROR') }).run(
      activities.refreshBatch,
      after,
    );
  const running = () => createRefreshActivities(service.services, new AbortController().signal);

  test('refreshes what is due, and once it is done nothing is', async () => {
    const ids = await followers(3);
    expect(await run(running())).toEqual({ refreshed: 3, unanswered: 0, next: null });
    expect(await namesOf(ids)).toEqual(['BEFORE', 'BEFORE', 'BEFORE']);
    expect(await run(running())).toEqual({ refreshed: 0, unanswered: 0, next: null });
  });

  test('goes on after the listing it is told', async () => {
    const ids = await followers(2);
    expect(await run(running(), ids[0])).toMatchObject({ refreshed: 1 });
    expect(await namesOf(ids)).toEqual(['Before', 'BEFORE']);
  });

  test('passes over listings that the platform does not answer about, and counts them', async () => {
    const ids = await followers(3);
    platform.answers.set(`/applications/${ids[1]}`, json({}, 500));
    expect(await run(running())).toEqual({ refreshed: 2, unanswered: 1, next: null });
    expect(await namesOf(ids)).toEqual(['BEFORE', 'Before', 'BEFORE']);
  });

  test('gives up when the platform is away, without asking about every listing', async () => {
    const ids = await followers(6);
    for (const id of ids) platform.answers.set(`/applications/${id}`, json({}, 429));
    await expect(run(running())).rejects.toThrow('The platform does not answer.');
    const asked = ids.filter((id) => platform.asked.includes(`/applications/${id}`));
    expect(asked).toEqual(ids.slice(0, 3));
  });

  test('ends where it is when the worker stops', async () => {
    const ids = await followers(3);
    platform.answers.set(`/applications/${ids[1]}`, () => stopping.abort());
    const activities = createRefreshActivities(service.services, stopping.signal);
    expect(await run(activities)).toEqual({ refreshed: 1, unanswered: 0, next: ids[0] });
    expect(await namesOf(ids)).toEqual(['BEFORE', 'Before', 'Before']);
  });

  test('is empty where look-ups are off', async () => {
    await followers(1);
    const services = { ...service.services, platform: undefined };
    const activities = createRefreshActivities(services, new AbortController().signal);
    expect(await run(activities)).toEqual({ refreshed: 0, unanswered: 0, next: null });
  });
});

describe.skipIf(!inject('parts').timeSkipping)('The workflow', () => {
  let environment: TestWorkflowEnvironment;
  let workflowBundle: WorkflowBundle;
  beforeAll(async () => {
    environment = await createTimeSkipping();
    workflowBundle = await bundleWorkflows(cacheFolder(process.env));
  });
  afterAll(() => environment?.teardown());

  async function refresh(activities: RefreshActivities) {
    const taskQueue = randomUUID();
    const connection = environment.nativeConnection;
    const worker = await Worker.create({ connection, taskQueue, workflowBundle, activities });
    return worker.runUntil(
      environment.client.workflow.execute(refreshListings, { taskQueue, workflowId: taskQueue }),
    );
  }

  test('waits for a platform that is away, and loses no listing', async () => {
    const ids = await followers(3);
    for (const id of ids) platform.answers.set(`/applications/${id}`, json({}, 503));
    const { refreshBatch } = createRefreshActivities(service.services, new AbortController().signal);
    const failures: unknown[] = [];
    const result = await refresh({
      refreshBatch: (after) =>
        refreshBatch(after).catch((error: unknown) => {
          failures.push(error);
          for (const id of ids) platform.add(id, { name: `BEFORE ${rounds}` });
          throw error;
        }),
    });
    expect(failures).toHaveLength(1);
    expect(result).toEqual({ refreshed: 3, unanswered: 0 });
    expect(await namesOf(ids)).toEqual(['BEFORE', 'BEFORE', 'BEFORE']);
  });

  test('goes through any number of batches in order, each once, in histories of a bounded length', async () => {
    const asked: string[] = [];
    const result = await refresh({
      refreshBatch: async (after) => {
        asked.push(after);
        return { refreshed: 2, unanswered: 1, next: asked.length === 205 ? null : String(asked.length) };
      },
    });
    expect(asked).toEqual(['', ...Array.from({ length: 204 }, (_, index) => String(index + 1))]);
    expect(result).toEqual({ refreshed: 410, unanswered: 205 });
  });
});

describe.skipIf(!inject('parts').temporal)('The schedule', () => {
  const workers: TestService[] = [];
  const parts = new AsyncDisposableStack();
  let temporal: Record<string, string>;
  let client: Client;
  const startWorker = async (environment: Record<string, string> = {}) => {
    const worker = await startService({ ...service.environment, ...temporal, ...environment }, 'worker');
    workers.push(worker);
    await worker.deliveriesReady;
  };
  beforeAll(async () => {
    const { address } = await startDevServer(present(inject('parts').temporal), parts);
    temporal = { TEMPORAL_ADDRESS: address };
    await Promise.all([startWorker(), startWorker()]);
    client = new Client({ connection: await Connection.connect({ address }) });
  });
  afterAll(async () => {
    await client?.connection.close();
    for (const worker of workers) await worker.close();
    await parts.disposeAsync();
  });
  const scheduleId = () => scheduleIdOf(service.environment.TEMPORAL_TASK_QUEUE ?? '');
  const schedule = () => client.schedule.getHandle(scheduleId());

  test('is there once after two workers started, daily and never beside itself', async () => {
    const ids: string[] = [];
    while (ids.length === 0) {
      await delay(50);
      for await (const listed of client.schedule.list()) ids.push(listed.scheduleId);
    }
    expect(ids).toEqual([scheduleId()]);
    const { spec, policies, action } = await schedule().describe();
    expect(spec.intervals).toMatchObject([{ every: 24 * 60 * 60 * 1000 }]);
    expect(policies.overlap).toBe('SKIP');
    expect(action).toMatchObject({ workflowType: 'refreshListings' });
  });

  test('refreshes the listings when its time comes', async () => {
    const ids = await followers(2);
    await schedule().trigger();
    while ((await namesOf(ids)).includes('Before')) await delay(50);
    expect(await namesOf(ids)).toEqual(['BEFORE', 'BEFORE']);
  });

  test('that an operator paused is still paused when another worker starts', async () => {
    await schedule().pause();
    await startWorker();
    expect((await schedule().describe()).state.paused).toBe(true);
  });

  test('is left alone by the worker of another task queue that has look-ups off', async () => {
    await startWorker({ TEMPORAL_TASK_QUEUE: randomUUID(), APPLICATION_LOOKUP_URL: 'off' });
    expect((await schedule().describe()).scheduleId).toBe(scheduleId());
  });

  test('is gone when a worker starts with look-ups off, and another such worker does not mind', async () => {
    await startWorker({ APPLICATION_LOOKUP_URL: 'off' });
    await expect(schedule().describe()).rejects.toThrow(ScheduleNotFoundError);
    await startWorker({ APPLICATION_LOOKUP_URL: 'off' });
  });
});
