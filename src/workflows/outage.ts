import type { Logger } from 'pino';
import { faultOf } from '../log.ts';

/** The shortest time between two log lines about the same thing. */
export const TOLD_AGAIN_MS = 60_000;

export interface Outage {
  /** @returns undefined when the work failed */
  watch<Result>(work: Promise<Result>): Promise<Result | undefined>;
  /** @param sentence said instead of the usual one */
  failed(error: unknown, sentence?: string): void;
  /** @returns whether that was told */
  worked(): boolean;
}

/**
 * Tells of something that may fail for a while: once when it begins to fail, again when it fails in another way, and once when
 * it works again.
 *
 * @param sentences.isToldElsewhere what another outage tells
 * @param monotonicMs a clock that nobody sets, in milliseconds
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
