import { countListings } from '../domain/directory/counts.ts';
import { TAGS, type Tag } from '../domain/listing/tags.ts';
import { builder } from './builder.ts';
import { record } from './record.ts';

export const TagRef = record<Tag>('Tag')('A category of bots.', {
  slug: 'Its stable name in inputs and URLs.',
  botCount: [
    'Int',
    'How many public listings have it. Counted once a minute.',
    async ({ slug }, { services }) => (await countListings(services)).byTag.get(slug) ?? 0,
  ],
  label: 'Its name in the user interface.',
});

builder.queryField('tags', (t) =>
  t.field({
    type: [TagRef],
    description: 'All tags.',
    resolve: () => TAGS,
  }),
);
