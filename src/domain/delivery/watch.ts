import type { Database } from '../../db/client.ts';

/** Somebody who looks at the deliveries of a bot. */
export interface Watching {
  /**
   * Waits for something to be different from what was told before; the first time for what there is.
   *
   * @returns false when the watching has ended
   */
  changed(): Promise<boolean>;
  close(): void;
}

export interface DeliveryWatch {
  /** Whether this user watches as much as a user may. */
  isFull(userId: string): boolean;
  open(botId: string, userId: string): Watching;
  /** Ends every watching. */
  close(): void;
}

/** Of one process: a browser has a few pages open, and not hundreds. */
export const MAX_WATCHINGS_PER_USER = 5;
/** Afterwards the client asks anew, and who it is and what it may see is looked at again. */
const LIFETIME_MS = 10 * 60 * 1000;
const INTERVAL_MS = 1000;

interface Watcher extends Watching {
  readonly botId: string;
  readonly userId: string;
  tell(fingerprint: string): void;
}

/**
 * Notices what becomes of deliveries, whichever process makes the attempts: while somebody watches, one statement a
 * second looks at the last attempts and deliveries of every watched bot. While nobody does, nothing is asked.
 *
 * @param intervalMs how long to wait between two looks
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
      // The database is away: the next look finds what was missed.
    } finally {
      isLooking = false;
      timer = setTimeout(look, intervalMs).unref();
    }
  }

  return {
    isFull: (userId) =>
      [...watchers].filter((watcher) => watcher.userId === userId).length >= MAX_WATCHINGS_PER_USER,
    open(botId, userId) {
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

/** @returns by bot, a word that differs whenever something about its last ten attempts and deliveries does */
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
