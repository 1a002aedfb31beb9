import { beforeEach, expect, test } from 'vitest';
import { createMailer } from '../../src/net/mailer.ts';
import { startMailServer } from '../kit/mail-server.ts';
import { forFile } from '../kit/service.ts';

const mails = await forFile(startMailServer());
const faults: unknown[] = [];
beforeEach(() => {
  Object.assign(mails, { lateMs: () => 0 });
  mails.received.length = 0;
  faults.length = 0;
});

const MAIL = { to: 'ada@example.org', subject: 'News', text: 'Text.' };
const mailer = (limitMs?: number) =>
  createMailer(mails.url, 'notices@bots.example', (fault) => faults.push(fault), limitMs);

test('an email is sent that the server acknowledges late, as one does that looks for spam', async () => {
  mails.lateMs = (step) => (step === 'content' ? 9000 : 0);
  expect(await mailer().send(MAIL)).toBe('sent');
  expect(mails.received).toHaveLength(1);
  expect(faults).toEqual([]);
}, 30_000);

test('an email ends in its time, also at a server that is late with each step, and does not arrive afterwards', async () => {
  mails.lateMs = () => 300;
  expect(await mailer(3000).send(MAIL)).toBe('sent');
  mails.received.length = 0;
  expect(await mailer(800).send(MAIL)).toBe('unavailable');
  // Whoever waits for a code in a form has less time.
  expect(await mailer().send(MAIL, 800)).toBe('unavailable');
  await expect.poll(() => mails.openConnections()).toBe(0);
  expect(mails.received).toEqual([]);
  expect(faults).toHaveLength(2);
});
