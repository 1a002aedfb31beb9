import {
  byName,
  DEFAULTS,
  type Kind,
  LISTING_FIELDS,
  MAX_LINK_LENGTH,
  PLAIN_FIELDS,
} from '../domain/listing/listing-fields.ts';
import { Bot, whole } from './bot.ts';
import { builder } from './builder.ts';

/** The type of a kind in GraphQL, from that of its default. */
function typeOf(kind: Kind): 'String' | 'Boolean' | ['String'] {
  const value = DEFAULTS[kind];
  if (Array.isArray(value)) return ['String'];
  return typeof value === 'boolean' ? 'Boolean' : 'String';
}

const INPUT_OF_LINK = `An https URL, at most ${MAX_LINK_LENGTH} characters. None by default.`;

export const ListingInput = builder.inputType('ListingInput', {
  description: 'The fields of a listing. Each problem is reported at its field.',
  fields: (t) =>
    byName(LISTING_FIELDS, (field) =>
      t.field({
        type: typeOf(field.kind),
        description: field.kind === 'link' ? INPUT_OF_LINK : field.input,
      }),
    ),
});

builder.objectFields(Bot, (t) =>
  byName(PLAIN_FIELDS, ({ name, kind, description }) =>
    t.field({
      type: typeOf(kind),
      nullable: DEFAULTS[kind] === null,
      description,
      // Kind and value come from the same row.
      resolve: (card, args, context) =>
        (name in card
          ? Reflect.get(card, name)
          : whole((listing) => listing[name])(card, args, context)) as never,
    }),
  ),
);
