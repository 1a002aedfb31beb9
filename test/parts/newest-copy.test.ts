import { afterAll, expect, test } from 'vitest';
import { createCopyGuard } from '../../src/db/newest-copy.ts';
import { type CopyMemory, openCopyMemory, shareNewestCopy } from '../../src/parts/newest-copy.ts';
import { makeFolder } from '../kit/folder.ts';
import { startRedis } from '../kit/redis.ts';

const URL_OF_DATABASE = 'postgres://database.example/bots';
const USED = { identifier: '1', timeline: 2, accepted: 0 };
const ACCEPTED = { identifier: '2', timeline: 1, accepted: 1 };

const parts = new AsyncDisposableStack();
const redis = await startRedis();
parts.defer(() => redis?.stop());
afterAll(() => parts.disposeAsync());

test.each(redis ? ['a file', 'Redis'] : ['a file'])(
  'a process does not write what it has used over what an operator accepts meanwhile: %s',
  async (place) => {
    const dataDir = await makeFolder('copy', parts);
    const config = { dataDir, ...(place === 'Redis' && redis && { redisUrl: redis.url }) };
    const memory = await openCopyMemory(config, URL_OF_DATABASE, parts);
    const guard = createCopyGuard();
    guard.learn(USED);
    /** The operator accepts just after this process has read. */
    const late: CopyMemory = {
      ...memory,
      async read() {
        const kept = await memory.read();
        await memory.write(ACCEPTED);
        return kept;
      },
    };
    await using sharing = new AsyncDisposableStack();
    await shareNewestCopy(guard, late, sharing);
    expect(await memory.read()).toEqual(ACCEPTED);

    await memory.offer({ ...ACCEPTED, timeline: 3 });
    expect(await memory.read()).toEqual({ ...ACCEPTED, timeline: 3 });
    await memory.offer(USED);
    expect(await memory.read()).toEqual({ ...ACCEPTED, timeline: 3 });
  },
);
