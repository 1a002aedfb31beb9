import {
  byName,
  type Kind,
  LISTING_FIELDS,
  MAX_LINK_LENGTH,
  PLAIN_FIELDS,
} from '../domain/listing/listing-fields.ts';
import { Bot } from './bot.ts';
import { builder } from './builder.ts';

/** How GraphQL has the values of each kind. */
const TYPES = {
  line: 'String',
  optionalLine: 'String',
  markdown: 'String',
  tags: ['String'],
  languages: ['String'],
  scopes: ['String'],
  permissions: 'String',
  link: 'String',
  flag: 'Boolean',
} satisfies Record<Kind, 'String' | 'Boolean' | ['String']>;

const INPUT_OF_LINK = `An https URL, at most ${MAX_LINK_LENGTH} characters. None by default.`;

export const ListingInput = builder.inputType('ListingInput', {
  description: 'The fields of a listing. Each problem is reported at its field.',
  fields: (t) =>
    byName(LISTING_FIELDS, (field) =>
      t.field({
        type: TYPES[field.kind],
        description: field.kind === 'link' ? INPUT_OF_LINK : field.input,
      }),
    ),
});

builder.objectFields(Bot, (t) =>
  byName(PLAIN_FIELDS, ({ name, kind, description }) =>
    t.field({
      type: TYPES[kind],
      nullable: kind === 'link' || kind === 'optionalLine',
      description,
      // Kind and value come from the same row.
      resolve: (listing) => listing[name] as never,
    }),
  ),
);
