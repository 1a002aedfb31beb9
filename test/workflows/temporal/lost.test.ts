import { setTimeout as delay } from 'node:timers/promises';
import { beforeEach, expect } from 'vitest';
import { castVote } from '../../../src/domain/vote/cast.ts';
import { SEARCH_ATTRIBUTES } from '../../../src/workflows/search-attributes.ts';
import { OF_OUTAGES } from '../../../src/workflows/temporal/runtime.ts';
import { startDevServer } from '../../kit/dev-server.ts';
import { given } from '../../kit/given.ts';
import { newUserId } from '../../kit/ids.ts';
import { keepLog } from '../../kit/kept-log.ts';
import { onTemporal } from '../../kit/on-temporal.ts';
import { startReceiver } from '../../kit/receiver.ts';
import { forFile, startOwnService } from '../../kit/service.ts';
import { untilSo } from '../../kit/time.ts';

/** Within this time the SDK has said dozens of things. */
const AWAY_MS = 4000;

const { log, lines } = keepLog();
const { test, server, receiver, service, botId } = await onTemporal(async (cli, parts) => {
  const receiver = await forFile(startReceiver());
  const server = await startDevServer(cli, parts);
  const service = await forFile(startOwnService({ TEMPORAL_ADDRESS: server.address }, 'all', log));
  await service.deliveriesReady;
  const { id: botId } = await given(service.services).listing().withWebhook(receiver.url).approved();
  return { server, receiver, service, botId };
}, log);
beforeEach(() => {
  lines.splice(0);
});

const vote = async () => {
  const userId = newUserId();
  await castVote(service.services, botId, userId);
  return userId;
};

const told = () => lines.filter(({ from }) => from === undefined).map(({ msg }) => msg);
const toldBySdk = () => lines.filter(({ from, msg }) => from !== undefined && OF_OUTAGES.test(msg));

test('when Temporal is away, with deliveries under way, one line tells when it goes and one when it is back', async () => {
  const answers: (() => void)[] = [];
  receiver.answer = () => new Promise((resolve) => answers.push(() => resolve(200)));
  for (let count = 0; count < 8; count += 1) await vote();
  await untilSo(() => answers.length === 8);
  await server.stop();
  for (const answer of answers) answer();
  receiver.answer = () => 200;
  const arrived = receiver.received.length;
  const late = await vote();
  await untilSo(() => told().length > 0);
  await delay(AWAY_MS);
  expect(told()).toEqual(['Temporal does not respond. Until that changes, deliveries wait in the database.']);
  expect(toldBySdk()).toEqual([]);

  await server.start();
  await receiver.until(arrived + 1);
  expect(receiver.received.some(({ body }) => body.user_id === late)).toBe(true);
  await untilSo(() => told().length > 1);
  expect(told().slice(1)).toEqual(['Deliveries run: Temporal is there.']);
  expect(toldBySdk()).toEqual([]);
}, 120_000);

test('after the loss of its storage votes are delivered at once, and what is kept there is made again', async () => {
  const before = receiver.received.length;
  await server.stop();
  await server.loseStorage();
  await server.start();
  const voters = [await vote(), await vote(), await vote()];
  await receiver.until(before + 3);
  expect(
    receiver.received
      .slice(before)
      .map(({ body }) => body.user_id)
      .toSorted(),
  ).toEqual(voters.toSorted());

  const { connection } = await server.client();
  await untilSo(async () => {
    const { customAttributes } = await connection.operatorService.listSearchAttributes({
      namespace: 'default',
    });
    return Object.keys(SEARCH_ATTRIBUTES).every((name) => name in (customAttributes ?? {}));
  });
}, 120_000);
