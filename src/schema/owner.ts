import { addCoOwner, listOwners, type Owner, removeCoOwner } from '../domain/manage-owners.ts';
import { USER_BUDGETS } from '../limits/budget.ts';
import { Bot } from './bot.ts';
import { builder, ofBot } from './builder.ts';
import { managerErrors } from './errors.ts';
import { spendAsUser } from './spend.ts';

const OwnerRef = builder.objectRef<Owner>('Owner').implement({
  description: 'Somebody who manages a listing.',
  fields: (t) => ({
    userId: t.exposeID('userId', { description: 'Id on the chat platform.' }),
    name: t.exposeString('name', { description: 'Name on the chat platform.' }),
    isCoOwner: t.exposeBoolean('isCoOwner', {
      description:
        'A co-owner edits the listing; the owner alone removes it and decides who its co-owners are.',
    }),
  }),
});

builder.objectField(Bot, 'owners', (t) =>
  t.field({
    type: [OwnerRef],
    description: 'Who manages it, the owner first.',
    resolve: (bot, _, { services }) => listOwners(services, bot.id),
  }),
);

const OwnersPayload = builder.objectRef<{ owners: readonly Owner[] }>('OwnersPayload').implement({
  description: 'Who manages the listing has changed.',
  fields: (t) => ({
    owners: t.field({
      type: [OwnerRef],
      description: 'Who manages it now, the owner first.',
      resolve: (payload) => payload.owners,
    }),
  }),
});

builder.mutationField('addCoOwner', (t) =>
  t.field({
    type: OwnersPayload,
    description: 'Lets another user manage the listing as well, at most ten of them. For the owner alone.',
    args: {
      ...ofBot,
      userId: t.arg.id({ required: true, description: 'Somebody who has signed in here once.' }),
    },
    authScopes: (_, { botId }) => ({ ownerOf: botId }),
    errors: managerErrors,
    resolve: async (_, { botId, userId }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.change);
      await addCoOwner(context.services, botId, userId);
      return { owners: await listOwners(context.services, botId) };
    },
  }),
);

builder.mutationField('removeCoOwner', (t) =>
  t.field({
    type: OwnersPayload,
    description: 'A co-owner manages the listing no more. The owner removes any, and a co-owner leaves.',
    args: {
      ...ofBot,
      userId: t.arg.id({ required: true, description: 'The co-owner.' }),
    },
    authScopes: async (_, { botId, userId }, context) => {
      const actor = await context.actor();
      return actor.kind === 'user' && actor.userId === userId ? { managerOf: botId } : { ownerOf: botId };
    },
    errors: managerErrors,
    resolve: async (_, { botId, userId }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.change);
      await removeCoOwner(context.services, botId, userId);
      return { owners: await listOwners(context.services, botId) };
    },
  }),
);
