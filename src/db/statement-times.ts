/**
 * Learns the end of a statement.
 *
 * @param waitedMs the time until a connection was free; undefined within a transaction, which has its connection
 * @param tookMs the time from sending the statement to its result
 * @param failure the error that the statement ended with
 */
export type StatementEnd = (waitedMs: number | undefined, tookMs: number, failure?: unknown) => void;

/**
 * Learns the begin of a statement, when it is queued.
 *
 * @param readText returns the text of the statement, with `?` in the place of each parameter
 */
export type StatementWatch = (readText: () => string) => StatementEnd;

/** A query of the driver. The driver settles it by calling `resolve` or `reject`. */
interface DriverQuery {
  readonly strings: readonly string[];
  resolve: (result: unknown) => unknown;
  reject: (error: unknown) => unknown;
  /** When it was queued and sent, from `performance.now()`. */
  watchedAt?: { readonly queued: number | undefined; sent: number | undefined };
}

/** Makes the options of the driver that watch statements. They are part of its patch. */
export function watchStatements(begin: StatementWatch) {
  function watch(query: DriverQuery, queued: number | undefined) {
    const at: NonNullable<DriverQuery['watchedAt']> = { queued, sent: undefined };
    query.watchedAt = at;
    const onEnd = begin(() => query.strings.join('?'));
    const end = (failure?: unknown) => {
      const now = performance.now();
      const sent = at.sent ?? now;
      onEnd(queued === undefined ? undefined : sent - queued, now - sent, failure);
    };
    const { resolve, reject } = query;
    query.resolve = (result) => {
      end();
      return resolve(result);
    };
    query.reject = (error) => {
      end(error);
      return reject(error);
    };
    return at;
  }

  return {
    onquery(query: DriverQuery) {
      watch(query, performance.now());
    },
    /** The driver sends a prepared statement again when the server has forgotten it. */
    onsend(query: DriverQuery) {
      // A statement of a transaction is not queued for a connection.
      const at = query.watchedAt ?? watch(query, undefined);
      at.sent ??= performance.now();
    },
  };
}
