import type { VariablesOf } from '../../documents/graphql.ts';
import type { EDIT, Listing } from './documents.ts';

type ListingInput = VariablesOf<typeof EDIT>['listing'];

/** What an owner writes, as the form holds it: every field is there, and an empty text is none. */
export type ListingFields = { readonly [Name in keyof ListingInput]-?: NonNullable<ListingInput[Name]> };

export const LINKS = ['websiteUrl', 'supportUrl', 'sourceUrl', 'privacyUrl'] as const;

export const EMPTY_FIELDS: ListingFields = {
  name: '',
  shortDescription: '',
  longDescription: '',
  tags: [],
  inviteScopes: ['bot', 'applications.commands'],
  invitePermissions: '0',
  prefix: '',
  websiteUrl: '',
  supportUrl: '',
  sourceUrl: '',
  privacyUrl: '',
  followsPlatform: false,
};

/** As the service takes it: of what may be left out, an empty field is none. */
export function toInput(fields: ListingFields): ListingInput {
  const empty = (['prefix', ...LINKS] as const).filter((name) => fields[name] === '');
  return { ...fields, ...Object.fromEntries(empty.map((name) => [name, null])) };
}

/** As the form holds what the service has stored. */
export function fieldsOf(bot: Listing): ListingFields {
  return {
    name: bot.name,
    shortDescription: bot.shortDescription,
    longDescription: bot.longDescription,
    tags: bot.tags.map(({ slug }) => slug),
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
