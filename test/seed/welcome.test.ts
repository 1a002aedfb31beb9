import { describe, expect, test } from 'vitest';
import { describeStart } from '../../src/seed/welcome.ts';

const SITE = 'http://127.0.0.1:3000';
const OWNER_ID = '111111111111111111';
const SAMPLES = {
  ownerId: OWNER_ID,
  bots: [{ id: '222222222222222222', token: 'blt_sample', webhookSecret: 'whsec_sample', ownerId: OWNER_ID }],
  users: [{ id: '333333333333333333', name: 'Ada' }],
};
const OWNER = `sign in with this id at ${SITE}/sign-in, then manage it at ${SITE}/dashboard`;
const VOTE = `Vote as a user at ${SITE}/bot/222222222222222222/vote`;

describe('The greeting', () => {
  test.each([
    ['development', [true, true]],
    ['provider', [false, true]],
    [undefined, [false, false]],
  ] as const)('where people sign in by %s tells what can be done with it', (signIn, [owner, vote]) => {
    const text = describeStart({ site: SITE, temporalUi: undefined, signIn }, SAMPLES);
    expect(text).toContain(`-H 'Authorization: blt_sample'`);
    expect([text.includes(OWNER), text.includes(SAMPLES.ownerId)]).toEqual([owner, owner]);
    expect(text.includes(VOTE)).toBe(vote);
  });

  test('after the first start shows no token and no sample', () => {
    const text = describeStart({ site: SITE, temporalUi: 'http://t', signIn: 'development' }, undefined);
    expect(text).toContain('http://t');
    expect(text).not.toMatch(/Authorization|Sample|owner/);
  });
});
