import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe as always, beforeAll, expect, inject, test } from 'vitest';
import { checkReceiver } from '../../packages/client/src/check-receiver.ts';
import type { Seeded } from '../../src/seed/seed.ts';
import { sign } from '../client/signed.ts';
import { newUserId } from '../kit/ids.ts';
import { onTemporal, startDelivering } from '../kit/on-temporal.ts';
import { present } from '../kit/present.ts';
import { type Received, type Receiver, startReceiver } from '../kit/receiver.ts';
import { commandOf, type RunningProgram, startProgram } from './programs.ts';

const parts = inject('parts');
const RECEIVERS = [
  { language: 'TypeScript', file: 'typescript/receiver.ts', lacks: false },
  { language: 'Python', file: 'python/receiver.py', lacks: !parts.python },
  { language: 'Go', file: 'go/receiver.go', lacks: !parts.go },
];
const CAST = 'mutation ($id: ID!) { castVote(botId: $id) { __typename ... on CastVotePayload { votedAt } } }';
const SEND_TEST = 'mutation ($id: ID!) { sendTestWebhook(botId: $id) { __typename ... on Delivery { id } } }';

const { service } = await onTemporal(startDelivering);

for (const { language, file, lacks } of RECEIVERS) {
  always.skipIf(lacks || !parts.temporal)(`The receiver in ${language}`, () => {
    let seeded: Seeded;
    let bot: Seeded['bots'][number];
    let folder: string;
    let program: RunningProgram;
    let url: string;
    /** Between the service and the program: it passes deliveries on as they are, and keeps them. */
    let relay: Receiver;
    const answers: number[] = [];

    const forward = async (
      { headers, rawBody }: Pick<Received, 'headers' | 'rawBody'>,
      changed: Record<string, string | undefined> = {},
    ): Promise<number> => {
      const named = [
        'content-type',
        'authorization',
        ...Object.keys(headers).filter((name) => name.startsWith('x-')),
      ];
      const sent = new Headers(named.map((name): [string, string] => [name, String(headers[name])]));
      for (const [name, value] of Object.entries(changed)) {
        if (value === undefined) sent.delete(name);
        else sent.set(name, value);
      }
      const response = await fetch(url, { method: 'POST', headers: sent, body: new Uint8Array(rawBody) });
      return response.status;
    };
    /** A vote that arrived: what the service sent for it. */
    const vote = async (userId: string): Promise<Received> => {
      const cookie = await service.signIn(userId);
      await service.graphql(CAST, { id: bot.id }, { cookie });
      await program.printed(new RegExp(`^User ${userId} voted for ${bot.id} at .*Z$`, 'm'));
      return present(relay.received.find(({ body }) => body.user_id === userId));
    };
    const rewardsOf = (userId: string) => program.output().split(`User ${userId} voted`).length - 1;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'bot-listing-receiver-'));
      relay = await startReceiver();
      relay.answer = async (received) => {
        const status = await forward(received);
        answers.push(status);
        return status;
      };
      seeded = await service.seed({ bots: 1, users: 5, webhookUrl: relay.url });
      bot = present(seeded.bots[0]);
      const path = join(import.meta.dirname, '../../examples/receivers', file);
      program = startProgram(await commandOf(path, folder), { WEBHOOK_SECRET: bot.webhookSecret, PORT: '0' });
      url = present((await program.printed(/^Listening at (\S+)$/m))[1]);
    }, 300_000);
    afterAll(async () => {
      await program?.stop();
      await relay?.close();
      await rm(folder, { recursive: true, force: true });
    });

    test('takes the delivery of a vote', async () => {
      const before = answers.length;
      const received = await vote(newUserId());
      await expect.poll(() => answers.slice(before)).toEqual([204]);
      expect(program.output()).toContain(`at ${received.body.voted_at}`);
    });

    test('takes a test that the owner sends for no vote', async () => {
      const cookie = await service.signIn(seeded.ownerId);
      const { data } = await service.graphql(SEND_TEST, { id: bot.id }, { cookie });
      expect(data?.sendTestWebhook.__typename).toBe('Delivery');
      await program.printed(/^A test arrived\.$/m);
      expect(rewardsOf(seeded.ownerId)).toBe(0);
    });

    test('takes a delivery that comes again, and rewards it once', async () => {
      const [userId, later] = [newUserId(), newUserId()];
      const received = await vote(userId);
      expect(await forward(received)).toBe(204);
      await vote(later);
      expect([rewardsOf(userId), rewardsOf(later)]).toEqual([1, 1]);
    });

    test.each<[string, Record<string, string | undefined>]>([
      ['another signature', { 'x-webhook-signature-256': `sha256=${'0'.repeat(64)}` }],
      ['a shorter signature', { 'x-webhook-signature-256': 'sha256=0' }],
      ['a signature that is no ASCII', { 'x-webhook-signature-256': `sha256=${'é'.repeat(64)}` }],
      ['no signature', { 'x-webhook-signature-256': undefined }],
      ['an empty signature', { 'x-webhook-signature-256': '' }],
      ['another secret', { authorization: 'whsec_another' }],
      ['a secret that is no ASCII', { authorization: 'whsec_é' }],
      ['no secret', { authorization: undefined }],
      ['neither', { authorization: undefined, 'x-webhook-signature-256': undefined }],
    ])('refuses a delivery with %s', async (_, changed) => {
      const userId = newUserId();
      const received = await vote(userId);
      const again = { 'x-webhook-delivery': newUserId() };
      expect(await forward(received, { ...again, ...changed })).toBe(401);
      // It was for the change: otherwise it would have been taken, and rewarded twice.
      expect(rewardsOf(userId)).toBe(1);
      expect(await forward(received, again)).toBe(204);
      await expect.poll(() => rewardsOf(userId)).toBe(2);
    });

    test('refuses a body that was changed', async () => {
      const { headers, rawBody } = await vote(newUserId());
      const changed = Buffer.from(rawBody.toString().replace(/"user_id":"\d/, '"user_id":"9'));
      expect(changed.equals(rawBody)).toBe(false);
      expect(await forward({ headers, rawBody: changed })).toBe(401);
      expect(await forward({ headers, rawBody: Buffer.alloc(0) })).toBe(401);
      expect(await forward({ headers, rawBody: Buffer.from(`${rawBody} `) })).toBe(401);
    });

    test('refuses a signed body that is no JSON, and takes that delivery when it comes right', async () => {
      const userId = newUserId();
      const received = await vote(userId);
      const delivery = { 'x-webhook-delivery': newUserId() };
      const rawBody = Buffer.from('{"event":');
      const signature = { 'x-webhook-signature-256': sign(rawBody, bot.webhookSecret) };
      expect(await forward({ ...received, rawBody }, { ...delivery, ...signature })).toBe(400);
      expect(await forward(received, delivery)).toBe(204);
      await expect.poll(() => rewardsOf(userId)).toBe(2);
    });

    test('lets an event pass that it does not know', async () => {
      const userId = newUserId();
      const received = await vote(userId);
      const changed = { 'x-webhook-event': 'vote.delete', 'x-webhook-delivery': newUserId() };
      expect(await forward(received, changed)).toBe(204);
      await vote(newUserId());
      expect(rewardsOf(userId)).toBe(1);
    });

    test('passes all checks of the client package, and rewards nothing for them', async () => {
      const lines: string[] = [];
      const secret = bot.webhookSecret;
      const isGood = await checkReceiver({ url, secret, print: (line) => lines.push(line) });
      expect(lines.filter((line) => !line.startsWith('pass'))).toEqual([]);
      expect([isGood, lines.length]).toEqual([true, 7]);
      expect(rewardsOf('100000000000000001')).toBe(0);
    });

    test('does not read without end, and answers nowhere else', async () => {
      const { headers } = await vote(newUserId());
      // The connection may be cut before all is sent.
      const status = await forward({ headers, rawBody: Buffer.alloc(1_000_000) }).catch(() => 413);
      expect(status).toBe(413);
      expect((await fetch(new URL('/other', url), { method: 'POST' })).status).toBe(404);
    });
  });
}
