import type { Config } from '../config/config.ts';
import type { CancelledDelivery } from '../domain/delivery/cancel.ts';
import { counted } from './result.ts';

const TIMEOUT_MS = 5000;

/**
 * Ends the workflows of cancelled deliveries where Temporal responds. Otherwise they end by themselves: their next
 * attempt finds the delivery cancelled.
 *
 * While deliveries are held, it leaves Temporal alone. In a copy of a database, deliveries and their workflows have the
 * ids of the original, whose workflows must go on.
 *
 * @returns how many got the signal, and a line for the operator
 */
export async function endWorkflows(
  config: Config,
  deliveries: readonly CancelledDelivery[],
): Promise<{ signalled: number; lines: string[] }> {
  if (deliveries.length === 0) return { signalled: 0, lines: [] };
  if (config.holdsDeliveries) {
    const what = counted(deliveries.length, 'workflow');
    return { signalled: 0, lines: [`Deliveries are held: Temporal was not told about ${what}.`] };
  }
  // Only this command needs Temporal's SDK.
  const { connectTemporal, findTemporal, signalCancelled } = await import('../workflows/temporal/client.ts');
  try {
    const location = findTemporal(config);
    if (!location) throw new Error('No dev server runs.');
    const temporal = await connectTemporal(location, TIMEOUT_MS);
    const signalled = await signalCancelled(temporal, deliveries, TIMEOUT_MS).finally(temporal.close);
    return { signalled, lines: [`Ended ${counted(signalled, 'workflow')}.`] };
  } catch {
    const what = counted(deliveries.length, 'workflow');
    return {
      signalled: 0,
      lines: [`Temporal does not respond: ${what} may wait until the next attempt, and send nothing then.`],
    };
  }
}
