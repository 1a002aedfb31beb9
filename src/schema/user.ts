import { type ResolveCursorConnectionArgs, resolveCursorConnection } from '@pothos/plugin-relay';
import { findProfile, listPublicOf, type Profile } from '../domain/directory/profile.ts';
import type { Listing } from '../domain/listing/read.ts';
import { Bot } from './bot.ts';
import { builder } from './builder.ts';

const User = builder.objectRef<Profile>('User').implement({
  description: 'Somebody whose bots are public.',
  fields: (t) => ({
    userId: t.exposeID('userId', { description: 'Id on the chat platform.' }),
    name: t.exposeString('name', { description: 'Name on the chat platform.' }),
    bots: t.connection(
      {
        type: Bot,
        description: 'The approved listings that the user manages, those with the highest ids first.',
        // The list of edges below it counts as ten.
        complexity: ({ first, last }) => ({ field: 1, multiplier: Math.min(first ?? last ?? 24, 100) / 10 }),
        resolve: ({ userId }, args, { services }) =>
          resolveCursorConnection(
            { args, defaultSize: 24, maxSize: 100, toCursor: (bot: Listing) => bot.id },
            ({ before, after, limit, inverted }: ResolveCursorConnectionArgs) =>
              listPublicOf(services, userId, { limit, inverted, after, before }),
          ),
      },
      { name: 'UserBotsConnection', description: "A page of a user's listings." },
      { name: 'UserBotsEdge', description: 'A bot and its place in the list.' },
    ),
  }),
});

builder.queryField('user', (t) =>
  t.field({
    type: User,
    nullable: true,
    description: 'Somebody who manages an approved listing, by their id on the chat platform; nobody else.',
    args: { userId: t.arg.id({ required: true, description: 'Id on the chat platform.' }) },
    resolve: (_, { userId }, { services }) => findProfile(services, userId),
  }),
);
