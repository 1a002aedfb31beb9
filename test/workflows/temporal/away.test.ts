import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createLog } from '../../../src/lib/log.ts';
import { installTemporalRuntime } from '../../../src/workflows/temporal/runtime.ts';
import { ownDatabase } from '../../kit/database.ts';
import { type DevServer, startDevServer } from '../../kit/dev-server.ts';
import { type Receiver, startReceiver } from '../../kit/receiver.ts';
import { startService, type TestService } from '../../kit/service.ts';

const cli = inject('parts').temporal;
const CAST = 'mutation ($id: ID!) { castVote(botId: $id) { __typename } }';

const parts = new AsyncDisposableStack();
let receiver: Receiver;
let service: TestService;
let temporal: DevServer;
beforeAll(async () => {
  if (!cli) return;
  installTemporalRuntime(createLog('error'));
  temporal = await startDevServer(cli, parts);
  await temporal.stop();
  receiver = await startReceiver();
  // The dispatchers of other tests must not find its deliveries.
  const own = await ownDatabase(parts);
  service = await startService({ ...own, LOG_LEVEL: 'error', TEMPORAL_ADDRESS: temporal.address }, 'all');
});
afterAll(async () => {
  await service?.close();
  await receiver?.close();
  await parts.disposeAsync();
});

test.skipIf(cli === null)(
  'without Temporal the service works and says so; its deliveries go out as soon as Temporal is there',
  async () => {
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
  },
);
