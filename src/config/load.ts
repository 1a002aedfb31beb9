import type { Settings } from './settings.ts';
import { integer } from './values.ts';

export interface LoadConfig {
  /** How many requests of each lane run at once, and when the service is overloaded. */
  readonly admission: {
    readonly concurrency: Readonly<Record<'bots' | 'votes' | 'members' | 'strangers', number>>;
    /** How long a stranger's request waits for a slot. */
    readonly patienceMs: number;
    /** Above this average delay of the event loop, strangers get fewer slots. */
    readonly maxLoopDelayMs: number;
  };
}

const slots = integer(1, 100_000);

export function readLoad({ read }: Settings): LoadConfig {
  return {
    admission: {
      concurrency: {
        bots: read('CONCURRENT_BOT_REQUESTS', slots) ?? 512,
        votes: read('CONCURRENT_VOTES', slots) ?? 64,
        members: read('CONCURRENT_MEMBER_REQUESTS', slots) ?? 64,
        strangers: read('CONCURRENT_STRANGER_REQUESTS', slots) ?? 16,
      },
      patienceMs: read('MAX_WAIT_MS', integer(0, 1400)) ?? 1000,
      maxLoopDelayMs: read('MAX_EVENT_LOOP_DELAY_MS', integer(1, 10_000)) ?? 50,
    },
  };
}
