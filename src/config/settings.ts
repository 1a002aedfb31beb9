import type { z } from 'zod';

/** Variables by name, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Reads settings one by one and collects the problems with them. */
export interface Settings {
  readonly env: Environment;
  /** Every setting that was read. */
  readonly names: ReadonlySet<string>;
  /** A sentence for each problem, with the name of the setting. It never repeats a value that may be secret. */
  readonly problems: string[];
  /** Whether a variable has a value. An empty one counts as absent. */
  isSet(name: string): boolean;
  /** @returns undefined when the setting is absent, or when it cannot be used, which is then one of the problems */
  read<Value>(name: string, schema: z.ZodType<Value, string>): Value | undefined;
}

/** @param env the environment; nothing else is read */
export function openSettings(env: Environment): Settings {
  const names = new Set<string>();
  const problems: string[] = [];
  return {
    env,
    names,
    problems,
    isSet: (name) => Boolean(env[name]),
    read(name, schema) {
      names.add(name);
      const text = env[name];
      if (!text) return undefined;
      const parsed = schema.safeParse(text);
      if (parsed.success) return parsed.data;
      problems.push(...parsed.error.issues.map((issue) => `${name} ${sentenceOf(issue)}`));
      return undefined;
    },
  };
}

function sentenceOf(issue: z.core.$ZodIssue): string {
  return issue.code === 'invalid_value' ? `must be one of ${issue.values.join(', ')}` : issue.message;
}
