import { z } from 'zod';

declare module 'zod' {
  /** What the documents and the checks know about a setting or a section. */
  interface GlobalMeta {
    /** Of a section: its heading. */
    title?: string;
    /** Of a section: Markdown below its heading and below its table. */
    intro?: string;
    notes?: string;
    /** What a value may be, with its unit. */
    bounds?: string;
    /** The default, where other settings decide it. */
    usually?: string;
    /** The value in `.env.example`, where the default tells too little. */
    example?: string;
    /** It must not appear in logs, nor in a file that others read. */
    isSecret?: boolean;
    /**
     * Without it, the service would start with other data, admit other people or delete what must stay. A probable
     * misspelling of it prevents the start; a warning comes too late.
     */
    isGrave?: boolean;
  }
}

export const text = z.string();

/** A whole number within bounds, both included. @param unit such as `days` */
export const integer = (min: number, max: number, unit = '') => {
  const isWithin = (value: string) => /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max;
  return z
    .string()
    .refine(isWithin, { error: `must be a whole number from ${min} to ${max}` })
    .transform(Number)
    .meta({ bounds: `${min} to ${max} ${unit}`.trim() });
};

/** One of these words. */
export const choice = <Word extends string>(words: readonly Word[]) =>
  z.enum(words, { error: `must be one of ${words.join(', ')}` }).meta({ bounds: words.join(', ') });

export const flag = choice(['0', '1', 'true', 'false'])
  .transform((value) => value === 'true' || value === '1')
  .meta({ bounds: 'true or false' });

/** A URL with one of these protocols, such as `https:`. */
export const url = (...protocols: string[]) =>
  z
    .string()
    .refine((value) => isUrl(value, protocols), {
      error: `must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
    })
    .meta({ bounds: protocols.includes('https:') ? 'http(s) URL' : `${protocols[0]?.slice(0, -1)} URL` });

/** The root of a site. @returns its origin, such as `https://bots.example.com` */
export const origin = url('http:', 'https:')
  .refine(isOrigin, {
    error: 'must be the root of a host, such as https://bots.example.com: the site cannot be below a path',
  })
  .transform((value) => new URL(value).origin)
  .meta({ bounds: 'http(s) URL without a path' });

/** An http or https URL with a placeholder in braces for each of these names. */
export const template = (...names: string[]) => {
  const places = names.map((name) => `{${name}}`);
  return z
    .string()
    .refine((value) => isUrl(value, ['http:', 'https:']) && places.every((place) => value.includes(place)), {
      error: `must be an http or https URL that holds ${places.join(' and ')}`,
    })
    .meta({ bounds: 'URL' });
};

/** Values separated by commas, each of the same form. */
export const list = <Entry extends z.ZodType<unknown, string>>(entry: Entry) =>
  z
    .string()
    .transform((entries) => entries.split(',').map((each) => each.trim()))
    .pipe(z.array(entry));

/** Networks in CIDR form, separated by commas. */
export const networks = list(
  z.union([z.cidrv4(), z.cidrv6()], {
    error: ({ input }) =>
      `must be a comma-separated list of networks such as 127.0.0.1/32 or ::1/128; "${input}" is not a network`,
  }),
).meta({ bounds: 'networks' });

/** Whether a text is a URL with one of these protocols, such as `https:`. */
export function isUrl(value: string, protocols: readonly string[]): boolean {
  return URL.canParse(value) && protocols.includes(new URL(value).protocol);
}

function isOrigin(value: string): boolean {
  if (!URL.canParse(value)) return true;
  const { pathname, search, hash, username, password } = new URL(value);
  return pathname === '/' && [search, hash, username, password].every((part) => part === '');
}

/** Variables by name, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What checks of several settings need beside their values. */
export interface Checks {
  readonly env: Environment;
  /** A sentence for each problem, with the name of the setting. It never repeats a value that may be secret. */
  readonly problems: string[];
  /** Whether a variable has a value, also one that cannot be used. An empty one counts as absent. */
  isSet(variable: string): boolean;
}

/** A setting has one name: `drainSeconds` is `DRAIN_SECONDS` in the environment. */
export function variableOf(setting: string): string {
  return setting.replaceAll(/[A-Z]/g, '_$&').toUpperCase();
}
