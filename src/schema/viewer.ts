import { listManagedBy } from '../domain/read-listings.ts';
import { Bot } from './bot.ts';
import { builder } from './builder.ts';

const Viewer = builder.objectRef<{ userId: string; name: string }>('Viewer').implement({
  description: 'The signed-in user.',
  fields: (t) => ({
    userId: t.exposeID('userId', { description: 'Id on the chat platform.' }),
    name: t.exposeString('name', { description: 'Name on the chat platform.' }),
    bots: t.field({
      type: [Bot],
      description: 'The listings that the viewer manages, newest first.',
      resolve: (viewer, _, { services }) => listManagedBy(services, viewer.userId),
    }),
  }),
});

builder.queryField('viewer', (t) =>
  t.field({
    type: Viewer,
    nullable: true,
    description: 'The signed-in user, if somebody is.',
    resolve: async (_, __, context) => {
      const actor = await context.actor();
      return actor.kind === 'user' ? actor : null;
    },
  }),
);
