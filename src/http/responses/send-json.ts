import type { ServerResponse } from 'node:http';
import { requestIdHeader } from '../../telemetry/request-id.ts';

/** The headers of JSON responses. */
export const JSON_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'x-content-type-options': 'nosniff',
};

/**
 * Sends JSON before routing, in the format of the contract.
 *
 * @param headers additional headers
 */
export function sendJson(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>>,
): void {
  const text = JSON.stringify(body);
  response
    .writeHead(status, {
      ...JSON_HEADERS,
      ...headers,
      ...requestIdHeader(status),
      'content-length': text.length,
    })
    .end(text);
}
