import { describe, expect, test } from 'vitest';
import { verifyWebhook, WebhookError } from '../../packages/client/src/index.ts';
import { altered, SECRET, sign, signed, signedVote, VOTED_AT } from './signed.ts';

const verify = (delivery: Omit<Parameters<typeof verifyWebhook>[0], 'secret'>) =>
  verifyWebhook({ secret: SECRET, ...delivery });

describe('verifyWebhook gives the vote', () => {
  const { body, headers } = signedVote();
  const { bot_id: botId, user_id: userId } = JSON.parse(body) as Record<string, string>;
  const bytes = new TextEncoder().encode(body);
  const upperCase = Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value]),
  );

  test.each([
    ['a string and headers of Node', { body, headers }],
    ['bytes and Web Headers', { body: bytes, headers: new Headers(headers) }],
    ['a Buffer and names in capitals', { body: Buffer.from(body), headers: upperCase }],
    ['an ArrayBuffer', { body: bytes.buffer, headers }],
    ['a part of a larger buffer', { body: Buffer.from(`..${body}..`).subarray(2, -2), headers }],
    ['hexadecimal digits in capitals', { body, headers: { ...headers, ...withCapitals(body) } }],
  ])('for %s', async (_, delivery) => {
    expect(await verify(delivery)).toEqual({
      event: 'vote.create',
      deliveryId: headers['x-webhook-delivery'],
      botId,
      userId,
      votedAt: new Date(VOTED_AT),
      isTest: false,
    });
  });

  test.each([
    [true, true],
    [false, false],
    ['true', false],
  ])('and says whether it is a test: %j', async (value, isTest) => {
    const vote = signed(JSON.stringify({ ...JSON.parse(body), test: value }));
    expect(await verify(vote)).toMatchObject({ event: 'vote.create', isTest });
    // Nobody signs the header, so it decides nothing.
    const header = { ...headers, 'x-webhook-test': 'true' };
    expect(await verify({ body, headers: header })).toMatchObject({ isTest: false });
  });
});

describe('verifyWebhook refuses', () => {
  test.each<[string, string, string | undefined, string]>([
    ['a forged signature', 'x-webhook-signature-256', sign('another body'), 'WRONG_SIGNATURE'],
    ['a signature with another secret', 'x-webhook-signature-256', sign('x', 'whsec_x'), 'WRONG_SIGNATURE'],
    ['a short signature', 'x-webhook-signature-256', 'sha256=00', 'WRONG_SIGNATURE'],
    ['a signature without its prefix', 'x-webhook-signature-256', '0'.repeat(64), 'WRONG_SIGNATURE'],
    [
      'a signature that is no hexadecimal',
      'x-webhook-signature-256',
      `sha256=${'z'.repeat(64)}`,
      'WRONG_SIGNATURE',
    ],
    ['no signature', 'x-webhook-signature-256', undefined, 'MISSING_HEADER'],
    ['an empty signature', 'x-webhook-signature-256', '', 'MISSING_HEADER'],
    ['another secret', 'authorization', 'whsec_another', 'WRONG_SECRET'],
    ['the secret with more after it', 'authorization', `${SECRET}x`, 'WRONG_SECRET'],
    ['no secret', 'authorization', undefined, 'MISSING_HEADER'],
    ['no event', 'x-webhook-event', undefined, 'MISSING_HEADER'],
    ['no delivery id', 'x-webhook-delivery', undefined, 'MISSING_HEADER'],
  ])('%s', async (_, name, value, code) => {
    const { body, headers } = signedVote();
    const refusal = verify({ body, headers: { ...headers, [name]: value } });
    await expect(refusal).rejects.toBeInstanceOf(WebhookError);
    await expect(refusal).rejects.toMatchObject({ code, status: 401 });
  });

  test('a body of which any one character was altered', async () => {
    const { body, headers } = signedVote();
    for (let at = 0; at < body.length; at++) {
      await expect(verify({ headers, body: altered(body, at) })).rejects.toMatchObject({
        code: 'WRONG_SIGNATURE',
      });
    }
  });

  test('JSON that was parsed and written again', async () => {
    const { body, headers } = signedVote();
    const rewritten = JSON.stringify(JSON.parse(body), null, 1);
    await expect(verify({ headers, body: rewritten })).rejects.toMatchObject({ code: 'WRONG_SIGNATURE' });
  });

  test('a header that came twice', async () => {
    const { body, headers } = signedVote();
    await expect(verify({ body, headers: { ...headers, authorization: [SECRET, SECRET] } })).rejects.toThrow(
      WebhookError,
    );
  });

  test.each([
    ['no JSON', '{'],
    ['null', 'null'],
    [
      'another event',
      JSON.stringify({ event: 'vote.delete', bot_id: '1', user_id: '2', voted_at: VOTED_AT }),
    ],
    ['no user', JSON.stringify({ event: 'vote.create', bot_id: '1', voted_at: VOTED_AT })],
    ['no time', JSON.stringify({ event: 'vote.create', bot_id: '1', user_id: '2', voted_at: 'now' })],
  ])('a signed body that is %s', async (_, body) => {
    await expect(verify(signed(body))).rejects.toMatchObject({ code: 'INVALID_BODY', status: 400 });
  });

  test('to work with a body that was parsed, or without a secret', async () => {
    const { body, headers } = signedVote();
    await expect(verify({ headers, body: JSON.parse(body) })).rejects.toThrow(/raw body/);
    await expect(verifyWebhook({ secret: '', headers, body })).rejects.toThrow(TypeError);
  });
});

test('verifyWebhook gives an event that it does not know as it is', async () => {
  const delivery = signed('{"event":"vote.delete"}', { 'x-webhook-event': 'vote.delete' });
  expect(await verify(delivery)).toEqual({
    event: 'other',
    name: 'vote.delete',
    deliveryId: delivery.headers['x-webhook-delivery'],
    body: { event: 'vote.delete' },
  });
});

function withCapitals(body: string) {
  return { 'x-webhook-signature-256': `sha256=${sign(body).slice(7).toUpperCase()}` };
}
