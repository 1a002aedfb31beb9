import type { IncomingMessage, ServerResponse } from 'node:http';
import { requestIdHeader } from '../telemetry/request-id.ts';
import { replyJson } from './message/reply.ts';
import { sendReply } from './message/send.ts';

/**
 * Handles requests before routing: it refuses requests that violate HTTP (RFC 9112, sections 2.2 and 3.2), and answers
 * `OPTIONS *`. It also converts an absolute request target into a path.
 *
 * @returns whether the request was answered
 */
export function answerEarly(request: IncomingMessage, response: ServerResponse): boolean {
  const problem = problemOf(request);
  if (problem !== undefined) {
    sendReply(
      request,
      response,
      replyJson(400, { error: problem }, { connection: 'close' }),
      requestIdHeader(400),
    );
    return true;
  }
  if (request.url !== '*') return false;
  response.writeHead(204, { allow: 'GET, HEAD, POST, PUT, OPTIONS' }).end();
  return true;
}

/** @returns a sentence for the client; undefined when the request is valid */
function problemOf(request: IncomingMessage): string | undefined {
  const { headers, rawHeaders, httpVersion, method, url = '' } = request;
  const repeated = repeatedHeader(rawHeaders);
  if (repeated) return `The request has more than one ${repeated} header.`;
  if (headers.host === undefined) {
    // HTTP/1.0 does not have this header.
    if (httpVersion !== '1.0') return 'The Host header is missing.';
  } else if (!isHost(headers.host)) return 'The Host header is not valid.';
  if (url.startsWith('/')) {
    // Routes resolve dots in a path. The code before them must see the same path.
    if (DOTS.test(url)) request.url = withoutDots(url);
    return undefined;
  }
  if (url === '*' && method === 'OPTIONS') return undefined;
  const [, authority = '', path = ''] = ABSOLUTE.exec(url) ?? [];
  if (!isHost(authority)) return 'The request target is not valid.';
  // The authority of the target replaces the Host header (RFC 9112, section 3.2.2).
  headers.host = authority;
  request.url = withoutDots(path.startsWith('/') ? path : `/${path}`);
  return undefined;
}

const DOTS = /[\\#\t]|\/\.|%2e/i;

function withoutDots(target: string): string {
  const { pathname, search } = new URL(`http://localhost${target}`);
  return pathname + search;
}

const ABSOLUTE = /^https?:\/\/([^/?#]+)([^#]*)$/i;
const HOST = /^([\w.-]+|\[[\da-f:.]+\])(:\d{1,5})?$/i;

/** Nearly all requests have the same host. Parsing it costs more than everything else here. */
let lastHost = '';

/** Whether a host is valid. It becomes part of the request's URL, and an invalid one would change the path. */
function isHost(host: string): boolean {
  if (host === lastHost) return true;
  const valid = HOST.test(host) && URL.canParse(`http://${host}`);
  if (valid) lastHost = host;
  return valid;
}

/** Node uses the first of several headers without an error. A proxy may use the last one. */
function repeatedHeader(rawHeaders: readonly string[]): string | undefined {
  let hosts = 0;
  let authorizations = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
    else if (name.length === 13 && name.toLowerCase() === 'authorization') authorizations++;
  }
  if (hosts > 1) return 'Host';
  return authorizations > 1 ? 'Authorization' : undefined;
}
