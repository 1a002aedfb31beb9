import { createServer } from 'node:http';
import type { Logger } from 'pino';
import { faultOf } from '../log.ts';
import type { Metrics } from '../workflows/worker/metrics.ts';
import { openPort } from './open-port.ts';

/**
 * Serves metrics on a separate port for the operators.
 *
 * @throws when the port cannot be opened
 */
export async function listenForMetrics(
  address: { host: string; port: number },
  metrics: Metrics,
  log: Logger,
  parts: AsyncDisposableStack,
): Promise<void> {
  const server = createServer(async (request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    try {
      const { body, contentType } = await metrics.text();
      response.writeHead(200, { 'content-type': contentType }).end(body);
    } catch (error) {
      log.error({ fault: faultOf(error), operation: 'metrics' }, 'A request failed.');
      response.writeHead(503).end();
    }
  });
  await openPort(server, address, parts);
}
