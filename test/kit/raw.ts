import { connect } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  /** By lower-case name. The values of a repeated header are joined. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Sends bytes as they are, and reads until the server closes the connection or sends nothing for a while.
 *
 * @param pieces written one after the other; a number is a pause in milliseconds
 * @returns the bytes of the server, and whether it closed the connection
 */
export function exchange(
  url: string,
  pieces: readonly (string | Uint8Array | number)[],
  { quietMs = 15_000, destroy = false }: { readonly quietMs?: number; readonly destroy?: boolean } = {},
): Promise<{ text: string; closed: boolean }> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    let text = '';
    let quiet: NodeJS.Timeout | undefined;
    let sent = false;
    const socket = connect(Number(port), hostname);
    const finish = (closed: boolean) => {
      clearTimeout(quiet);
      socket.destroy();
      resolve({ text, closed });
    };
    const wait = () => {
      clearTimeout(quiet);
      if (sent) quiet = setTimeout(() => finish(false), quietMs);
    };
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
      wait();
    });
    socket.on('error', () => {});
    socket.on('close', () => finish(true));
    socket.on('connect', async () => {
      for (const piece of pieces) {
        if (typeof piece === 'number') await new Promise((next) => setTimeout(next, piece));
        else if (socket.writable) socket.write(piece);
      }
      sent = true;
      if (destroy) socket.destroy();
      else wait();
    });
  });
}

/**
 * Reads responses as a client does.
 *
 * @param methods of the requests, in order: a response to HEAD has no body. With `unknown` any may be to HEAD
 * @throws when the text is not a sequence of whole, well-formed responses
 */
export function readAnswers(text: string, methods: readonly string[] | 'unknown' = []): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = text;
  while (rest !== '') {
    const end = rest.indexOf('\r\n\r\n');
    const [line = '', ...lines] = rest.slice(0, end).split('\r\n');
    const status = Number(/^HTTP\/1\.1 (\d{3}) [\w' -]*$/.exec(line)?.[1]);
    if (end < 0 || !(status >= 100)) throw new Error(`No answer: ${JSON.stringify(rest.slice(0, 200))}`);
    rest = rest.slice(end + 4);
    if (status === 100) continue;
    const headers: Record<string, string> = {};
    for (const header of lines) {
      const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+): ?([^\r\n]*)$/.exec(header) ?? [];
      if (name === undefined || value === undefined) throw new Error(`No header: ${JSON.stringify(header)}`);
      const known = headers[name.toLowerCase()];
      headers[name.toLowerCase()] = known === undefined ? value : `${known}, ${value}`;
    }
    const isHead = methods === 'unknown' ? /^(HTTP\/1\.1 |$)/.test(rest) : methods[answers.length] === 'HEAD';
    const hasBody = status !== 204 && status !== 304 && !isHead;
    const { body, length } = hasBody ? readBody(rest, headers) : { body: '', length: 0 };
    answers.push({ status, headers, body });
    rest = rest.slice(length);
  }
  return answers;
}

function readBody(text: string, headers: Readonly<Record<string, string>>): { body: string; length: number } {
  if (headers['transfer-encoding'] === 'chunked') {
    let body = '';
    for (let at = 0; ; ) {
      const lineEnd = text.indexOf('\r\n', at);
      const size = Number.parseInt(text.slice(at, lineEnd), 16);
      if (lineEnd < 0 || Number.isNaN(size)) throw new Error('The chunks are cut off.');
      body += text.slice(lineEnd + 2, lineEnd + 2 + size);
      at = lineEnd + 2 + size + 2;
      if (size === 0) return { body, length: at };
    }
  }
  const length = headers['content-length'] === undefined ? text.length : Number(headers['content-length']);
  if (!(length <= text.length)) throw new Error('The body is cut off.');
  return { body: text.slice(0, length), length };
}
