import { Readable } from 'node:stream';

/** Shorter than the time after which proxies close a silent connection. It also finds clients that are gone. */
const HEARTBEAT_MS = 15_000;
/** The most that is kept for a client that does not read, besides the text of one call. */
const KEPT_BYTES = 16 * 1024;

/**
 * Makes the body of a stream. It asks for more only when the client has taken what it got.
 *
 * @param first begins the stream
 * @param next waits for more text; undefined at the end. It does not throw.
 * @param close learns that nobody reads any more
 */
export function eventStream(
  first: string,
  next: () => Promise<string | undefined>,
  close: () => void,
): Readable {
  let isWaiting = false;
  const body = new Readable({
    highWaterMark: KEPT_BYTES,
    async read() {
      // A heartbeat makes Node read again, while this waits.
      if (isWaiting) return;
      isWaiting = true;
      const text = await next();
      isWaiting = false;
      body.push(text ?? null);
    },
    destroy(error, done) {
      clearInterval(beating);
      close();
      done(error);
    },
  });
  const beating = setInterval(() => {
    if (body.readableLength === 0) body.push(':\n\n');
  }, HEARTBEAT_MS).unref();
  body.push(first);
  return body;
}
