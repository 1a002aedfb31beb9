import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, Connection, ScheduleNotFoundError } from '@temporalio/client';
import { expect, onTestFailed, test } from 'vitest';
import { lastRelease, type Release } from '../../scripts/last-release.ts';
import type { Seeded } from '../../src/seed/seed.ts';
import { keyOf } from '../faults/vote-stream.ts';
import { makeFolder } from '../kit/folder.ts';
import { type MailServer, startMailServer } from '../kit/mail-server.ts';
import { json, startPlatform, type TestPlatform } from '../kit/platform.ts';
import { type Receiver, startReceiver } from '../kit/receiver.ts';
import { type Cluster, print, ROOT, startCluster } from './cluster.ts';
import { installRelease } from './released.ts';
import { startTraffic } from './traffic.ts';

const PAUSE_MS = 2000;
/** Slow, because a process that starts takes the whole CPU of a small machine, and strangers then get 503. */
const ROUND_MS = 150;
/** The first retry of a refresh comes after a minute, and processes of earlier versions make its schedule each minute. */
const MINUTES = { timeout: 180_000, interval: 500 };
/** The regular job refreshes for the first time five minutes after the start of a worker. */
const REFRESHED = { timeout: 480_000, interval: 1000 };
const TASK_QUEUE = 'vote-deliveries';
/** Listings that follow the chat platform. */
const FOLLOWING = 6;
/** The last commit before this version whose workers ran workflows of reminders and of notices. No release has them. */
const WITH_ALL_WORKFLOWS: Release = {
  version: 'a commit after 1.0.0',
  commit: 'f3125d817d62df101789144f3f55254f0a95e805',
};
/** Reminders, each of another user. One is due each {@link REMINDER_MS}. */
const REMINDERS = 120;
const REMINDER_MS = 4000;

/** A cluster of an earlier version, with what its processes reach outside. */
interface Earlier {
  readonly cluster: Cluster;
  readonly temporal: Client;
  readonly sample: Seeded;
  readonly receiver: Receiver;
  readonly platform: TestPlatform;
  readonly mails: MailServer;
  /** Starts all processes anew, one after the other, with this version or with the earlier one. */
  move(to: 'this version' | 'the earlier one', check?: (at: number) => void): Promise<void>;
}

async function startEarlier(release: Release, opened: AsyncDisposableStack): Promise<Earlier> {
  const folder = await makeFolder('release', opened);
  await installRelease(ROOT, release, folder);
  const closing = <Part extends { close(): unknown }>(part: Part): Part => {
    opened.defer(async () => void (await part.close()));
    return part;
  };
  const receiver = closing(await startReceiver());
  const platform = closing(await startPlatform());
  const mails = closing(await startMailServer());
  const cluster = closing(
    await startCluster(folder, {
      ...platform.environment,
      SMTP_URL: mails.url,
      MAIL_FROM: 'notices@bots.example.com',
    }),
  );
  const connection = closing(await Connection.connect({ address: cluster.temporalAddress }));
  const members = [
    ['web 1', cluster.webs[0]],
    ['worker 1', cluster.workers[0]],
    ['web 2', cluster.webs[1]],
    ['worker 2', cluster.workers[1]],
  ] as const;
  onTestFailed(() => {
    for (const [name, { process }] of members) print(`${name}:\n${process.output().slice(-2000)}`);
  });
  const sample = await cluster.seed({ bots: 40, users: 200, votes: 0, webhookUrl: receiver.url });
  const { sql } = cluster.db;
  await sql`
    update bots set follows_platform = true
    where id = any(${sample.bots.slice(0, FOLLOWING).map(({ id }) => id)}::text[])`;
  return {
    ...{ cluster, sample, receiver, platform, mails, temporal: new Client({ connection }) },
    async move(to, check) {
      for (const [name, member] of members) {
        const at = Date.now();
        member.folder = to === 'this version' ? ROOT : folder;
        await cluster.restart(member);
        await delay(PAUSE_MS);
        print(`${name} to ${to === 'this version' ? to : release.version}`);
        check?.(at);
      }
    },
  };
}

