import { TAGS, type Tag } from '../domain/listing/tags.ts';
import { builder } from './builder.ts';

export const TagRef = builder.objectRef<Tag>('Tag').implement({
  description: 'What a bot can be listed under.',
  fields: (t) => ({
    slug: t.exposeString('slug', { description: 'Its stable name, as it is sent.' }),
    label: t.exposeString('label', { description: 'Its name for people.' }),
  }),
});

builder.queryField('tags', (t) =>
  t.field({
    type: [TagRef],
    description: 'Everything that a bot can be listed under.',
    resolve: () => TAGS,
  }),
);
