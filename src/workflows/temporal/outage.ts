import type { Logger } from 'pino';
import { faultOf } from '../../telemetry/log.ts';

/** The shortest time between two log lines about the same fault. */
export const TOLD_AGAIN_MS = 60_000;

export interface Outage {
  /** @returns undefined when the work failed */
  watch<Result>(work: Promise<Result>): Promise<Result | undefined>;
  /** @param sentence replaces the usual log line */
  failed(error: unknown, sentence?: string): void;
  /** @returns whether it logged the end of an outage */
  worked(): boolean;
}

/**
 * Logs an outage: one line when something begins to fail, one when it fails in another way, and one when it works
 * again.
 *
 * @param sentences.isToldElsewhere says for which errors another outage writes the line
 * @param monotonicMs a monotonic clock, in milliseconds
 */
export function createOutage(
  log: Logger,
  sentences: {
    readonly away: string;
    readonly back: string;
    readonly isToldElsewhere?: (error: unknown) => boolean;
  },
  monotonicMs = () => performance.now(),
): Outage {
  let told: string | undefined;
  let toldAt = Number.NEGATIVE_INFINITY;

  const outage: Outage = {
    failed(error, sentence = sentences.away) {
      if (told === sentence || monotonicMs() - toldAt < TOLD_AGAIN_MS) return;
      if (sentences.isToldElsewhere?.(error)) return;
      log.warn({ fault: faultOf(error) }, sentence);
      told = sentence;
      toldAt = monotonicMs();
    },
    worked() {
      if (told === undefined) return false;
      log.info(sentences.back);
      told = undefined;
      return true;
    },
    async watch(work) {
      try {
        const result = await work;
        outage.worked();
        return result;
      } catch (error) {
        outage.failed(error);
        return undefined;
      }
    },
  };
  return outage;
}
