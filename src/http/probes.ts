import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readiness } from '../readiness.ts';
import { sendJson } from './responses/send-json.ts';

const PROBE = /^\/(livez|readyz)(?:\?|$)/;
const NO_STORE = { 'cache-control': 'no-store' };

/**
 * Answers the probes of whoever runs the process. `/livez` only reports that the process runs. `/readyz` reports
 * whether the process should get requests: 200 or 503.
 *
 * @returns whether the request was a probe
 */
export function answerProbe(
  { method, url = '' }: IncomingMessage,
  response: ServerResponse,
  readiness: Readiness,
): boolean {
  const probe = PROBE.exec(url)?.[1];
  if (probe === undefined) return false;
  if (method !== 'GET' && method !== 'HEAD') {
    sendJson(response, 405, { error: 'Method not allowed.' }, { allow: 'GET, HEAD' });
  } else if (probe === 'livez') sendJson(response, 200, { status: 'ok' }, NO_STORE);
  else {
    void readiness.check().then((report) => {
      sendJson(response, report.ready ? 200 : 503, report, NO_STORE);
    });
  }
  return true;
}
