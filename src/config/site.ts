import { z } from 'zod';
import { choice, flag, text } from './values.ts';

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

export const brand = z
  .object({
    siteName: name.default('Orbit').meta({
      description: 'The name in the header, in titles and in previews of links',
      bounds: '1 to 30 characters',
    }),
    siteAccent: choice(ACCENTS).default('iris').meta({
      description: 'The colour of buttons, links and the built-in logo',
      bounds: 'a scale of Radix Colors',
    }),
    siteLogo: logo.optional().meta({
      description: 'A square logo file, up to 256 KiB; also the icon of browser tabs',
      bounds: '.svg, .png or .webp',
      example: '/etc/bot-listing/logo.svg',
    }),
    sitePages: text.optional().meta({
      description: 'A folder with your texts about the site, in Markdown',
      bounds: 'folder',
      example: '/etc/bot-listing/pages',
    }),
    siteLinks: links.default([]).meta({
      description: 'Links in the footer, such as your terms',
      bounds: `up to ${MAX_LINKS} links`,
      example: 'Terms=https://example.com/terms,Contact=mailto:hello@example.com',
    }),
    publishedClients: flag.default(false).meta({
      description: 'Whether the documentation installs the clients from npm and PyPI',
    }),
  })
  .meta({
    title: 'Brand',
    notes: `
- \`SITE_ACCENT\` is one of amber, blue, bronze, brown, crimson, cyan, gold, grass, green, indigo, iris, jade, lime, mint,
  orange, pink, plum, purple, red, ruby, sky, teal, tomato, violet and yellow. Text stays readable with each of them,
  in the light and in the dark theme.
- \`SITE_PAGES\`: texts for the pages \`/about\`, \`/review\`, \`/ranking\`, \`/privacy\`, \`/terms\`, \`/contact\` and
  \`/imprint\`. The file of a page has its name, such as \`/etc/bot-listing/pages/imprint.md\`, and in German
  \`/etc/bot-listing/pages/imprint.de.md\`. In French, it ends with .fr.md. Its first heading (\`# …\`) is the title. A
  file has at most 64 KiB, and HTML in it is shown as text. All pages link to these pages at their end. Without a file,
  a page does not exist; only \`/about\`, \`/review\` and \`/ranking\` then have texts of the project.
- \`PUBLISHED_CLIENTS\`: set it only if you own the names \`@bot-listing/client\` on npm and \`bot-listing-client\` on
  PyPI. Whoever owns them gets the tokens of all bots that install them.
- \`SITE_LINKS\`: \`Label=address\`, separated by commas, such as
  \`Terms=https://example.com/terms,Contact=mailto:hello@example.com\`. Addresses start with \`https://\` or \`mailto:\`.
`,
  });

/** How the site presents itself. */
export type Brand = Omit<z.output<typeof brand>, 'publishedClients'>;
