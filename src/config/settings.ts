import { z } from 'zod';
import { data } from './data.ts';
import { http } from './http.ts';
import { images } from './images.ts';
import { interfaces } from './interfaces.ts';
import { load } from './load.ts';
import { platform } from './platform.ts';
import { retention } from './retention.ts';
import { signIn } from './sign-in.ts';
import { brand } from './site.ts';
import { temporal } from './temporal.ts';
import { traces } from './traces.ts';
import { visitorLimits } from './visitor-limits.ts';
import { webhooks } from './webhooks.ts';

/** The sections in the order of `docs/configuration.md`. */
export const SECTIONS = [
  http,
  brand,
  data,
  temporal,
  webhooks,
  signIn,
  platform,
  images,
  visitorLimits,
  retention,
  load,
  interfaces,
  traces,
] as const;

/** Every setting: its form, its default, and in its `meta` what the documents say about it. */
export const SETTINGS = z.object({
  ...http.shape,
  ...brand.shape,
  ...data.shape,
  ...temporal.shape,
  ...webhooks.shape,
  ...signIn.shape,
  ...platform.shape,
  ...images.shape,
  ...visitorLimits.shape,
  ...retention.shape,
  ...load.shape,
  ...interfaces.shape,
  ...traces.shape,
});

/**
 * Reads each setting. One that cannot be used has its default, so that all problems are found at once.
 *
 * @param env variables by name; an empty one counts as absent
 * @returns the values, and a sentence for each problem, which begins with the name and repeats no secret
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value));
  const parsed = SETTINGS.safeParse(given);
  if (parsed.success) return { values: parsed.data, problems: [] };
  const { issues } = parsed.error;
  for (const { path } of issues) delete given[String(path[0])];
  return {
    values: SETTINGS.parse(given),
    problems: issues.map((issue) => `${String(issue.path[0])} ${issue.message}`),
  };
}
