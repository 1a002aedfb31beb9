export const MAX_BODY_BYTES = 1024 * 1024;
/** Bytes that are not UTF-8 are not JSON: read leniently they would be stored as other text. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Answered with 413. */
export class BodyTooLargeError extends Error {
  constructor(maxBytes: number) {
    super(
      `The request body is larger than ${maxBytes === MAX_BODY_BYTES ? '1 MiB' : `${maxBytes / 1024} KiB`}.`,
    );
  }
}

/** The client went away in the middle of its own request: nobody reads an answer, and nothing is broken. */
export class RequestAbortedError extends Error {
  constructor() {
    super('The request was aborted.');
  }
}

/**
 * Reads a request's body as JSON whatever its content type says.
 *
 * @returns the value; undefined when the body is not JSON (that is the schema's to refuse)
 * @throws {BodyTooLargeError} past 1 MiB; the rest is not read
 * @throws {RequestAbortedError} when the body ends too early
 */
export async function readJson(request: Request): Promise<unknown> {
  const bytes = await readBytes(request);
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    return undefined;
  }
}

/**
 * Reads a request's body whole, whatever it is.
 *
 * @param maxBytes 1 MiB at most
 * @throws {BodyTooLargeError} past it; the rest is not read
 * @throws {RequestAbortedError} when the body ends too early
 */
export async function readBytes(request: Request, maxBytes = MAX_BODY_BYTES): Promise<Buffer<ArrayBuffer>> {
  try {
    return await readWithin(request, maxBytes);
  } catch (error) {
    throw error instanceof BodyTooLargeError ? error : new RequestAbortedError();
  }
}

async function readWithin(request: Request, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const declared = request.headers.get('content-length');
  if (declared !== null) {
    // The HTTP parser holds a body to its declared length, so this is a bound.
    if (Number(declared) > maxBytes) throw new BodyTooLargeError(maxBytes);
    return Buffer.from(await request.arrayBuffer());
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Cancelled, the body would take the connection with it, and the answer that refuses it.
  for await (const chunk of request.body?.values({ preventCancel: true }) ?? []) {
    length += chunk.byteLength;
    if (length > maxBytes) throw new BodyTooLargeError(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The bodies that were taken in, by the request that has them now. */
const lengths = new WeakMap<Request, number>();

/**
 * Takes in the body of a POST or a PUT, where that was not done before. The others' bodies are read by nobody.
 *
 * @returns a request with the whole body; the same request where that has been taken in already
 * @throws {BodyTooLargeError} past `maxBytes`; the rest is not read
 * @throws {RequestAbortedError} when the body ends too early
 */
export async function withWholeBody(request: Request, maxBytes: number): Promise<Request> {
  if (request.method !== 'POST' && request.method !== 'PUT') return request;
  if ((lengths.get(request) ?? Number.POSITIVE_INFINITY) <= maxBytes) return request;
  const { url, method, headers, signal } = request;
  const body = await readBytes(request, maxBytes);
  const whole = new Request(url, { method, headers, signal, body });
  lengths.set(whole, body.length);
  return whole;
}

/** The request without its body, which is too large: whoever reads it finds that out, and refuses it in turn. */
export function withTooLargeBody({ url, method, headers: sent, signal }: Request): Request {
  const headers = new Headers(sent);
  headers.set('content-length', String(MAX_BODY_BYTES + 1));
  return new Request(url, { method, headers, signal });
}
