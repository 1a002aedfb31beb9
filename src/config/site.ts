import { z } from 'zod';
import type { Settings } from './settings.ts';

/** Accent colours that an operator can choose: scales of Radix Colors. */
export const ACCENTS = [
  'amber',
  'blue',
  'bronze',
  'brown',
  'crimson',
  'cyan',
  'gold',
  'grass',
  'green',
  'indigo',
  'iris',
  'jade',
  'lime',
  'mint',
  'orange',
  'pink',
  'plum',
  'purple',
  'red',
  'ruby',
  'sky',
  'teal',
  'tomato',
  'violet',
  'yellow',
] as const;

export type Accent = (typeof ACCENTS)[number];

export interface SiteConfig {
  /** How the site presents itself. */
  readonly brand: {
    readonly name: string;
    readonly accent: Accent;
    /** A file with the logo; absent for the built-in one. */
    readonly logoPath?: string;
    /** Links in the footer, such as the terms of the operator. */
    readonly links: readonly { readonly label: string; readonly url: string }[];
  };
}

const MAX_LINKS = 8;
const LINK = /^\s*([^=]{1,40}?)\s*=\s*((?:https:\/\/|mailto:)[\x21-\x7e]+)\s*$/;

const name = z
  .string()
  .transform((value) => value.trim())
  .refine((value) => value.length >= 1 && value.length <= 30, { error: 'must have 1 to 30 characters' });

const logo = z
  .string()
  .regex(/\.(?:svg|png|webp)$/i, { error: 'must name a file that ends in .svg, .png or .webp' });

const links = z
  .string()
  .transform((value) => value.split(',').map((entry) => LINK.exec(entry)))
  .refine((found) => found.length <= MAX_LINKS && found.every((match) => match !== null), {
    error: `must be at most ${MAX_LINKS} links such as Terms=https://example.com/terms, separated by commas`,
  })
  .transform((found) =>
    found.flatMap((match) => (match ? [{ label: match[1] ?? '', url: match[2] ?? '' }] : [])),
  );

export function readSite({ read }: Settings): SiteConfig {
  const logoPath = read('SITE_LOGO', logo);
  return {
    brand: {
      name: read('SITE_NAME', name) ?? 'Orbit',
      accent: read('SITE_ACCENT', z.enum(ACCENTS)) ?? 'iris',
      ...(logoPath !== undefined && { logoPath }),
      links: read('SITE_LINKS', links) ?? [],
    },
  };
}
