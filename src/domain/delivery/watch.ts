import type { Database } from '../../db/client.ts';

/** A client that watches the deliveries of a bot. */
export interface Watching {
  /**
   * Waits for a change since the last call. The first call returns with the current state.
   *
   * @returns false when the watch has ended
   */
  changed(): Promise<boolean>;
  close(): void;
}

/** Notifies clients of changes to deliveries. */
export interface DeliveryWatch {
  /**
   * Starts a watch. It ends after ten minutes, or when it is closed. Counting and opening are one step.
   *
   * @returns undefined when this user has the maximum number of watches
   */
  open(botId: string, userId: string): Watching | undefined;
  /** Ends all watches. */
  close(): void;
}

/** Per process: with three web processes a user may have three times as many. A user has a few pages open. */
export const MAX_WATCHINGS_PER_USER = 5;
/** After this time the client must subscribe again, which checks its session and rights again. */
const LIFETIME_MS = 10 * 60 * 1000;
const INTERVAL_MS = 1000;

interface Watcher extends Watching {
  readonly botId: string;
  readonly userId: string;
  tell(fingerprint: string): void;
}

/**
 * Makes the watch. It sees attempts of all processes: while there are watches, one statement per second reads the
 * last attempts and deliveries of the watched bots. Without watches it reads nothing.
 *
 * @param intervalMs the time between two reads
 */
export function createDeliveryWatch({ sql }: Pick<Database, 'sql'>, intervalMs = INTERVAL_MS): DeliveryWatch {
  const watchers = new Set<Watcher>();
  let isLooking = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    if (isLooking || watchers.size === 0) return;
    clearTimeout(timer);
    isLooking = true;
    try {
      const fingerprints = await readFingerprints(sql, [...new Set([...watchers].map(({ botId }) => botId))]);
      for (const watcher of watchers) {
        const fingerprint = fingerprints.get(watcher.botId);
        if (fingerprint !== undefined) watcher.tell(fingerprint);
      }
    } catch {
      // The database is unreachable. The next read finds the changes.
    } finally {
      isLooking = false;
      timer = setTimeout(look, intervalMs).unref();
    }
  }

  return {
    open(botId, userId) {
      const count = [...watchers].filter((watcher) => watcher.userId === userId).length;
      if (count >= MAX_WATCHINGS_PER_USER) return undefined;
      const watcher = createWatcher(botId, userId, () => watchers.delete(watcher));
      if (isClosed) {
        watcher.close();
        return watcher;
      }
      watchers.add(watcher);
      void look();
      return watcher;
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}

function createWatcher(botId: string, userId: string, onEnd: () => void): Watcher {
  let told: string | undefined;
  let isNew = false;
  let isOpen = true;
  let wake = () => {};
  const end = setTimeout(close, LIFETIME_MS).unref();
  function close(): void {
    isOpen = false;
    clearTimeout(end);
    onEnd();
    wake();
  }
  return {
    botId,
    userId,
    tell(fingerprint) {
      if (fingerprint === told) return;
      told = fingerprint;
      isNew = true;
      wake();
    },
    async changed() {
      if (isOpen && !isNew) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      isNew = false;
      return isOpen;
    },
    close,
  };
}

/** Reads a fingerprint of the last ten attempts and deliveries of each bot. It changes with any of them. */
async function readFingerprints(
  sql: Database['sql'],
  botIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await sql<{ botId: string; fingerprint: string }[]>`
    select watched.bot_id as "botId", md5(concat(
      (
        select string_agg(
          concat_ws(':', attempt.delivery_id, attempt.round, attempt.number, delivery.state, delivery.round,
            delivery.next_attempt_at), ',' order by attempt.delivery_id, attempt.round, attempt.number)
        from (
          select delivery_id, round, number from delivery_attempts
          where bot_id = watched.bot_id order by started_at desc limit 10
        ) attempt join deliveries delivery on delivery.id = attempt.delivery_id
      ), ';', (
        select string_agg(concat_ws(':', id, state, round, next_attempt_at), ',' order by id)
        from (
          select id, state, round, next_attempt_at from deliveries
          where bot_id = watched.bot_id order by created_at desc limit 10
        ) delivery
      ))) as fingerprint
    from unnest(${botIds}::text[]) as watched(bot_id)`;
  return new Map(rows.map(({ botId, fingerprint }) => [botId, fingerprint]));
}
