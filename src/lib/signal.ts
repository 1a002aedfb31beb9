import { within } from './within.ts';

export interface Signal {
  notify(): void;
  /** Waits for a notification, for at most this time in milliseconds. */
  wait(timeoutMs: number): Promise<void>;
}

/** Wakes one waiter. A notification that comes while nobody waits ends the next wait. */
export function createSignal(): Signal {
  let noticed = false;
  let waiter: (() => void) | undefined;
  return {
    notify() {
      noticed = true;
      waiter?.();
    },
    async wait(timeoutMs) {
      if (!noticed) {
        const notice = new Promise<void>((resolve) => {
          waiter = resolve;
        });
        await within(notice, timeoutMs, () => undefined);
      }
      noticed = false;
      waiter = undefined;
    },
  };
}