/** How many workflows of a kind wait. Temporal's list is a moment late. */
async function countWaiting({ temporal }: Earlier, kind: string): Promise<number> {
  const query = `WorkflowType = '${kind}' AND ExecutionStatus = 'Running'`;
  return (await temporal.workflow.count(query)).count;
}

/** The daily refresh of the earlier version. Its processes make the schedule each minute. */
async function triggerRefresh({ temporal }: Earlier): Promise<void> {
  const trigger = () => temporal.schedule.getHandle(`refresh-listings/${TASK_QUEUE}`).trigger();
  await expect.poll(() => trigger().then(() => true), MINUTES).toBe(true);
}

/** Lets the earlier version begin a refresh, which waits because the chat platform does not respond. */
async function startWaitingRefresh(earlier: Earlier): Promise<void> {
  const { platform, sample } = earlier;
  for (const { id } of sample.bots.slice(0, FOLLOWING)) {
    platform.answers.set(`/applications/${id}`, json({ message: 'Away.' }, 503));
  }
  await triggerRefresh(earlier);
  await expect.poll(() => platform.asked.length, MINUTES).toBeGreaterThanOrEqual(3);
  await expect.poll(() => countWaiting(earlier, 'refreshListings'), MINUTES).toBe(1);
}

/** The chat platform responds again. */
function endOutage({ platform, sample }: Earlier): void {
  platform.asked.length = 0;
  sample.bots.slice(0, FOLLOWING).forEach(({ id }, index) => {
    platform.add(id, { name: `Refreshed ${index}` });
  });
}

const lookUpsOf = ({ sample }: Earlier) =>
  sample.bots
    .slice(0, FOLLOWING)
    .map(({ id }) => `/applications/${id}`)
    .toSorted();

async function expectRefreshEnded(earlier: Earlier): Promise<void> {
  await expect.poll(() => countWaiting(earlier, 'refreshListings'), MINUTES).toBe(0);
  const schedule = earlier.temporal.schedule.getHandle(`refresh-listings/${TASK_QUEUE}`);
  await expect(schedule.describe()).rejects.toThrow(ScheduleNotFoundError);
}

test('from the last release to this version and back, process by process, no request fails, no vote is lost, and a refresh that waits ends', async () => {
  await using opened = new AsyncDisposableStack();
  const release = lastRelease(await readFile(join(ROOT, 'CHANGELOG.md'), 'utf8'));
  const earlier = await startEarlier(release, opened);
  const { cluster, sample, receiver, platform } = earlier;
  await startWaitingRefresh(earlier);
  const cookies = await Promise.all(sample.users.map(({ id }) => cluster.signIn(id)));
  const traffic = startTraffic(cluster.url, sample, cookies, ROUND_MS);
  const check = (at: number) => expect(traffic.failuresSince(at)).toEqual([]);
  await earlier.move('this version', check);
  await expectRefreshEnded(earlier);
  endOutage(earlier);
  await earlier.move('the earlier one', check);
  await traffic.stop();
  await cluster.untilNothingIsDue();
  const arrived = new Set(
    receiver.received.map(({ body }) => keyOf(body.bot_id, body.user_id, body.voted_at)),
  );
  print(`${traffic.accepted.size} votes answered, ${arrived.size} arrived`);
  expect(traffic.forgotten).toEqual([]);
  expect([...traffic.accepted].filter((key) => !arrived.has(key))).toEqual([]);

  await triggerRefresh(earlier);
  await expect.poll(() => platform.asked.length, MINUTES).toBe(FOLLOWING);
  await expect.poll(() => countWaiting(earlier, 'refreshListings'), MINUTES).toBe(0);
  expect(platform.asked.toSorted()).toEqual(lookUpsOf(earlier));
});

