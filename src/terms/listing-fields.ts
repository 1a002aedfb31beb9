/**
 * The kinds of fields, with the value of one that nobody has filled in. Each kind has one reader (`fields.ts`), one
 * type in GraphQL (`src/schema/listing.ts`) and one control in the form.
 */
export const DEFAULTS = {
  line: '' as string,
  optionalLine: null as string | null,
  markdown: '' as string,
  /** Slugs. */
  tags: [] as readonly string[],
  /** ISO 639-1 codes. */
  languages: [] as readonly string[],
  /** An ISO 639-1 code. */
  language: null as string | null,
  /** Scopes of the invite link. The platform's other scopes need a redirect to the bot's own site. */
  scopes: ['bot', 'applications.commands'] as readonly string[],
  /** A decimal number. Its bits are the platform's permissions. */
  permissions: '0' as string,
  /** An https URL. */
  link: null as string | null,
  flag: false as boolean,
};
export type Kind = keyof typeof DEFAULTS;

interface Row {
  /** In all programs and in GraphQL. `bots` in `src/db/tables.ts` names its column. */
  readonly name: string;
  readonly kind: Kind;
  /** Whether it tells about its author. Then it is emptied when the owner of a removed listing is erased. */
  readonly isPersonal: boolean;
  /** What GraphQL says about reading it, and about writing it. */
  readonly description: string;
  readonly input?: string;
  /** The bounds of a text in characters, or of a list. */
  readonly min?: number;
  readonly max?: number;
  /** How refusals of a text begin. */
  readonly subject?: string;
  /** The icon of a link on the page, from the Lucide set. */
  readonly icon?: string;
}

/** The most translations of a listing. */
export const MAX_TRANSLATIONS = 10;

/** The maximum length of a link, in characters. */
export const MAX_LINK_LENGTH = 300;

/**
 * The fields that an owner writes. What reads, shows, checks, exports or erases them follows from this table. Everybody
 * may see each of them, `judgeEdit` says which edits wait for a moderator, owners and co-owners find it in their export, and a submission by
 * a new owner replaces it. Page, form and moderators show links in this order. This file imports nothing, because
 * browsers load it, too.
 */
export const LISTING_FIELDS = [
  {
    name: 'name',
    kind: 'line',
    min: 1,
    max: 100,
    // Voters and moderators still find it in what they did.
    isPersonal: false,
    subject: 'The name',
    description: 'Its name.',
    input: '1 to 100 characters. A new name turns `followsPlatform` off.',
  },
  {
    name: 'shortDescription',
    kind: 'line',
    min: 30,
    max: 150,
    isPersonal: true,
    subject: 'The short description',
    description: 'One line for lists.',
    input: 'One line of 30 to 150 characters.',
  },
  {
    name: 'longDescription',
    kind: 'markdown',
    max: 20_000,
    isPersonal: true,
    subject: 'The long description',
    description: 'The text of its page in Markdown.',
    input: 'Markdown, at most 20 000 characters. Empty by default.',
  },
  {
    name: 'tags',
    kind: 'tags',
    max: 5,
    isPersonal: false,
    description: 'Its tags.',
    input: 'Slugs of 1 to 5 tags.',
  },
  {
    name: 'languages',
    kind: 'languages',
    max: 10,
    isPersonal: false,
    description: 'The languages that it speaks, as ISO 639-1 codes.',
    input: 'Up to 10 of the codes in `Query.languages`: what the bot speaks. None by default.',
  },
  {
    name: 'textLanguage',
    kind: 'language',
    isPersonal: false,
    description: 'The language of its own texts, as ISO 639-1 code. Null when its owner has not said it.',
    input: 'One of the codes in `Query.languages`: the language of name and descriptions. None by default.',
  },
  {
    name: 'inviteScopes',
    kind: 'scopes',
    isPersonal: false,
    description: 'The scopes of the invite link.',
    input: '`bot`, `applications.commands` or both. Both by default.',
  },
  {
    name: 'invitePermissions',
    kind: 'permissions',
    isPersonal: false,
    description:
      "The permissions of the invite link: a decimal number whose bits are the platform's permissions.",
    input: "A decimal number whose bits are the platform's permissions. 0 by default.",
  },
  {
    name: 'prefix',
    kind: 'optionalLine',
    min: 1,
    max: 10,
    isPersonal: true,
    subject: 'The prefix',
    description: 'The prefix of its text commands.',
    input: '1 to 10 characters. None by default.',
  },
  {
    name: 'websiteUrl',
    kind: 'link',
    icon: 'globe',
    isPersonal: true,
    subject: 'The website',
    description: 'Its website (https).',
  },
  {
    name: 'supportUrl',
    kind: 'link',
    icon: 'life-buoy',
    isPersonal: true,
    subject: 'The support link',
    description: 'Where its users get help (https).',
  },
  {
    name: 'sourceUrl',
    kind: 'link',
    icon: 'code',
    isPersonal: true,
    subject: 'The link to the source',
    description: 'Its source code (https).',
  },
  {
    name: 'privacyUrl',
    kind: 'link',
    icon: 'lock',
    isPersonal: true,
    subject: 'The privacy policy',
    description: 'Its privacy policy (https).',
  },
  {
    name: 'followsPlatform',
    kind: 'flag',
    isPersonal: false,
    description: 'Whether name and picture come from the chat platform, with a refresh once a day.',
    input:
      'Whether name and picture come from the chat platform. True by default for a new listing without a name.',
  },
] as const satisfies readonly Row[];

