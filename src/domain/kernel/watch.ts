/** A client that watches something in the database. */
export interface Watching {
  /**
   * Waits for a change since the last call. The first call returns with the current state.
   *
   * @returns the fingerprint; undefined when the watch has ended
   */
  changed(): Promise<string | undefined>;
  /** The fingerprint as it was last read; undefined when the watch has ended. */
  latest(): string | undefined;
  close(): void;
}

/** Notifies clients of changes, whichever process makes them. */
export interface Watch {
  /**
   * Starts a watch. It ends after a time, or when it is closed. Counting and opening are one step.
   *
   * @param key names what is watched
   * @param viewer names who watches: a user or a token
   * @param lifetimeMs ten minutes, unless the fingerprint changes with the rights of the viewer
   * @returns undefined when this viewer has the maximum number of watches
   */
  open(key: string, viewer: string, lifetimeMs?: number): Watching | undefined;
  /** Ends all watches. */
  close(): void;
}

/** Per process: with three web processes a viewer may have three times as many. A user has a few pages open. */
export const MAX_WATCHINGS_PER_VIEWER = 5;
/** After this time the client must subscribe again, which checks its session and rights again. */
const LIFETIME_MS = 10 * 60 * 1000;
const INTERVAL_MS = 1000;

interface Watcher extends Watching {
  readonly key: string;
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
  const counts = new Map<string, number>();
  /** They know nothing yet. They do not wait for the next regular read, which is for all. */
  const fresh = new Set<Watcher>();
  let isReadingFresh = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  async function look(asked: Iterable<Watcher>): Promise<void> {
    // Those with the same key are told one after the other, so that their reads of the same share a statement.
    const byKey = Map.groupBy(asked, ({ key }) => key);
    try {
      const fingerprints = await read([...byKey.keys()]);
      for (const [key, fingerprint] of fingerprints) {
        for (const watcher of byKey.get(key) ?? []) watcher.tell(fingerprint);
      }
    } catch {
      // The database is unreachable. The next read finds the changes.
    }
  }

  async function readFresh(): Promise<void> {
    if (isReadingFresh) return;
    isReadingFresh = true;
    while (fresh.size > 0) {
      const asked = [...fresh];
      fresh.clear();
      await look(asked);
    }
    isReadingFresh = false;
  }

  function schedule(): void {
    if (watchers.size === 0) return;
    timer ??= setTimeout(async () => {
      await look(watchers);
      timer = undefined;
      schedule();
    }, intervalMs).unref();
  }

  return {
    open(key, viewer, lifetimeMs = LIFETIME_MS) {
      const count = counts.get(viewer) ?? 0;
      if (count >= MAX_WATCHINGS_PER_VIEWER) return undefined;
      const watcher = createWatcher(key, lifetimeMs, () => {
        if (!watchers.delete(watcher)) return;
        fresh.delete(watcher);
        const left = (counts.get(viewer) ?? 0) - 1;
        if (left > 0) counts.set(viewer, left);
        else counts.delete(viewer);
      });
      if (isClosed) {
        watcher.close();
        return watcher;
      }
      watchers.add(watcher);
      counts.set(viewer, count + 1);
      fresh.add(watcher);
      void readFresh();
      schedule();
      return watcher;
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}

function createWatcher(key: string, lifetimeMs: number, onEnd: () => void): Watcher {
  let told: string | undefined;
  let isNew = false;
  let isOpen = true;
  let wake = () => {};
  const end = Number.isFinite(lifetimeMs) ? setTimeout(close, lifetimeMs).unref() : undefined;
  const latest = () => (isOpen ? told : undefined);
  function close(): void {
    isOpen = false;
    clearTimeout(end);
    onEnd();
    wake();
  }
  return {
    key,
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
      return latest();
    },
    latest,
    close,
  };
}
