import { z } from 'zod';

export const text = z.string();

/** A whole number within bounds, both included. */
export const integer = (min: number, max: number) => {
  const isWithin = (value: string) => /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max;
  return z
    .string()
    .refine(isWithin, { error: `must be a whole number from ${min} to ${max}` })
    .transform(Number);
};

export const flag = z
  .enum(['true', 'false', '1', '0'])
  .transform((value) => value === 'true' || value === '1');

/** A URL with one of these protocols, such as `https:`. */
export const url = (...protocols: string[]) =>
  z.string().refine((value) => isUrl(value, protocols), {
    error: `must be a URL that starts with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  });

/** An http or https URL with a placeholder in braces for each of these names. */
export const template = (...names: string[]) => {
  const places = names.map((name) => `{${name}}`);
  return z
    .string()
    .refine((value) => isUrl(value, ['http:', 'https:']) && places.every((place) => value.includes(place)), {
      error: `must be an http or https URL that holds ${places.join(' and ')}`,
    });
};

/** Values separated by commas, each of the same form. */
export const list = <Entry extends z.ZodType<string, string>>(entry: Entry) =>
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
);

/** Whether a text is a URL with one of these protocols, such as `https:`. */
export function isUrl(value: string, protocols: readonly string[]): boolean {
  return URL.canParse(value) && protocols.includes(new URL(value).protocol);
}
