import {
  type ConfirmedSite,
  confirmSite,
  type SiteCheck,
  type SiteMethod,
  type SiteStatement,
  siteStatement,
} from '../domain/ownership/confirm-site.ts';
import {
  acceptCoOwnership,
  addCoOwner,
  answerInvitations,
  listConfirmedSites,
  listOwners,
  type Owner,
  removeCoOwner,
  setCoOwnerRole,
} from '../domain/ownership/owners.ts';
import { isManager, isOnTeam } from '../domain/ownership/permissions.ts';
import { USER_BUDGETS } from '../limits/budget.ts';
import { Bot, presentListing, whole } from './bot.ts';
import { SIZES } from './bounds.ts';
import { builder, byManager, byOwner, enumOf, ofBot } from './builder.ts';
import type { Context } from './context.ts';
import { managerErrors } from './errors.ts';
import { spendAsUser } from './spend.ts';
import { TeamRoleRef, User, Viewer } from './user.ts';

const SiteMethodRef = enumOf<SiteMethod>('SiteMethod', 'How a website names the owner of a bot.', {
  file: 'By the file `/.well-known/bot-listing.txt`.',
  dns: 'By a TXT record of its host.',
});

const ConfirmedSiteRef = builder.objectRef<ConfirmedSite>('ConfirmedSite').implement({
  description:
    "A bot's website that names its owner. It counts for 180 days, and while the bot has this website.",
  fields: (t) => ({
    host: t.exposeString('host', { description: 'The host of the website, such as `example.com`.' }),
    method: t.expose('method', { type: SiteMethodRef, description: 'How it names the owner.' }),
    confirmedAt: t.expose('confirmedAt', { type: 'DateTime', description: 'When it was looked at.' }),
  }),
});

const OwnerRef = builder.objectRef<Owner>('Owner').implement({
  description: 'The owner or a co-owner of a listing.',
  fields: (t) => ({
    userId: t.exposeID('userId', { description: 'The id on the chat platform.' }),
    name: t.exposeString('name', { description: 'The name on the chat platform.' }),
    isCoOwner: t.exposeBoolean('isCoOwner', {
      description:
        'Whether the user is a co-owner. Only the owner removes the listing or changes its co-owners.',
    }),
    role: t.expose('role', {
      type: TeamRoleRef,
      description: 'What the user may do, or will after accepting.',
    }),
    isAccepted: t.exposeBoolean('isAccepted', {
      description: 'False for an invitation that is not accepted yet.',
    }),
    site: t.expose('site', {
      type: ConfirmedSiteRef,
      nullable: true,
      description: "The bot's website, where it says that this user owns the bot.",
    }),
  }),
});

/** Only the team sees open invitations, and co-owners who only read. */
async function listOwnersFor({ services, actor }: Context, botId: string): Promise<Owner[]> {
  const asking = await actor();
  const withInvited = asking.kind === 'user' && (await isOnTeam(services, asking.userId, botId));
  return listOwners(services, botId, withInvited);
}

builder.objectField(Bot, 'owners', (t) =>
  t.field({
    type: [OwnerRef],
    description:
      'The owner and the co-owners, the owner first. The team also sees open invitations and those who only read.',
    resolve: (bot, _, context) => listOwnersFor(context, bot.id),
  }),
);

builder.objectField(Bot, 'viewerMayChange', (t) =>
  t.boolean({
    description:
      'Whether the signed-in user may change the listing, as its owner or as a co-owner who manages it.',
    resolve: async ({ id }, _, { services, actor }) => {
      const viewer = await actor();
      return viewer.kind === 'user' && isManager(services, viewer.userId, id);
    },
  }),
);

builder.objectField(User, 'sites', (t) =>
  t.field({
    type: [ConfirmedSiteRef],
    description: "The websites of the user's approved listings that say that this user owns the bot.",
    resolve: ({ userId }, _, { services }) => listConfirmedSites(services, userId),
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
      role: t.arg({
        type: TeamRoleRef,
        defaultValue: 'manage',
        description: 'What the user will be able to do.',
      }),
    },
    errors: managerErrors,
    resolve: async (_, { botId, userId, role }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.change);
      await addCoOwner(context.services, botId, userId, context.viewer.userId, role ?? 'manage');
      return { owners: await listOwnersFor(context, botId) };
    },
  }),
);

