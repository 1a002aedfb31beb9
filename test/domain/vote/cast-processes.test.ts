import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, inject, test } from 'vitest';
import { freePort } from '../../../src/embedded/ports.ts';
import { given } from '../../kit/given.ts';
import { RECEIVER } from '../../kit/given-delivery.ts';
import { newUserId } from '../../kit/ids.ts';
import { first } from '../../kit/present.ts';
import { startProcess } from '../../kit/process.ts';
import { forFile, postOperation, startService } from '../../kit/service.ts';
import { votesOf } from '../../kit/stored.ts';

const VOTES = 200;
const DOCUMENT = `mutation ($id: ID!) { result: castVote(botId: $id) {
  __typename ... on CastVotePayload { nextVoteAt } ... on VoteWindowActiveError { nextVoteAt } } }`;

const service = await forFile(startService());
const start = async () =>
  startProcess({ ...inject('environment'), PORT: String(await freePort(0)) }, ['web']);
const processes = await Promise.all([start(), start()]);
afterAll(() => Promise.all(processes.map((process) => process.stop())));

test('of 200 votes at once in two processes, one is recorded and delivered, the others get the next time', async () => {
  const { id: botId } = await given(service.services).listing().withWebhook(RECEIVER).approved();
  const userId = newUserId();
  const cookie = await service.signIn(userId);
  const cast = async (url: string): Promise<{ __typename: string; nextVoteAt: string }> => {
    const response = await postOperation(url, { query: DOCUMENT, variables: { id: botId } }, { cookie });
    // On a busy machine a process may say that it is busy, or that no connection to the database came free in time.
    if (response.status === 503) {
      await response.text();
      await delay(1000 * Number(response.headers.get('retry-after')));
      return cast(url);
    }
    const { data } = (await response.json()) as {
      data: { result: { __typename: string; nextVoteAt: string } } | null;
    };
    if (data) return data.result;
    await delay(1000);
    return cast(url);
  };
  const results = await Promise.all(
    Array.from({ length: VOTES }, (_, index) => cast(processes[index % processes.length]?.url ?? '')),
  );
  const recorded = results.filter(({ __typename }) => __typename === 'CastVotePayload');
  expect(recorded).toHaveLength(1);
  const { nextVoteAt } = first(recorded);
  const refusal = { __typename: 'VoteWindowActiveError', nextVoteAt };
  expect(results.filter((result) => result !== recorded[0])).toEqual(
    Array.from({ length: VOTES - 1 }, () => refusal),
  );
  const votedAt = new Date(Date.parse(nextVoteAt) - 12 * 60 * 60 * 1000).toISOString();
  const vote = `${userId} ${votedAt}`;
  expect(await votesOf(service.services, botId)).toEqual({
    log: [vote],
    windows: [vote],
    deliveries: [vote],
    count: 1,
  });
});
