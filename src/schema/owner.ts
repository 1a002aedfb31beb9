import { NotFoundError } from '../domain/kernel/errors.ts';
import {
  acceptCoOwnership,
  addCoOwner,
  listOwners,
  type Owner,
  removeCoOwner,
} from '../domain/listing/owners.ts';
import { isManager } from '../domain/listing/permissions.ts';
import { findListing } from '../domain/listing/read.ts';
import { USER_BUDGETS } from '../limits/budget.ts';
import { Bot } from './bot.ts';
import { builder, byOwner, ofBot } from './builder.ts';
import type { Context } from './context.ts';
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
    isAccepted: t.exposeBoolean('isAccepted', {
      description: 'False for somebody who is invited to be a co-owner, and is none until they accept.',
    }),
  }),
});

/** Who is only invited, managers read alone. */
async function listOwnersFor({ services, actor }: Context, botId: string): Promise<Owner[]> {
  const asking = await actor();
  const withInvited = asking.kind === 'user' && (await isManager(services, asking.userId, botId));
  return listOwners(services, botId, withInvited);
}

builder.objectField(Bot, 'owners', (t) =>
  t.field({
    type: [OwnerRef],
    description: 'Who manages it, the owner first; for those who do, also who is invited to.',
    resolve: (bot, _, context) => listOwnersFor(context, bot.id),
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
  t.withAuth(byOwner).field({
    type: OwnersPayload,
    description:
      'Invites another user to manage the listing as well, at most ten of them; they do once they accept. For the owner alone.',
    args: {
      ...ofBot,
      userId: t.arg.id({ required: true, description: 'Somebody who has signed in here once.' }),
    },
    errors: managerErrors,
    resolve: async (_, { botId, userId }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.change);
      await addCoOwner(context.services, botId, userId);
      return { owners: await listOwnersFor(context, botId) };
    },
  }),
);

builder.mutationField('acceptCoOwnership', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: Bot,
    description:
      'The viewer accepts to manage a listing that `Viewer.coOwnerInvitations` has; `removeCoOwner` declines.',
    args: ofBot,
    errors: managerErrors,
    resolve: async (_, { botId }, context, info) => {
      const { userId } = context.viewer;
      await spendAsUser(context, info, USER_BUDGETS.change);
      await acceptCoOwnership(context.services, botId, userId);
      const listing = await findListing(context.services, botId);
      if (!listing) throw new NotFoundError();
      return listing;
    },
  }),
);

/** A co-owner decides on their own part. */
const byOwnerOrSelf = (_: unknown, { botId, userId }: Record<string, unknown>) => ({
  ownerOrSelf: { botId: String(botId), userId: String(userId) },
});

builder.mutationField('removeCoOwner', (t) =>
  t.withAuth(byOwnerOrSelf).field({
    type: OwnersPayload,
    description:
      'A co-owner manages the listing no more, or an invitation to is void. The owner removes any; a co-owner leaves, and who is invited declines.',
    args: {
      ...ofBot,
      userId: t.arg.id({ required: true, description: 'The co-owner, or who is invited to be one.' }),
    },
    errors: managerErrors,
    resolve: async (_, { botId, userId }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.change);
      await removeCoOwner(context.services, botId, userId);
      return { owners: await listOwnersFor(context, botId) };
    },
  }),
);
