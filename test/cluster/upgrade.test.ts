import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { lastRelease, type Release } from '../../scripts/last-release.ts';
import { keyOf } from '../faults/vote-stream.ts';
import { makeFolder } from '../kit/folder.ts';
import { type Receiver, startReceiver } from '../kit/receiver.ts';
import { type Cluster, type Member, print, ROOT, startCluster } from './cluster.ts';
import { installRelease } from './released.ts';
import { startTraffic } from './traffic.ts';

const PAUSE_MS = 2000;
/** Slow, because a process that starts takes the whole CPU of a small machine, and strangers then get 503. */
const ROUND_MS = 150;

const opened = new AsyncDisposableStack();
let receiver: Receiver;
let cluster: Cluster;
let release: Release;
let old: string;
beforeAll(async () => {
  old = await makeFolder('release', opened);
  release = lastRelease(await readFile(join(ROOT, 'CHANGELOG.md'), 'utf8'));
  await installRelease(ROOT, release, old);
  receiver = await startReceiver();
  cluster = await startCluster(old);
});
afterAll(async () => {
  await cluster?.close();
  await receiver?.close();
  await opened.disposeAsync();
});

test('from the last release to this version and back, process by process, no request fails and no vote is lost', async () => {
  const members: [string, Member][] = [
    ['web 1', cluster.webs[0]],
    ['worker 1', cluster.workers[0]],
    ['web 2', cluster.webs[1]],
    ['worker 2', cluster.workers[1]],
  ];
  onTestFailed(() => {
    for (const [name, { process }] of members) print(`${name}:\n${process.output().slice(-2000)}`);
  });
  const sample = await cluster.seed({ bots: 40, users: 200, votes: 0, webhookUrl: receiver.url });
  const cookies = await Promise.all(sample.users.map(({ id }) => cluster.signIn(id)));
  const traffic = startTraffic(cluster.url, sample, cookies, ROUND_MS);
  for (const [folder, name] of [
    [ROOT, 'this version'],
    [old, release.version],
  ] as const) {
    for (const [member, each] of members) {
      const at = Date.now();
      each.folder = folder;
      await cluster.restart(each);
      await delay(PAUSE_MS);
      print(`${member} to ${name}: ${traffic.failuresSince(at).length} failed`);
      expect(traffic.failuresSince(at)).toEqual([]);
    }
  }
  await traffic.stop();
  await cluster.untilNothingIsDue();
  const arrived = new Set(
    receiver.received.map(({ body }) => keyOf(body.bot_id, body.user_id, body.voted_at)),
  );
  print(`${traffic.accepted.size} votes answered, ${arrived.size} arrived`);
  expect(traffic.forgotten).toEqual([]);
  expect([...traffic.accepted].filter((key) => !arrived.has(key))).toEqual([]);
});
