import {
  acceptCoOwnership,
  addCoOwner,
  listOwners,
  type Owner,
  removeCoOwner,
} from '../domain/ownership/owners.ts';
import { isManager } from '../domain/ownership/permissions.ts';
import { USER_BUDGETS } from '../limits/budget.ts';
import { Bot, presentListing } from './bot.ts';
import { builder, byOwner, ofBot } from './builder.ts';
import type { Context } from './context.ts';
import { managerErrors } from './errors.ts';
import { spendAsUser } from './spend.ts';

const OwnerRef = builder.objectRef<Owner>('Owner').implement({
  description: 'The owner or a co-owner of a listing.',
  fields: (t) => ({
    userId: t.exposeID('userId', { description: 'The id on the chat platform.' }),
    name: t.exposeString('name', { description: 'The name on the chat platform.' }),
    isCoOwner: t.exposeBoolean('isCoOwner', {
      description:
        'Whether the user is a co-owner. Only the owner removes the listing or changes its co-owners.',
    }),
    isAccepted: t.exposeBoolean('isAccepted', {
      description: 'False for an invitation that is not accepted yet.',
    }),
  }),
});

/** Only managers see open invitations. */
async function listOwnersFor({ services, actor }: Context, botId: string): Promise<Owner[]> {
  const asking = await actor();
  const withInvited = asking.kind === 'user' && (await isManager(services, asking.userId, botId));
  return listOwners(services, botId, withInvited);
}

builder.objectField(Bot, 'owners', (t) =>
  t.field({
    type: [OwnerRef],
    description: 'The owner and the co-owners, the owner first. Managers also see open invitations.',
    resolve: (bot, _, context) => listOwnersFor(context, bot.id),
  }),
);

const OwnersPayload = builder.objectRef<{ owners: readonly Owner[] }>('OwnersPayload').implement({
  description: 'The owners after a change.',
  fields: (t) => ({
    owners: t.expose('owners', {
      type: [OwnerRef],
      description: 'The owner and the co-owners, the owner first.',
    }),
  }),
});

builder.mutationField('addCoOwner', (t) =>
  t.withAuth(byOwner).field({
    type: OwnersPayload,
    description:
      'Invites a user to become a co-owner. At most ten co-owners and invitations. For the owner only.',
    args: {
      ...ofBot,
      userId: t.arg.id({ required: true, description: 'A user who has signed in here at least once.' }),
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
    description: 'Accepts an invitation of `Viewer.coOwnerInvitations`. Use `removeCoOwner` to decline it.',
    args: ofBot,
    errors: managerErrors,
    resolve: async (_, { botId }, context, info) => {
      const { userId } = context.viewer;
      await spendAsUser(context, info, USER_BUDGETS.change);
      await acceptCoOwnership(context.services, botId, userId);
      return presentListing(context.services, botId);
    },
  }),
);

/** For `t.withAuth`: requires the owner, or the user with this id. */
const byOwnerOrSelf = (_: unknown, { botId, userId }: Record<string, unknown>) => ({
  ownerOrSelf: { botId: String(botId), userId: String(userId) },
});

builder.mutationField('removeCoOwner', (t) =>
  t.withAuth(byOwnerOrSelf).field({
    type: OwnersPayload,
    description:
      'Removes a co-owner or an invitation. The owner can remove any. Other users can only remove themselves.',
    args: {
      ...ofBot,
      userId: t.arg.id({ required: true, description: 'The co-owner or the invited user.' }),
    },
    errors: managerErrors,
    resolve: async (_, { botId, userId }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.change);
      await removeCoOwner(context.services, botId, userId);
      return { owners: await listOwnersFor(context, botId) };
    },
  }),
);
