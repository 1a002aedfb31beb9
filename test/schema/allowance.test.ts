import { describe, expect, test } from 'vitest';
import { USER_BUDGETS } from '../../src/limits/budget.ts';
import { given } from '../kit/given.ts';
import { newBotId } from '../kit/ids.ts';
import { INPUT } from '../kit/listing-input.ts';
import { startRedis } from '../kit/redis.ts';
import { fieldOf, startService, type TestService } from '../kit/service.ts';

const ALLOWANCE = `query ($of: DailyLimit!) {
  result: viewer { allowance(of: $of) { limit remaining nextAt } } }`;
const SUBMIT = `mutation ($id: ID!, $listing: ListingInput!) {
  result: submitListing(botId: $id, listing: $listing) {
    __typename ... on RateLimitedError { retryAfter } } }`;
const PUBLISH = `mutation ($id: ID!, $title: String!) {
  result: publishNews(botId: $id, title: $title, text: "Text") { __typename } }`;
const DAY_MS = 86_400_000;

const redis = await startRedis();

describe('What an owner has left today', () => {
  /** Two processes on one Redis. */
  const startTwo = async () => {
    const environment = { REDIS_URL: redis?.url ?? '' };
    return Promise.all([startService(environment), startService(environment)]);
  };
  const leftOf = async (service: TestService, cookie: string, of: 'SUBMISSIONS' | 'NEWS') =>
    fieldOf<{ allowance: { nextAt: string } }>(await service.graphql(ALLOWANCE, { of }, { cookie }), 'result')
      .allowance;
  const submit = async (service: TestService, cookie: string, listing: object = INPUT) =>
    fieldOf(await service.graphql(SUBMIT, { id: newBotId(), listing }, { cookie }), 'result');

  test.skipIf(!redis)(
    'is the same in each process, falls with each submission and not with a mistake, and ends with a time',
    async () => {
      const [one, other] = await startTwo();
      const cookie = await one.signIn();
      const { max } = USER_BUDGETS.submit;
      const full = { limit: max, remaining: max, nextAt: null };
      expect(await leftOf(one, cookie, 'SUBMISSIONS')).toEqual(full);
      expect(await submit(one, cookie, { ...INPUT, name: '' })).toMatchObject({
        __typename: 'InvalidListingError',
      });
      expect(await leftOf(other, cookie, 'SUBMISSIONS')).toEqual(full);
      const start = Date.now();
      for (let count = 1; count <= max; count++) {
        expect(await submit(count % 2 ? one : other, cookie)).toEqual({ __typename: 'Bot' });
        for (const service of [one, other])
          expect(await leftOf(service, cookie, 'SUBMISSIONS')).toMatchObject({ remaining: max - count });
      }
      const { nextAt } = await leftOf(other, cookie, 'SUBMISSIONS');
      expect(Date.parse(nextAt)).toBeGreaterThanOrEqual(start + DAY_MS - 1000);
      expect(Date.parse(nextAt)).toBeLessThanOrEqual(Date.now() + DAY_MS + 1000);
      expect(await submit(one, cookie)).toMatchObject({ __typename: 'RateLimitedError' });
      expect(await leftOf(one, await one.signIn(), 'SUBMISSIONS')).toEqual(full);
      expect(await leftOf(one, cookie, 'NEWS')).toMatchObject({ remaining: USER_BUDGETS.publishNews.max });
      await Promise.all([one.close(), other.close(), redis?.stop()]);
    },
  );

  test('of news does not fall with a note that is refused as it is written', async () => {
    const service = await startService();
    const { id, ownerId } = await given(service.services).listing().approved();
    const cookie = await service.signIn(ownerId);
    const { max } = USER_BUDGETS.publishNews;
    const publish = async (title: string) =>
      (await service.graphql(PUBLISH, { id, title }, { cookie })).data?.result.__typename;
    expect(await publish('')).toBe('InvalidInputError');
    expect(await leftOf(service, cookie, 'NEWS')).toMatchObject({ remaining: max });
    expect(await publish('A title')).toBe('Bot');
    expect(await leftOf(service, cookie, 'NEWS')).toMatchObject({ remaining: max - 1 });
    await service.close();
  });

  test('is unknown while nothing is counted, and for nobody else to read', async () => {
    const service = await startService({ REDIS_URL: 'redis://127.0.0.1:1', LOG_LEVEL: 'silent' });
    expect(await leftOf(service, await service.signIn(), 'SUBMISSIONS')).toBeNull();
    const { data } = await service.graphql(ALLOWANCE, { of: 'NEWS' });
    expect(data).toEqual({ result: null });
    await service.close();
  });
});
