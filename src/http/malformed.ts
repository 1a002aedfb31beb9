import { type Server, type ServerOptions, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { HttpConfig } from '../config/http.ts';
import { requestIdHeader } from '../telemetry/request-id.ts';
import { replyJson } from './message/reply.ts';
import { sendReply } from './message/send.ts';
import type { servePipelinedInTurn } from './pipelined-in-turn.ts';

/**
 * The server options for timeouts of requests and connections. A late request gets 408.
 *
 * @param http.requestTimeoutSeconds the limit for a whole request; for its headers it is at most 15 seconds
 * @param http.keepAliveSeconds how long an idle connection stays open
 */
export function arrivalLimits({
  requestTimeoutSeconds,
  keepAliveSeconds,
}: HttpConfig['http']): ServerOptions {
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
