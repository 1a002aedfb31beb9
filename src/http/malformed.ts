import { type Server, type ServerOptions, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { JSON_HEADERS, sendJson } from './responses/send-json.ts';

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
    // A missing Host is refused by `answerEarly`, in the form of all other refusals.
    requireHostHeader: false,
  };
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
