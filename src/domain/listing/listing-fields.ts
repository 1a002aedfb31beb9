/**
 * How a field is written, and the type of its value. Each kind has one reader (`fields.ts`), one type in GraphQL
 * (`src/schema/listing-fields.ts`) and one control in the form.
 */
interface Kinds {
  readonly line: string;
  readonly optionalLine: string | null;
  /** Several lines of Markdown. */
  readonly markdown: string;
  /** Slugs of tags. */
  readonly tags: readonly string[];
  /** ISO 639-1 codes. */
  readonly languages: readonly string[];
  readonly scopes: readonly string[];
  /** A decimal number. Its bits are the platform's permissions. */
  readonly permissions: string;
  /** An https URL. */
  readonly link: string | null;
  readonly flag: boolean;
}

export type Kind = keyof Kinds;

interface Common {
  /** In the domain, in GraphQL, in the form, and in `bots` in `src/db/tables.ts`, which names the column. */
  readonly name: string;
  /** Whether it tells about its author. Then it becomes empty when the owner of a removed listing is erased. */
  readonly isPersonal: boolean;
  /** What GraphQL says about it. */
  readonly description: string;
}

/** A text. Refusals begin with its subject. */
interface Text extends Common {
  readonly subject: string;
  /** The maximum number of characters. */
  readonly max: number;
}

type Row =
  | (Text & { readonly kind: 'line' | 'optionalLine'; readonly min: number; readonly input: string })
  | (Text & { readonly kind: 'markdown'; readonly input: string })
  /** Page, form and moderators show links in the order of this table, the page with a Lucide icon. */
  | (Omit<Text, 'max'> & { readonly kind: 'link'; readonly icon: string })
  | (Common & { readonly kind: 'tags' | 'languages'; readonly max: number; readonly input: string })
  | (Common & { readonly kind: 'scopes' | 'permissions' | 'flag'; readonly input: string });

/** The maximum length of a link, in characters. */
export const MAX_LINK_LENGTH = 300;

/**
 * The fields that an owner writes. What reads, shows, checks, exports or erases them follows from this table. Everybody
 * may see each of them, an edit needs no new review, owners and co-owners find it in their export, and a submission by
 * a new owner replaces it. A column for which this does not hold is no field of a listing.
 *
 * It imports nothing, because browsers load it, too. `input` is what GraphQL says about writing the field.
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

/** The fields that an owner edits, as the domain knows them. */
export type ListingFields = { readonly [Field in ListingField as Field['name']]: Kinds[Field['kind']] };

/** The value of a field that nobody has filled in. */
export const DEFAULTS: { readonly [Of in Kind]: Kinds[Of] } = {
  line: '',
  optionalLine: null,
  markdown: '',
  tags: [],
  languages: [],
  scopes: ['bot', 'applications.commands'],
  permissions: '0',
  link: null,
  flag: false,
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

/** Finds a row by its name. */
export const fieldNamed = <Name extends FieldName>(name: Name) =>
  LISTING_FIELDS.find((field) => field.name === name) as Extract<ListingField, { name: Name }>;

type NamesIn<Rows extends readonly unknown[], Of extends Kind> = Rows extends readonly [
  infer First,
  ...infer Rest,
]
  ? First extends { readonly name: infer Name extends string; readonly kind: Of }
    ? [Name, ...NamesIn<Rest, Of>]
    : NamesIn<Rest, Of>
  : [];
type Joined<Names extends readonly string[]> = Names extends readonly [
  infer First extends string,
  ...infer Rest extends readonly string[],
]
  ? Rest extends readonly []
    ? First
    : `${First} ${Joined<Rest>}`
  : '';
type Selection<Of extends Kind> = Joined<NamesIn<typeof LISTING_FIELDS, Of>>;

/** The fields whose refusals name them. */
export const TEXTS = LISTING_FIELDS.filter((field) => 'subject' in field);
export const LINKS = LISTING_FIELDS.filter((field) => field.kind === 'link');
export const LINK_NAMES = LINKS.map(({ name }) => name);
/** The links, as GraphQL documents select them. The type is the same text, from which documents get their types. */
export const LINK_SELECTION = LINK_NAMES.join(' ') as Selection<'link'>;
/** The fields that GraphQL has as they are stored: all but the tags. */
export const PLAIN_FIELDS = LISTING_FIELDS.filter((field) => field.kind !== 'tags');
export const PLAIN_SELECTION = PLAIN_FIELDS.map(({ name }) => name).join(' ') as Selection<
  Exclude<Kind, 'tags'>
>;
