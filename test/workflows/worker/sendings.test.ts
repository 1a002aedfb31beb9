import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { holdAll, releaseAll } from '../../../src/domain/delivery/hold-all.ts';
import { addWebhookChannel } from '../../../src/domain/notices/channels.ts';
import { addCoOwner } from '../../../src/domain/ownership/owners.ts';
import { dueSendings } from '../../../src/workflows/worker/sendings.ts';
import { workOff } from '../../../src/workflows/worker/work-off.ts';
import { given } from '../../kit/given.ts';
import { keepLog } from '../../kit/kept-log.ts';
import { startMailServer } from '../../kit/mail-server.ts';
import { startReceiver } from '../../kit/receiver.ts';
import { forFile, startOwnService, startService } from '../../kit/service.ts';

const receiver = await forFile(startReceiver());
const mails = await forFile(startMailServer());
const service = await forFile(startOwnService({ SMTP_URL: mails.url, MAIL_FROM: 'notices@bots.example' }));
const { services } = service;
const { sql } = services.db;
beforeEach(() => {
  Object.assign(receiver, { answer: () => 200 }).received.length = 0;
});

/** A user who is invited to manage a bot, with a chat. @returns the id of the channel */
async function invited(): Promise<string> {
  const userId = await given(services).user();
  const url = `${new URL(receiver.url).origin}/api/webhooks/1/secret`;
  const { id } = await addWebhookChannel(services, userId, { kind: 'discord', url, language: 'en' });
  const bot = await given(services).listing().approved();
  await addCoOwner(services, bot.id, userId, bot.ownerId);
  return id;
}
const stateOf = async (channelId: string) =>
  (await sql`select state, tries from notice_sends where channel_id = ${channelId}`)[0];
const untilSent = (channelId: string) =>
  expect.poll(() => stateOf(channelId), { timeout: 20_000 }).toMatchObject({ state: 'sent' });

test('two workers send each notice once, also while Temporal is away', async () => {
  const away = { ...service.environment, TEMPORAL_ADDRESS: '127.0.0.1:1' };
  const workers = await Promise.all([startService(away, 'worker'), startService(away, 'worker')]);
  const channels = [await invited(), await invited(), await invited()];
  for (const id of channels) await untilSent(id);
  await delay(1500);
  expect(receiver.received).toHaveLength(3);
  await Promise.all(workers.map((worker) => worker.close()));
}, 60_000);

test('while deliveries are held, notices wait', async () => {
  await holdAll(services);
  const held = await startService(service.environment, 'worker');
  const id = await invited();
  await delay(2500);
  await held.close();
  expect(receiver.received).toEqual([]);
  expect(await stateOf(id)).toEqual({ state: 'waiting', tries: 0 });
  await releaseAll(services);
  await sql`delete from notice_sends`;
}, 60_000);

test('many emails use five connections to the mail server, and delay no other notice', async () => {
  mails.lateMs = (step) => (step === 'connection' ? 1000 : 0);
  const userId = await given(services).user();
  await sql`
    insert into notice_channels (id, user_id, kind, address, address_key, label, created_at, confirmed_at)
    select gen_random_uuid(), ${userId}, 'email', jsonb_build_object('email', place || '@example.org', 'language', 'en'),
      place::text, 'Email', now(), now() from generate_series(1, 30) place`;
  const bot = await given(services).listing().approved();
  await addCoOwner(services, bot.id, userId, bot.ownerId);
  const chat = await invited();
  const workers = [true, false].map((areEmails) => workOff(dueSendings(services, areEmails), keepLog().log));
  await untilSent(chat);
  expect(mails.received.length).toBeLessThan(10);
  await expect.poll(() => mails.received.length, { timeout: 30_000 }).toBe(30);
  expect(new Set(mails.received.map(({ to }) => to)).size).toBe(30);
  expect(mails.mostConnections).toBe(5);
  await Promise.all(workers.map((worker) => worker.close()));
}, 60_000);

test('a receiver that is silent delays no other one, and a request under way may end when the worker stops', async () => {
  const silent = await invited();
  const answer = Promise.withResolvers<number>();
  receiver.answer = () => (receiver.received.length === 1 ? answer.promise : 200);
  const { log, lines } = keepLog();
  const worker = workOff(dueSendings(services, false), log);
  await receiver.until(1);
  const other = await invited();
  await untilSent(other);
  expect(await stateOf(silent)).toEqual({ state: 'waiting', tries: 1 });
  const closed = worker.close();
  answer.resolve(200);
  await closed;
  expect(await stateOf(silent)).toEqual({ state: 'sent', tries: 1 });
  expect(lines).toEqual([]);
}, 60_000);

test('a fault is logged once, without its text, and the next look goes on', async () => {
  const id = await invited();
  const { log, lines } = keepLog();
  let faults = 0;
  const noticeWords = {
    ...services.noticeWords,
    notice(...about: Parameters<typeof services.noticeWords.notice>) {
      faults += 1;
      if (faults <= 2) throw new Error('secret');
      return services.noticeWords.notice(...about);
    },
  };
  const worker = workOff(dueSendings({ ...services, noticeWords }, false), log);
  for (const tries of [1, 2, 3]) {
    await expect.poll(async () => (await stateOf(id))?.tries, { timeout: 20_000 }).toBe(tries);
    await expect.poll(() => faults).toBe(tries);
    // The next looks find nothing that is due. That ends no fault.
    if (tries < 3) await delay(1500);
    if (tries < 3) expect(lines).toHaveLength(1);
    await sql`update notice_sends set due_at = now() where state = 'waiting'`;
  }
  await untilSent(id);
  await worker.close();
  expect(lines).toEqual([
    { level: 40, fault: 'Error', msg: 'Notices cannot be sent. They wait in the database.' },
    { level: 30, failures: 2, msg: 'Notices are sent again.' },
  ]);
}, 60_000);
