import { ApiError, NetworkError } from './errors.ts';

/** Receives errors that no call of the bot can reject with. */
export type OnError = (error: unknown) => unknown;

/** Prints an error that has no other place to go. Without this, an error of the bot's own code would vanish. */
export function printError(error: unknown): void {
  // A stack helps only with an error of the bot's own code.
  const isExpected = error instanceof ApiError || error instanceof NetworkError;
  // biome-ignore lint/suspicious/noConsole: the default for programs that set no onError
  console.error(isExpected ? String(error) : error);
}

/** Tells the bot of an error. It never rejects: an `onError` that fails must not end the bot. */
export async function tell(onError: OnError, error: unknown): Promise<void> {
  try {
    await onError(error);
  } catch (mistake) {
    printError(mistake);
  }
}

/** Tells of an error of work that repeats. */
export interface Teller {
  /** Tells of an error, unless it is the same as the last one. */
  failed(error: unknown): void;
  /** The work succeeded: the next error is told, whichever it is. */
  succeeded(): void;
}

/** A stale token or an outage is told once, and not with each attempt. */
export function createTeller(onError: OnError): Teller {
  let last: string | undefined;
  return {
    failed(error) {
      const text = String(error);
      if (text !== last) void tell(onError, error);
      last = text;
    },
    succeeded() {
      last = undefined;
    },
  };
}
