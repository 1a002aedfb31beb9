import { Client, Connection, WorkflowNotFoundError } from '@temporalio/client';
import type { Config } from '../../config/config.ts';
import type { WaitingWorkflow } from '../../domain/delivery/cancel.ts';
import { findOwner } from '../../embedded/owner.ts';
import { isRunning } from '../../embedded/processes.ts';
import { addressOf } from '../../embedded/temporal.ts';
import { grpcDeadline } from '../../lib/grpc-deadline.ts';
import { clusterOf, type TemporalLocation } from './locate.ts';
import { workflowIdOf } from './workflow-links.ts';

/** Signals that are sent at the same time. */
const AT_ONCE = 20;

/** A connection to Temporal for a program that runs no workflows. It loads no native code. */
export interface TemporalClient {
  readonly client: Client;
  readonly connection: Connection;
  readonly namespace: string;
  close(): Promise<void>;
}

/**
 * Finds the Temporal server that the configuration names, or the dev server that another process runs. Starts nothing.
 *
 * @returns undefined when no dev server runs
 */
export function findTemporal(
  config: Pick<Config, 'temporalServer' | 'dataDir'>,
): TemporalLocation | undefined {
  if (config.temporalServer) return clusterOf(config.temporalServer);
  const devServer = findOwner(config.dataDir)?.temporal;
  if (!devServer?.server || !isRunning(devServer.server)) return undefined;
  return { connection: { address: addressOf(devServer.ports) }, namespace: 'default' };
}

/**
 * Connects to Temporal.
 *
 * @param timeoutMs for the connection and for each call, in milliseconds
 * @throws when Temporal does not respond
 */
export async function connectTemporal(
  { connection: options, namespace }: TemporalLocation,
  timeoutMs: number,
): Promise<TemporalClient> {
  const { address, tls, apiKey, metadata } = options;
  const connection = await Connection.connect({
    ...(address !== undefined && { address }),
    ...(tls !== undefined && { tls }),
    ...(apiKey !== undefined && { apiKey }),
    ...(metadata !== undefined && { metadata }),
    connectTimeout: timeoutMs,
  });
  return {
    client: new Client({ connection, namespace }),
    connection,
    namespace,
    close: () => connection.close(),
  };
}

/**
 * Tells the workflows of cancelled and held deliveries to end now. Without this they end at the time of their next
 * attempt, and send nothing either. The workflow of a held one is told that its attempt is due: it finds the hold and
 * ends. If the delivery was released meanwhile, the attempt is made, which is due then anyway.
 *
 * @param timeoutMs for each signal, in milliseconds
 * @returns the number of workflows that got the signal; some may have ended before
 * @throws when Temporal does not respond
 */
export async function signalStopped(
  { client }: { readonly client: Pick<Client, 'workflow' | 'withDeadline'> },
  deliveries: readonly (Pick<WaitingWorkflow, 'id' | 'round'> & Partial<WaitingWorkflow>)[],
  timeoutMs: number,
): Promise<number> {
  let signalled = 0;
  for (let start = 0; start < deliveries.length; start += AT_ONCE) {
    const signals = deliveries.slice(start, start + AT_ONCE).map(async (delivery) => {
      const handle = client.workflow.getHandle(workflowIdOf(delivery));
      try {
        await client.withDeadline(grpcDeadline(timeoutMs), () =>
          delivery.state === 'held'
            ? handle.signal<[number]>('retryNow', (delivery.attempts ?? 0) + 1)
            : handle.signal('cancelDelivery'),
        );
        signalled += 1;
      } catch (error) {
        if (!(error instanceof WorkflowNotFoundError)) throw error;
      }
    });
    await Promise.all(signals);
  }
  return signalled;
}
