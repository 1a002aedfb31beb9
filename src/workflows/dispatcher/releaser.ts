import type { Logger } from 'pino';
import { freeForgotten, releaseHeld, releaseNext } from '../../domain/delivery/release.ts';
import { advanceReplays } from '../../domain/delivery/replay.ts';
import { resendLeftOver } from '../../domain/delivery/resend.ts';
import type { WithClock, WithDatabase } from '../../domain/kernel/needs.ts';
import { repeat } from '../../lib/repeat.ts';
import { createWorkOutage } from '../temporal/faults.ts';

/** How soon the first held delivery goes out, and the next one when another process made the attempt before it. */
const EVERY_MS = 250;
/** A second of a replay. */
const REPLAY_MS = 1000;
/** How soon deliveries go out that were held in the moment when their hold ended. */
const FORGOTTEN_MS = 15_000;

export interface Releaser {
  /** An attempt is over: if the deliveries of this bot go out in their order, it is the turn of the next one. */
  attempted(botId: string): void;
  close(): Promise<void>;
}

/** Lets held deliveries go out when a webhook was resumed, sends probes to receivers that fail, and advances replays. */
export function startReleaser({
  services,
  log,
  onReleased,
}: {
  readonly services: WithDatabase & WithClock;
  readonly log: Logger;
  /** Called when deliveries are in the outbox again. */
  readonly onReleased: () => void;
}): Releaser {
  const outage = createWorkOutage(log, {
    away: 'Held and replayed deliveries cannot be released.',
    back: 'Held and replayed deliveries can be released again.',
  });
  const releasing = new Set<string>();
  const next = async (botId: string) => {
    if (await outage.watch(releaseNext(services, botId))) onReleased();
  };
  const repeated = [
    repeat(EVERY_MS, async () => {
      if (await outage.watch(releaseHeld(services, releasing))) onReleased();
    }),
    repeat(REPLAY_MS, async () => {
      if (await outage.watch(advanceReplays(services))) onReleased();
    }),
    repeat(REPLAY_MS, async (closing) => {
      if (await outage.watch(resendLeftOver(services, closing))) onReleased();
    }),
    repeat(FORGOTTEN_MS, (closing) => outage.watch(freeForgotten(services, closing))),
  ];
  return {
    attempted(botId) {
      if (releasing.has(botId)) void next(botId);
    },
    async close() {
      await Promise.all(repeated.map((each) => each.close()));
    },
  };
}
