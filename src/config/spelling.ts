import leven, { closestMatch } from 'leven';
import type { Environment } from './reading.ts';
import { SETTINGS } from './settings.ts';

/** Short names, such as PORT and HOST, resemble too many others. */
const SHORTEST = 8;
/** One typing error per five letters, at most three: TRUSTED_PROXY differs from TRUSTED_PROXIES by three. */
const allowed = (name: string) => (name.length < SHORTEST ? 0 : Math.min(3, Math.round(name.length / 5)));
const GRAVE = new Set(
  Object.entries(SETTINGS.shape).flatMap(([name, setting]) => (setting.meta()?.isGrave ? [name] : [])),
);

/** A variable that is not a setting but resembles one. */
export interface Misspelling {
  readonly sentence: string;
  /** The similar setting is absent, and the service must not start without it. */
  readonly isGrave: boolean;
}

/**
 * Finds variables that are probably misspelt settings. The variable may belong to another program, so it is not grave
 * when the similar setting is defined, even if empty.
 *
 * @param env variables by name
 */
export function findMisspellings(env: Environment): Misspelling[] {
  const known = Object.keys(SETTINGS.shape);
  return Object.keys(env).flatMap((name) => {
    if (known.includes(name) || !env[name]) return [];
    const spelling = name.toUpperCase();
    const meant = closestMatch(spelling, known, { maxDistance: 3 });
    if (meant === undefined || leven(spelling, meant) > allowed(meant)) return [];
    const isGrave = GRAVE.has(meant) && env[meant] === undefined;
    const wayOut = isGrave
      ? ` If ${name} belongs to another program, define ${meant} too; it may be empty.`
      : '';
    return [{ sentence: `${name} is not a setting. Did you mean ${meant}?${wayOut}`, isGrave }];
  });
}
