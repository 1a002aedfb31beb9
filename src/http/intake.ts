import {
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * Times within which a request has to arrive, as options of the server. What takes longer is answered with 408.
 *
 * @param requestSeconds for the whole request; its headers have fifteen seconds at most
 */
export function arrivalLimits(requestSeconds: number): ServerOptions {
  const requestTimeout = requestSeconds * 1000;
  return {
    requestTimeout,
    headersTimeout: Math.min(requestTimeout, 15_000),
    connectionsCheckingInterval: Math.min(requestTimeout / 4, 5000),
    // A missing Host is refused below, in the form of all other refusals.
    requireHostHeader: false,
  };
}

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

/** Answers what never becomes a request, in the same form as everything else, and closes its connection. */
export function refuseMalformed(server: Server): Server {
  const refused = new WeakSet<Duplex>();
  return server
    .on('clientError', (error: ParserError, socket) => {
      if (!socket.writable && !refused.has(socket)) socket.destroy();
      else if (!/^(HPE|ERR_HTTP)_/.test(error.code ?? '')) socket.destroy();
      else if (!refused.has(socket)) {
        refused.add(socket);
        refuseInTurn(socket, statusOf(error));
      }
    })
    .on('checkContinue', (request, response) => {
      // Behind another answer it would be queued, and Node then writes it between the headers and the body of its own.
      if (response.socket) response.writeContinue();
      server.emit('request', request, response);
    })
    .on('checkExpectation', (_, response) => {
      sendJson(response, 417, { error: SENTENCES[417] }, { connection: 'close' });
    })
    .on('connect', (_, socket) => {
      // It belongs to nobody now who would hear of an error.
      socket.on('error', () => socket.destroy()).resume();
      refuse(socket, 501);
    });
}

interface ParserError extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer;
  readonly bytesParsed?: number;
}

const SENTENCES = {
  400: 'The request is not valid HTTP.',
  408: 'The request took too long to arrive.',
  413: 'The extensions of a chunk are too long.',
  417: 'The only expectation that is met is 100-continue.',
  431: 'The headers are too long.',
  501: 'The method is not known here.',
  505: 'The version of HTTP is not known here.',
};
type Status = keyof typeof SENTENCES;

const STATUSES: Record<string, Status> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  HPE_HEADER_OVERFLOW: 431,
  HPE_INVALID_VERSION: 505,
};
const REQUEST_LINE = /^[!#$%&'*+.^_`|~\w-]+ \S+ HTTP\/1\.[01]\r?\n/;

function statusOf({ code = '', rawPacket, bytesParsed = 0 }: ParserError): Status {
  if (code !== 'HPE_INVALID_METHOD' || !rawPacket) return STATUSES[code] ?? 400;
  const line = rawPacket.toString('latin1', rawPacket.lastIndexOf('\n', bytesParsed - 1) + 1);
  return REQUEST_LINE.test(line) ? 501 : 400;
}

/** Requests before it on the same connection are answered first. */
function refuseInTurn(socket: Duplex, status: Status): void {
  // Node keeps the answer that is under way here, and its own refusals look at it as well.
  const pending: ServerResponse | null | undefined = Reflect.get(socket, '_httpMessage');
  if (pending?.req.complete) pending.once('close', () => refuseInTurn(socket, status));
  // Half of an answer cannot be mended by another one.
  else if (pending?.headersSent || !socket.writable) socket.destroy();
  else refuse(socket, status);
}

/** A client that is still sending gets the answer only if the connection is not closed at once. */
const LINGER_MS = 1000;

function refuse(socket: Duplex, status: Status): void {
  const text = JSON.stringify({ error: SENTENCES[status] });
  const head = { ...JSON_HEADERS, connection: 'close', 'content-length': text.length };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${text}`);
  const closing = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(closing));
}

const JSON_HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'x-content-type-options': 'nosniff',
};

function sendJson(
  response: ServerResponse,
  status: number,
  body: object,
  headers: Readonly<Record<string, string>>,
): void {
  const text = JSON.stringify(body);
  response.writeHead(status, { ...JSON_HEADERS, ...headers, 'content-length': text.length }).end(text);
}
