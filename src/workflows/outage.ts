import type { Logger } from 'pino';
import { faultOf } from '../log.ts';

export interface Outage {
  /** @returns undefined when the work failed */
  watch<Result>(work: Promise<Result>): Promise<Result | undefined>;
}

/** @param message said when something fails, once until it works again */
export function createOutage(log: Logger, message: string): Outage {
  let isKnown = false;
  return {
    async watch(work) {
      try {
        const result = await work;
        isKnown = false;
        return result;
      } catch (error) {
        if (!isKnown) log.warn({ fault: faultOf(error) }, message);
        isKnown = true;
        return undefined;
      }
    },
  };
}