builder.mutationField('acceptCoOwnership', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: Bot,
    description: 'Accepts an invitation of `Viewer.coOwnerInvitations`. Use `removeCoOwner` to decline it.',
    deprecationReason: 'Since 2026-11-27: use answerInvitations.',
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

builder.mutationField('answerInvitations', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: Viewer,
    description:
      'Accepts or declines invitations of `Viewer.coOwnerInvitations` together. One that is not open any more is left out.',
    args: {
      botIds: t.arg.idList({
        required: true,
        maxItems: SIZES.items,
        description: 'The application ids of 1 to 100 bots.',
      }),
      accepts: t.arg.boolean({ required: true, description: 'Whether to accept them.' }),
    },
    errors: managerErrors,
    resolve: async (_, { botIds, accepts }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.change);
      await answerInvitations(context.services, context.viewer.userId, botIds, accepts);
      for (const botId of botIds) context.services.listingTouched(botId);
      return context.viewer;
    },
  }),
);

builder.mutationField('setCoOwnerRole', (t) =>
  t.withAuth(byOwner).field({
    type: OwnersPayload,
    description:
      'Changes what a co-owner may do, from their next request on. They are told. For the owner only.',
    args: {
      ...ofBot,
      userId: t.arg.id({ required: true, description: 'The co-owner or the invited user.' }),
      role: t.arg({ type: TeamRoleRef, required: true, description: 'What the user may do from now on.' }),
    },
    errors: managerErrors,
    resolve: async (_, { botId, userId, role }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.change);
      await setCoOwnerRole(context.services, botId, userId, role, context.viewer.userId);
      return { owners: await listOwnersFor(context, botId) };
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
      await removeCoOwner(context.services, botId, userId, context.viewer.userId);
      return { owners: await listOwnersFor(context, botId) };
    },
  }),
);

const SiteStatementRef = builder.objectRef<SiteStatement>('SiteStatement').implement({
  description:
    "What the viewer writes on the bot's website, or into its DNS, so that it names them as an owner.",
  fields: (t) => ({
    fileUrl: t.exposeString('fileUrl', { description: 'The address of the text file.' }),
    recordName: t.exposeString('recordName', { description: 'The name of the TXT record.' }),
    entry: t.exposeString('entry', {
      description: 'A line of the file, or the whole record. It is no secret.',
    }),
  }),
});

builder.objectField(Bot, 'siteStatement', (t) =>
  t.field({
    type: SiteStatementRef,
    nullable: true,
    description: 'How its website can name the viewer as an owner. Null without a website. For owners.',
    authScopes: (bot) => ({ readerOf: bot.id }),
    resolve: whole(async ({ id, websiteUrl }, { actor }) => {
      const viewer = await actor();
      return viewer.kind === 'user' ? siteStatement(websiteUrl, id, viewer.userId) : null;
    }),
  }),
);

const SiteCheckRef = enumOf<SiteCheck>('SiteCheck', 'What was found where a website names the owner.', {
  confirmed: 'The line of this owner.',
  missing: 'Nothing: no such file, or no such record.',
  other: 'Something else than the line of this owner.',
  redirected: 'A redirect. It is not followed, because it could lead to the site of somebody else.',
  unreachable: 'No usable answer.',
});

const ConfirmSitePayload = builder
  .objectRef<{ owners: readonly Owner[]; file: SiteCheck; dns: SiteCheck }>('ConfirmSitePayload')
  .implement({
    description: 'The website was looked at.',
    fields: (t) => ({
      file: t.expose('file', { type: SiteCheckRef, description: 'What the file says.' }),
      dns: t.expose('dns', { type: SiteCheckRef, description: 'What the TXT record says.' }),
      owners: t.expose('owners', {
        type: [OwnerRef],
        description: 'The owner and the co-owners, the owner first.',
      }),
    }),
  });

builder.mutationField('confirmSite', (t) =>
  t.withAuth(byManager).field({
    type: ConfirmSitePayload,
    // It sends requests to other servers and waits for the responses.
    complexity: 50,
    description:
      "Looks whether the bot's website names the viewer as an owner: see `Bot.siteStatement`. It takes up to six " +
      'seconds. 6 per minute per user.',
    args: ofBot,
    errors: managerErrors,
    resolve: async (_, { botId }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.confirmSite);
      const found = await confirmSite(context.services, botId, context.viewer.userId);
      context.services.listingTouched(botId);
      return { ...found, owners: await listOwnersFor(context, botId) };
    },
  }),
);
