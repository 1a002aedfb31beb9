import type { Listing, ListingInput } from './documents.ts';

/** The content of the form. Every field is present; an empty text means that the field is not set. */
export type ListingFields = { readonly [Name in keyof ListingInput]-?: NonNullable<ListingInput[Name]> };

export const EMPTY_FIELDS: ListingFields = {
  name: '',
  shortDescription: '',
  longDescription: '',
  tags: [],
  languages: [],
  inviteScopes: ['bot', 'applications.commands'],
  invitePermissions: '0',
  prefix: '',
  websiteUrl: '',
  supportUrl: '',
  sourceUrl: '',
  privacyUrl: '',
  followsPlatform: false,
};

type LinkName = Extract<keyof ListingFields, `${string}Url`>;

/** The fields that hold a link, in the order of the form. */
export const LINKS = Object.keys(EMPTY_FIELDS).filter((name): name is LinkName => name.endsWith('Url'));

/** For the mutation: optional fields that are empty become null. */
export function toInput(fields: ListingFields): ListingInput {
  const empty = (['prefix', ...LINKS] as const).filter((name) => fields[name] === '');
  return { ...fields, ...Object.fromEntries(empty.map((name) => [name, null])) };
}

/** For the form, from the stored listing. */
export function fieldsOf(bot: Listing): ListingFields {
  return {
    name: bot.name,
    shortDescription: bot.shortDescription,
    longDescription: bot.longDescription,
    tags: bot.tags.map(({ slug }) => slug),
    languages: bot.languages,
    inviteScopes: bot.inviteScopes,
    invitePermissions: bot.invitePermissions,
    prefix: bot.prefix ?? '',
    websiteUrl: bot.websiteUrl ?? '',
    supportUrl: bot.supportUrl ?? '',
    sourceUrl: bot.sourceUrl ?? '',
    privacyUrl: bot.privacyUrl ?? '',
    followsPlatform: bot.followsPlatform,
  };
}
