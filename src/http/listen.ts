import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { withRequest } from '../lib/request-id.ts';
import type { Measures } from '../telemetry/measures.ts';
import { ArrivingMessage } from './arriving-message.ts';
import { answerEarly, arrivalLimits, refuseMalformed } from './malformed.ts';
import { openPort } from './open-port.ts';
import { answerProbe, type Readiness } from './operators.ts';
import { servePipelinedInTurn } from './pipelined-in-turn.ts';
import { createRequestListener, type RequestListenerOptions } from './request-listener.ts';

/**
 * Browsers use https only, for a year. Other hosts of the domain are the operator's: it is not told for them.
 */
const ONE_YEAR = 'max-age=31536000';

/** The parts that the port needs. */
export interface ListenOptions extends RequestListenerOptions {
  readonly readiness: Readiness;
  /** Absent when nobody reads metrics. */
  readonly measures?: Measures | undefined;
}

/**
 * Serves HTTP until `parts` are disposed of.
 *
 * @returns the port
 * @throws when the port cannot be opened
 */
export async function listen(options: ListenOptions): Promise<number> {
  const { config, lanes, readiness, measures, traces, parts } = options;
  const { answer, routeOf } = createRequestListener(options);
  const measure = measures?.responses(routeOf);
  const trace = traces?.requests(routeOf);

  const isSecure = config.publicUrl.startsWith('https:');

  function serve(message: IncomingMessage, response: ServerResponse): unknown {
    if (isSecure) response.setHeader('strict-transport-security', ONE_YEAR);
    // The port is closed: the client opens its next connection to another process.
    if (!server.listening) response.shouldKeepAlive = false;
    if (answerEarly(message, response) || answerProbe(message, response, readiness)) return;
    measure?.(message, response);
    return trace ? trace(message, response, () => answer(message, response)) : answer(message, response);
  }

  const inTurn = servePipelinedInTurn();
  const server = createServer(
    { ...arrivalLimits(config), IncomingMessage: ArrivingMessage },
    inTurn((message, response) => {
      withRequest(message.headers, () => serve(message, response));
    }),
  );
  const port = await openPort(refuseMalformed(server, inTurn), config, parts);
  // The server waits for open responses, and streams would stay open for minutes.
  const { deliveryWatch, noticeWatch, queueWatch, voteWatch } = lanes.strangers;
  parts.defer(() => {
    for (const watch of [deliveryWatch, noticeWatch, queueWatch, voteWatch]) watch.close();
  });
  return port;
}
