import type { WithClock } from '../../domain/kernel/needs.ts';

/** Calls the work the first time only. */
export function once(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) work();
    isDone = true;
  };
}

/** Calls the work at most once an hour. For log lines: ten thousand deliveries may wait for the same reason. */
export function onceAnHour({ now }: WithClock, work: (botId: string) => void): (botId: string) => void {
  let nextAt = 0;
  return (botId) => {
    const at = now().getTime();
    if (at < nextAt) return;
    nextAt = at + 60 * 60 * 1000;
    work(botId);
  };
}
