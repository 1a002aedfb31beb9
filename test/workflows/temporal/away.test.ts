import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { freePort } from '../../../src/embedded/ports.ts';
import { type EmbeddedTemporal, startEmbeddedTemporal } from '../../../src/embedded/temporal.ts';
import { createLog } from '../../../src/telemetry/log.ts';
import { installTemporalRuntime } from '../../../src/workflows/temporal/runtime.ts';
import { ownDatabase } from '../../kit/database.ts';
import { type Receiver, startReceiver } from '../../kit/receiver.ts';
import { startService, type TestService } from '../../kit/service.ts';

const cli = inject('parts').temporal;
const CAST = 'mutation ($id: ID!) { castVote(botId: $id) { __typename } }';

const parts = new AsyncDisposableStack();
let dataDir: string;
let grpc: number;
let receiver: Receiver;
let service: TestService;
let temporal: EmbeddedTemporal | undefined;
beforeAll(async () => {
  installTemporalRuntime(createLog('error'));
  grpc = await freePort(0);
  receiver = await startReceiver();
  // The dispatchers of other tests must not find its deliveries.
  const own = await ownDatabase(parts);
  dataDir = own.DATA_DIR;
  service = await startService({ ...own, LOG_LEVEL: 'error', TEMPORAL_ADDRESS: `127.0.0.1:${grpc}` }, 'all');
});
afterAll(async () => {
  await service?.close();
  await temporal?.stop();
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

    const ports = { grpc, ui: await freePort(0, grpc) };
    temporal = await startEmbeddedTemporal({ dataDir, cli: cli ?? '', ports, log: createLog('error') });
    await receiver.until(1);
    expect(receiver.received[0]?.body.user_id).toBe(users[0]?.id);
    const well = await service.call('GET', '/api/health');
    expect(well.body).toMatchObject({ temporal: 'ok' });
  },
);
