/** A client that watches something in the database. */
export interface Watching {
  /**
   * Waits for a change since the last call. The first call returns with the current state.
   *
   * @returns false when the watch has ended
   */
  changed(): Promise<boolean>;
  close(): void;
}

/** Notifies clients of changes, whichever process makes them. */
export interface Watch {
  /**
   * Starts a watch. It ends after ten minutes, or when it is closed. Counting and opening are one step.
   *
   * @param key names what is watched
   * @returns undefined when this user has the maximum number of watches
   */
  open(key: string, userId: string): Watching | undefined;
  /** Ends all watches. */
  close(): void;
}

/** Per process: with three web processes a user may have three times as many. A user has a few pages open. */
export const MAX_WATCHINGS_PER_USER = 5;
/** After this time the client must subscribe again, which checks its session and rights again. */
const LIFETIME_MS = 10 * 60 * 1000;
const INTERVAL_MS = 1000;

interface Watcher extends Watching {
  readonly key: string;
  readonly userId: string;
  tell(fingerprint: string): void;
}

/**
 * Reads the fingerprints of everything that is watched, in one statement. A fingerprint changes with what the watchers
 * are told.
 */
type ReadFingerprints = (keys: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/**
 * Makes a watch. While there are watchers, it reads once per second, for all of them together. Without watchers it reads
 * nothing.
 *
 * @param intervalMs the time between two reads
 */
export function createWatch(read: ReadFingerprints, intervalMs = INTERVAL_MS): Watch {
  const watchers = new Set<Watcher>();
  let isLooking = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    if (isLooking || watchers.size === 0) return;
    clearTimeout(timer);
    isLooking = true;
    try {
      const fingerprints = await read([...new Set([...watchers].map(({ key }) => key))]);
      for (const watcher of watchers) {
        const fingerprint = fingerprints.get(watcher.key);
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
    open(key, userId) {
      const count = [...watchers].filter((watcher) => watcher.userId === userId).length;
      if (count >= MAX_WATCHINGS_PER_USER) return undefined;
      const watcher = createWatcher(key, userId, () => watchers.delete(watcher));
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

function createWatcher(key: string, userId: string, onEnd: () => void): Watcher {
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
    key,
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
