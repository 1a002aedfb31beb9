import { within } from '../domain/kernel/within.ts';

export interface Signal {
  notify(): void;
  /** Waits for a notice, at most this long in milliseconds. */
  wait(timeoutMs: number): Promise<void>;
}

/** Wakes one waiter; a notice that comes while nobody waits is kept for the next wait. */
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
