const MAX_BYTES = 1024 * 1024;

/** Answered with 413. */
export class BodyTooLargeError extends Error {
  constructor() {
    super('The request body is larger than 1 MiB.');
  }
}

/**
 * Reads a request's body as JSON whatever its content type says.
 *
 * @returns the value; undefined when the body is not JSON (that is the schema's to refuse)
 * @throws {BodyTooLargeError} past 1 MiB; the rest is not read
 */
export async function readJson(request: Request): Promise<unknown> {
  const text = await readText(request);
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function readText(request: Request): Promise<string> {
  const declared = request.headers.get('content-length');
  if (declared !== null) {
    // The HTTP parser holds a body to its declared length, so this is a bound.
    if (Number(declared) > MAX_BYTES) throw new BodyTooLargeError();
    return request.text();
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength;
    if (length > MAX_BYTES) throw new BodyTooLargeError();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
