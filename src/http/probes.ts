import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestIdHeader } from '../telemetry/request-id.ts';
import { replyJson } from './message/reply.ts';
import { sendReply } from './message/send.ts';
import type { Readiness } from './readiness.ts';

const PROBE = /^\/(livez|readyz)(?:\?|$)/;
const NO_STORE = { 'cache-control': 'no-store' };

/**
 * Answers the probes of whoever runs the process. `/livez` only reports that the process runs. `/readyz` reports
 * whether the process should get requests: 200 or 503.
 *
 * @returns whether the request was a probe
 */
export function answerProbe(
  message: IncomingMessage,
  response: ServerResponse,
  readiness: Readiness,
): boolean {
  const { method, url = '' } = message;
  const probe = PROBE.exec(url)?.[1];
  if (probe === undefined) return false;
  const send = (status: number, body: object, headers: Record<string, string> = NO_STORE) =>
    sendReply(message, response, replyJson(status, body, headers), requestIdHeader(status));
  if (method !== 'GET' && method !== 'HEAD') {
    send(405, { error: 'Method not allowed.' }, { allow: 'GET, HEAD' });
  } else if (probe === 'livez') send(200, { status: 'ok' });
  else {
    void readiness.check().then((report) => {
      send(report.ready ? 200 : 503, report);
    });
  }
  return true;
}
