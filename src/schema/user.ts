import { findProfile, listPublicOf, type Profile } from '../domain/directory/profile.ts';
import type { ListingCard } from '../domain/listing/card.ts';
import { Bot } from './bot.ts';
import { builder } from './builder.ts';
import { complexityOfPage, resolvePage } from './page.ts';

const User = builder.objectRef<Profile>('User').implement({
  description: 'A user with public listings.',
  fields: (t) => ({
    userId: t.exposeID('userId', { description: 'The id on the chat platform.' }),
    name: t.exposeString('name', { description: 'The name on the chat platform.' }),
    bots: t.connection(
      {
        type: Bot,
        description: 'The approved listings of the user. The highest id comes first.',
        complexity: complexityOfPage,
        resolve: ({ userId }, args, { services }) =>
          resolvePage(
            args,
            ({ id }: ListingCard) => id,
            (range) => listPublicOf(services, userId, range),
          ),
      },
      { name: 'UserBotsConnection', description: "A page of a user's listings." },
      { name: 'UserBotsEdge', description: 'A bot and its cursor.' },
    ),
  }),
});

builder.queryField('user', (t) =>
  t.field({
    type: User,
    nullable: true,
    description:
      'Finds a user by their id on the chat platform. Only users with an approved listing are found.',
    args: { userId: t.arg.id({ required: true, description: 'The id on the chat platform.' }) },
    resolve: (_, { userId }, { services }) => findProfile(services, userId),
  }),
);
