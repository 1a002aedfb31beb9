import {
  type IncomingMessage,
  type Server,
  type ServerOptions,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Duplex } from 'node:stream';
import type { Config } from '../config/config.ts';
import { requestIdHeader } from '../lib/request-id.ts';
import { replyJson } from './message/reply.ts';
import { sendReply } from './message/send.ts';
import type { servePipelinedInTurn } from './pipelined-in-turn.ts';

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

/**
 * The server options for timeouts of requests and connections. A late request gets 408.
 *
 * @param config.requestTimeoutSeconds the limit for a whole request; for its headers it is at most 15 seconds
 * @param config.keepAliveSeconds how long an idle connection stays open
 */
export function arrivalLimits({
  requestTimeoutSeconds,
  keepAliveSeconds,
}: Pick<Config, 'requestTimeoutSeconds' | 'keepAliveSeconds'>): ServerOptions {
  const requestTimeout = requestTimeoutSeconds * 1000;
  return {
    keepAliveTimeout: keepAliveSeconds * 1000,
    requestTimeout,
    headersTimeout: Math.min(requestTimeout, 15_000),
    connectionsCheckingInterval: Math.min(requestTimeout / 4, 5000),
    // `answerEarly` refuses a missing Host header, in the format of other refusals.
    requireHostHeader: false,
  };
}

/**
 * Makes a server answer malformed requests with a JSON error and close the connection.
 *
 * @param inTurn see `servePipelinedInTurn`
 * @returns the same server
 */
export function refuseMalformed(server: Server, inTurn: ReturnType<typeof servePipelinedInTurn>): Server {
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
    .on(
      'checkContinue',
      // While another response is pending, Node would write it between the headers and the body of that response.
      inTurn((request, response) => {
        response.writeContinue();
        server.emit('request', request, response);
      }),
    )
    .on(
      'checkExpectation',
      inTurn((request, response) => {
        sendReply(request, response, refusalOf(417), requestIdHeader(417));
      }),
    )
    .on('connect', (_, socket) => {
      // Node has given up the socket, so nothing else handles its errors.
      socket.on('error', () => socket.destroy()).resume();
      refuseInTurn(socket, 501);
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
  417: 'The only supported expectation is 100-continue.',
  431: 'The headers are too long.',
  501: 'The method is not supported.',
  505: 'The HTTP version is not supported.',
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

/** Answers earlier requests of the same connection first. */
function refuseInTurn(socket: Duplex, status: Status): void {
  // Node stores the pending response here, and uses it for its own refusals.
  const pending: ServerResponse | null | undefined = Reflect.get(socket, '_httpMessage');
  if (pending?.req.complete) pending.once('close', () => refuseInTurn(socket, status));
  // A response that has begun cannot be replaced by another one.
  else if (pending?.headersSent || !socket.writable) socket.destroy();
  else refuse(socket, status);
}

const refusalOf = (status: Status) =>
  replyJson(status, { error: SENTENCES[status] }, { connection: 'close' });

/** A client that is still sending gets the response only if the connection stays open for a while. */
const LINGER_MS = 1000;

function refuse(socket: Duplex, status: Status): void {
  const { headers, body } = refusalOf(status);
  const head = { ...headers, 'content-length': body.length };
  const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
  const closing = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(closing));
}
