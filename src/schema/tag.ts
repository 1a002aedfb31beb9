import { countListings } from '../domain/directory/counts.ts';
import { TAGS, type Tag } from '../domain/listing/tags.ts';
import { builder } from './builder.ts';

export const TagRef = builder.objectRef<Tag>('Tag').implement({
  description: 'A category of bots.',
  fields: (t) => ({
    slug: t.exposeString('slug', { description: 'Its stable name in inputs and URLs.' }),
    botCount: t.int({
      description: 'How many public listings have it. Counted once a minute.',
      resolve: async ({ slug }, _, { services }) => (await countListings(services)).byTag.get(slug) ?? 0,
    }),
    label: t.exposeString('label', { description: 'Its name in the user interface.' }),
  }),
});

builder.queryField('tags', (t) =>
  t.field({
    type: [TagRef],
    description: 'All tags.',
    resolve: () => TAGS,
  }),
);
