/** One packet from a client in the PostgreSQL wire protocol. */
export interface Frame {
  /** `message` has a type byte. The other kinds come before the session starts. */
  kind: 'startup' | 'encryption' | 'cancel' | 'message';
  /** The message's type character; empty for the other kinds. */
  type: string;
  /** The whole packet. */
  bytes: Buffer;
}

const SSL_REQUEST = 80877103;
const GSS_REQUEST = 80877104;
const CANCEL_REQUEST = 80877102;
const MAX_FRAME_BYTES = 256 * 1024 * 1024;

/**
 * Splits the data of one connection into packets.
 *
 * @returns a function that takes a chunk and returns the packets that it completes; it throws on an impossible length,
 *   and the connection is then useless
 */
export function createFramer(): (chunk: Buffer) => Frame[] {
  let rest: Buffer = Buffer.alloc(0);
  let later: Buffer[] = [];
  let laterBytes = 0;
  let needed = 0;
  let started = false;

  function next(): Frame | undefined {
    const header = started ? 5 : 8;
    if (rest.length < header) {
      needed = header;
      return undefined;
    }
    const length = started ? 1 + rest.readInt32BE(1) : rest.readInt32BE(0);
    if (length < header || length > MAX_FRAME_BYTES) throw new Error(`a packet of ${length} bytes`);
    if (rest.length < length) {
      needed = length;
      return undefined;
    }
    const bytes = rest.subarray(0, length);
    rest = rest.subarray(length);
    if (started) return { kind: 'message', type: String.fromCharCode(bytes[0] ?? 0), bytes };
    const code = bytes.readInt32BE(4);
    if (code === SSL_REQUEST || code === GSS_REQUEST) return { kind: 'encryption', type: '', bytes };
    if (code === CANCEL_REQUEST) return { kind: 'cancel', type: '', bytes };
    started = true;
    return { kind: 'startup', type: '', bytes };
  }

  return (chunk) => {
    // Chunks of a large packet are joined once, when it is complete. Joining at each chunk would take quadratic time.
    later.push(chunk);
    laterBytes += chunk.length;
    if (rest.length + laterBytes < needed) return [];
    rest = Buffer.concat([rest, ...later]);
    later = [];
    laterBytes = 0;
    needed = 0;
    const frames: Frame[] = [];
    for (let frame = next(); frame; frame = next()) frames.push(frame);
    return frames;
  };
}

/** Whether the server answers this packet with "ready for query". Then another client may have its turn. */
export function endsQuery(frame: Frame): boolean {
  return frame.kind === 'startup' || frame.type === 'S' || frame.type === 'Q' || frame.type === 'F';
}

/** A message of the given type. */
export function message(type: string, body: string): Buffer {
  const text = Buffer.from(body);
  const bytes = Buffer.alloc(5 + text.length);
  bytes.write(type, 0, 'latin1');
  bytes.writeInt32BE(4 + text.length, 1);
  text.copy(bytes, 5);
  return bytes;
}

/** The prepared statement that a Parse message creates or a Close message removes; undefined for other messages. */
export function statementOf(frame: Frame): { name: string; made: boolean } | undefined {
  const made = frame.type === 'P';
  if (!made && !(frame.type === 'C' && frame.bytes[5] === 'S'.charCodeAt(0))) return undefined;
  const from = made ? 5 : 6;
  return { name: frame.bytes.toString('utf8', from, frame.bytes.indexOf(0, from)), made };
}

const COPY_FROM_CLIENT = /(?:^|;)\s*copy\b[^;]*\bfrom\s+stdin\b/i;

/**
 * Replaces a COPY … FROM STDIN by a statement that fails with a sentence about it. PGlite gets each query with all its
 * input at once. A query that asks the client for more input would end the whole database.
 */
export function refuseCopy(frame: Frame): Frame {
  if (frame.type !== 'Q' && frame.type !== 'P') return frame;
  const statement = frame.type === 'P' ? statementOf(frame) : undefined;
  const from = statement ? 5 + Buffer.byteLength(statement.name) + 1 : 5;
  const sql = frame.bytes.toString('utf8', from, frame.bytes.indexOf(0, from));
  if (!COPY_FROM_CLIENT.test(sql)) return frame;
  const refusal = '"COPY FROM STDIN does not work with the embedded database"\0';
  const body = statement ? `${statement.name}\0${refusal}\0\0` : refusal;
  return { ...frame, bytes: message(frame.type, body) };
}