/** Reminders as votes begin them, of users who get their notices by email. */
async function remindSoon({ cluster: { db }, sample }: Earlier): Promise<string[]> {
  const ids = sample.users.slice(0, REMINDERS).map(({ id }) => id);
  await db.sql`
    insert into notice_channels (id, user_id, kind, address, address_key, label, created_at, confirmed_at)
    select gen_random_uuid(), id, 'email', jsonb_build_object('email', id || '@example.com', 'language', 'en'), id,
      'Email', now(), now()
    from unnest(${ids}::text[]) as reader(id)`;
  await db.sql`
    insert into reminders (id, user_id, bot_id, due_at, start_at)
    select gen_random_uuid(), id, ${sample.bots[0]?.id ?? ''},
      now() + place * ${REMINDER_MS}::int * interval '1 ms', now()
    from unnest(${ids}::text[]) with ordinality as reader(id, place)`;
  return ids;
}

/**
 * A workflow that ended at a worker of this version has left what it had to do to a row. Processes of the earlier version
 * take up a notice three hours after the start of its workflow, and a reminder ten minutes after its time. This ends
 * these times.
 */
async function endPauses({ cluster: { db } }: Earlier): Promise<void> {
  await db.sql`
    update notice_sends set due_at = now() where state = 'waiting' and due_at > now() + interval '2 hours 30 minutes'`;
  await db.sql`
    update reminders set start_at = now() where start_at > now() and due_at < now() - interval '15 seconds'`;
}

test('workflows of reminders, notices and a refresh that wait at an upgrade end, and what they had to do is done once, also when you go back', async () => {
  await using opened = new AsyncDisposableStack();
  const earlier = await startEarlier(WITH_ALL_WORKFLOWS, opened);
  const { cluster, mails, platform } = earlier;
  const { sql } = cluster.db;
  // Each receiver refuses its first email for a while, so that each notice waits.
  const tried = new Set<string>();
  mails.answer = (to) => {
    const isFirst = !tried.has(to);
    tried.add(to);
    return isFirst ? 451 : 250;
  };
  const told = async (): Promise<number> =>
    (await sql`select count(*)::int as told from notices where kind = 'vote_open'`)[0]?.told;
  const report = async (moment: string) => {
    const waiting = await Promise.all(
      ['remindToVote', 'sendNotice', 'refreshListings'].map((kind) => countWaiting(earlier, kind)),
    );
    print(`${moment}: ${await told()} told, ${mails.received.length} emails; workflows wait: ${waiting}`);
  };

  await startWaitingRefresh(earlier);
  const ids = await remindSoon(earlier);
  await expect.poll(() => countWaiting(earlier, 'remindToVote'), MINUTES).toBeGreaterThan(REMINDERS - 20);
  await expect.poll(() => countWaiting(earlier, 'sendNotice'), MINUTES).toBeGreaterThan(0);
  await report('before');
  await earlier.move('this version');
  endOutage(earlier);
  await report('upgraded');
  await expectRefreshEnded(earlier);
  await expect.poll(() => countWaiting(earlier, 'sendNotice'), MINUTES).toBe(0);
  await endPauses(earlier);
  await expect.poll(() => platform.asked.length, REFRESHED).toBe(FOLLOWING);
  await report('refreshed');
  await earlier.move('the earlier one');
  await expect
    .poll(async () => {
      await endPauses(earlier);
      return await told();
    }, MINUTES)
    .toBe(REMINDERS);
  await expect.poll(() => countWaiting(earlier, 'remindToVote'), MINUTES).toBe(0);
  await triggerRefresh(earlier);
  await report('back');
  expect(platform.asked.toSorted()).toEqual(lookUpsOf(earlier));
  await expect
    .poll(async () => {
      await endPauses(earlier);
      return sql`select state from notice_sends where state <> 'sent'`;
    }, MINUTES)
    .toEqual([]);
  await expect.poll(() => countWaiting(earlier, 'sendNotice'), MINUTES).toBe(0);
  await report('at the end');
  expect(await sql`select id from reminders`).toEqual([]);
  expect(
    await sql`
    select user_id from notices where kind = 'vote_open' group by user_id having count(*) > 1`,
  ).toEqual([]);
  expect(mails.received.map(({ to }) => to).toSorted()).toEqual(
    ids.map((id) => `${id}@example.com`).toSorted(),
  );
}, 1_500_000);
