import { setTimeout as delay } from 'node:timers/promises';
import type { Services } from '../../src/schema/context.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
/** The time at which most tests of the domain begin. */
export const NOON = new Date('2026-03-04T12:00:00.000Z');

export function after(start: Date, ms: number): Date {
  return new Date(start.getTime() + ms);
}

/** The same services with a clock that stands still. */
export function at(services: Services, time: Date): Services {
  return { ...services, now: () => time };
}

/** Looks twenty times a second. The time of the test bounds it. */
export async function untilSo(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await delay(50);
}
