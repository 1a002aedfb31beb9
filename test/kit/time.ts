import type { AppServices } from '../../src/app.ts';

export const HOUR_MS = 60 * 60 * 1000;
export const DAY_MS = 24 * HOUR_MS;
/** The time at which most tests of the domain begin. */
export const NOON = new Date('2026-03-04T12:00:00.000Z');

export function after(start: Date, ms: number): Date {
  return new Date(start.getTime() + ms);
}

/** The same services with a clock that stands still. */
export function at(services: AppServices, time: Date): AppServices {
  return { ...services, now: () => time };
}
