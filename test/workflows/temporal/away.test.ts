import { expect } from 'vitest';
import { startDevServer } from '../../kit/dev-server.ts';
import { onTemporal } from '../../kit/on-temporal.ts';
import { startReceiver } from '../../kit/receiver.ts';
import { forFile, startOwnService } from '../../kit/service.ts';

const CAST = 'mutation ($id: ID!) { castVote(botId: $id) { __typename } }';

const { test, temporal, service, receiver } = await onTemporal(async (cli, parts) => {
  const temporal = await startDevServer(cli, parts);
  await temporal.stop();
  const receiver = await forFile(startReceiver());
  const service = await forFile(startOwnService({ TEMPORAL_ADDRESS: temporal.address }, 'all'));
  return { temporal, service, receiver };
});

test('without Temporal the service works and says so; its deliveries go out as soon as Temporal is there', async () => {
  const { bots, users } = await service.seed({ webhookUrl: receiver.url });
  const cookie = await service.signIn(users[0]?.id ?? '');
  const cast = await service.graphql(CAST, { id: bots[0]?.id }, { cookie });
  expect(cast.data?.castVote.__typename).toBe('CastVotePayload');
  const health = await service.call('GET', '/api/health');
  expect(health).toMatchObject({ status: 200, body: { status: 'ok', temporal: 'unavailable' } });
  expect(receiver.received).toHaveLength(0);

  await temporal.start();
  await receiver.until(1);
  expect(receiver.received[0]?.body.user_id).toBe(users[0]?.id);
  const well = await service.call('GET', '/api/health');
  expect(well.body).toMatchObject({ temporal: 'ok' });
});
