import { createServer } from 'node:http';
import type { Logger } from 'pino';
import type { Exposition } from '../telemetry/exposition.ts';
import { faultOf } from '../telemetry/log.ts';
import { openPort } from './open-port.ts';
import { answerProbe } from './probes.ts';
import type { Readiness } from './readiness.ts';

/**
 * Serves metrics and probes on a separate port for the operators. A worker has no other port.
 *
 * @throws when the port cannot be opened
 */
export async function listenForOperators(
  address: { host: string; port: number },
  { exposition, readiness }: { exposition: Exposition; readiness: Readiness },
  log: Logger,
  parts: AsyncDisposableStack,
): Promise<void> {
  const server = createServer(async (request, response) => {
    if (answerProbe(request, response, readiness)) return;
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    try {
      const { body, contentType } = await exposition();
      response.writeHead(200, { 'content-type': contentType }).end(body);
    } catch (error) {
      log.error({ fault: faultOf(error), operation: 'metrics' }, 'A request failed.');
      response.writeHead(503).end();
    }
  });
  await openPort(server, address, parts);
}
