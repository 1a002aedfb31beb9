import { readListingFields } from '../../src/domain/listing/fields.ts';
import { byName, LINKS, type ListingFields } from '../../src/terms/listing-fields.ts';

/** A listing as its owner writes it in the form: every field is given. */
export const INPUT = {
  name: 'Melody',
  shortDescription: 'Plays music in voice channels, with queues.',
  longDescription: '# Melody\n\nStreams what your members ask for.',
  tags: ['music', 'fun'],
  languages: ['en', 'de'],
  textLanguage: 'en',
  inviteScopes: ['bot'],
  invitePermissions: '3145728',
  prefix: '!',
  ...byName(LINKS, ({ name }) => `https://melody.example/${name}`),
  followsPlatform: false,
} satisfies Record<keyof ListingFields, unknown>;

/** The same as the domain reads it. */
export const FIELDS = readListingFields(INPUT);
