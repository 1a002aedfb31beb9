import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendJson } from './responses/send-json.ts';

/**
 * Answers what HTTP itself decides, before any route: requests that break its rules (RFC 9112, sections 2.2 and 3.2),
 * `OPTIONS *`, and `/livez`, which tells that the process runs and depends on nothing else. Brings the absolute form of a
 * target into the form that routes know.
 *
 * @returns whether the request was answered
 */
export function answerEarly(request: IncomingMessage, response: ServerResponse): boolean {
  const problem = problemOf(request);
  if (problem !== undefined) {
    sendJson(response, 400, { error: problem }, { connection: 'close' });
    return true;
  }
  const { method, url = '' } = request;
  if (url === '*') {
    response.writeHead(204, { allow: 'GET, HEAD, POST, PUT, OPTIONS' }).end();
    return true;
  }
  if (url !== '/livez' && !url.startsWith('/livez?')) return false;
  if (method === 'GET' || method === 'HEAD') {
    sendJson(response, 200, { status: 'ok' }, { 'cache-control': 'no-store' });
  } else {
    sendJson(response, 405, { error: 'Method not allowed.' }, { allow: 'GET, HEAD' });
  }
  return true;
}

/** @returns a sentence for the client; undefined when the request can be handed on */
function problemOf(request: IncomingMessage): string | undefined {
  const { headers, rawHeaders, httpVersion, method, url = '' } = request;
  const repeated = repeatedHeader(rawHeaders);
  if (repeated) return `The request has more than one ${repeated} header.`;
  if (headers.host === undefined) {
    // HTTP/1.0 does not know the header.
    if (httpVersion !== '1.0') return 'The Host header is missing.';
  } else if (!isHost(headers.host)) return 'The Host header is not valid.';
  if (url.startsWith('/')) {
    // Routes resolve dots in a path, and everything before them must see the same path.
    if (DOTS.test(url)) request.url = withoutDots(url);
    return undefined;
  }
  if (url === '*' && method === 'OPTIONS') return undefined;
  const [, authority = '', path = ''] = ABSOLUTE.exec(url) ?? [];
  if (!isHost(authority)) return 'The request target is not valid.';
  // The authority of the target counts, and the Host header does not (RFC 9112, section 3.2.2).
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

/** Nearly all requests name the same host, and parsing it costs more than all the rest here. */
let lastHost = '';

/** It becomes a part of the address, and a strange one would lead to another path than was asked for, or to none. */
function isHost(host: string): boolean {
  if (host === lastHost) return true;
  const valid = HOST.test(host) && URL.canParse(`http://${host}`);
  if (valid) lastHost = host;
  return valid;
}

/** Node takes the first of several and says nothing: another server on the way may take the last one. */
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
