import { afterAll, inject, test } from 'vitest';
import { createLog } from '../../src/lib/log.ts';
import { installTemporalRuntime } from '../../src/workflows/temporal/runtime.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { forFile, type OwnService, startOwnService } from './service.ts';

interface OnTemporal {
  readonly test: ReturnType<typeof test.skipIf>;
  /** Are disposed of after the tests of the file. */
  readonly parts: AsyncDisposableStack;
}

/**
 * Opens what the tests of a file share that need Temporal. Where this machine lacks it, nothing is opened, and `test`
 * skips them.
 *
 * @param open gets the path of the Temporal CLI
 */
export async function onTemporal<Opened extends object>(
  open: (cli: string, parts: AsyncDisposableStack) => Promise<Opened>,
  log = createLog('error'),
): Promise<Opened & OnTemporal> {
  const cli = inject('parts').temporal;
  const own = { test: test.skipIf(cli === null), parts: new AsyncDisposableStack() };
  // A test that is skipped uses nothing of it.
  if (cli === null) return own as Opened & OnTemporal;
  afterAll(() => own.parts.disposeAsync());
  installTemporalRuntime(log);
  return { ...(await open(cli, own.parts)), ...own };
}

/** A service that delivers, on a database of its own, and a receiver: for `onTemporal`. */
export async function startDelivering(): Promise<{ service: OwnService; receiver: Receiver }> {
  const receiver = await forFile(startReceiver());
  const service = await forFile(startOwnService({}, 'all'));
  await service.deliveriesReady;
  return { service, receiver };
}