/** A row of {@link LISTING_FIELDS}; with a kind, one of this kind. */
export type ListingField<Of extends Kind = Kind> = Extract<(typeof LISTING_FIELDS)[number], { kind: Of }>;
export type FieldName<Of extends Kind = Kind> = ListingField<Of>['name'];

/** The fields as the domain knows them. */
export type ListingFields = {
  readonly [Field in ListingField as Field['name']]: (typeof DEFAULTS)[Field['kind']];
};

/** Computes a value for each of these fields. */
export function byName<Field extends ListingField, Value>(
  fields: readonly Field[],
  made: (field: Field) => Value,
): Record<Field['name'], Value> {
  return Object.fromEntries(fields.map((field) => [field.name, made(field)])) as Record<Field['name'], Value>;
}

/** A listing that nobody has filled in. */
export const EMPTY_LISTING = byName(LISTING_FIELDS, ({ kind }) => DEFAULTS[kind]) as ListingFields;

/** Whether a field has the same value. Chosen tags, languages and scopes have no order. */
export function isSameValue(one: unknown, other: unknown): boolean {
  const comparable = (value: unknown) => JSON.stringify(Array.isArray(value) ? value.toSorted() : value);
  return comparable(one) === comparable(other);
}

/** Finds a row by its name. */
export const fieldNamed = <Name extends FieldName>(name: Name) =>
  LISTING_FIELDS.find((field) => field.name === name) as Extract<ListingField, { name: Name }>;

/** The names in a text, each with a space after it. GraphQL documents that contain it get their types from this one. */
type Selection<Of extends Kind, Rows = typeof LISTING_FIELDS> = Rows extends readonly [
  { readonly name: infer Name extends string; readonly kind: infer Is },
  ...infer Rest,
]
  ? `${Is extends Of ? `${Name} ` : ''}${Selection<Of, Rest>}`
  : '';

function selectionOf<Of extends Kind>(fields: readonly ListingField<Of>[]): Selection<Of> {
  return fields.map(({ name }) => `${name} `).join('') as Selection<Of>;
}

/** The fields whose refusals name them. */
export const TEXTS = LISTING_FIELDS.filter((field) => 'subject' in field);
export const LINKS = LISTING_FIELDS.filter((field) => field.kind === 'link');
export const LINK_NAMES = LINKS.map(({ name }) => name);
export const LINK_SELECTION = selectionOf(LINKS);
/** The fields that GraphQL has as they are stored: all but the tags. */
export const PLAIN_FIELDS = LISTING_FIELDS.filter((field) => field.kind !== 'tags');
export const PLAIN_SELECTION = selectionOf(PLAIN_FIELDS);
