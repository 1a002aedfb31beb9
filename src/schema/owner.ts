import type { UserActor } from '../domain/identity/actor.ts';
import {
  type ConfirmedSite,
  confirmSite,
  type SiteCheck,
  type SiteMethod,
  type SiteStatement,
  siteStatement,
} from '../domain/ownership/confirm-site.ts';
import {
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
import { Bot, forReaders, whole } from './bot.ts';
import { enumOf, ofBot, requiredIds } from './builder.ts';
import type { Context } from './context.ts';
import { managerErrors } from './errors.ts';
import { extend, orNull, record } from './record.ts';
import { byManagers, byOwners, byUsers, shape } from './shapes.ts';
import { TeamRoleRef, User, Viewer } from './user.ts';

const SiteMethodRef = enumOf<SiteMethod>('SiteMethod', 'How a website names the owner of a bot.', {
  file: 'By the file `/.well-known/bot-listing.txt`.',
  dns: 'By a TXT record of its host.',
});

const ConfirmedSiteRef = record<ConfirmedSite>('ConfirmedSite')(
  "A bot's website that names its owner. It counts for 180 days, and while the bot has this website.",
  {
    host: 'The host of the website, such as `example.com`.',
    method: [SiteMethodRef, 'How it names the owner.'],
    confirmedAt: ['DateTime', 'When it was looked at.'],
  },
);

const OwnerRef = record<Owner>('Owner')('The owner or a co-owner of a listing.', {
  userId: ['ID', 'The id on the chat platform.'],
  name: 'The name on the chat platform.',
  isCoOwner: [
    'Boolean',
    'Whether the user is a co-owner. Only the owner removes the listing or changes its co-owners.',
  ],
  role: [TeamRoleRef, 'What the user may do, or will after accepting.'],
  isAccepted: ['Boolean', 'False for an invitation that is not accepted yet.'],
  site: [orNull(ConfirmedSiteRef), "The bot's website, where it says that this user owns the bot."],
});

/** Only the team sees open invitations, and co-owners who only read. */
async function listOwnersFor({ services, actor }: Context, botId: string): Promise<Owner[]> {
  const asking = await actor();
  const withInvited = asking.kind === 'user' && (await isOnTeam(services, asking.userId, botId));
  return listOwners(services, botId, withInvited);
}

extend(Bot, {
  owners: [
    [OwnerRef],
    'The owner and the co-owners, the owner first. The team also sees open invitations and those who only read.',
    (bot, context) => listOwnersFor(context, bot.id),
  ],
  viewerMayChange: [
    'Boolean',
    'Whether the signed-in user may change the listing, as its owner or as a co-owner who manages it.',
    async ({ id }, { services, actor }) => {
      const viewer = await actor();
      return viewer.kind === 'user' && isManager(services, viewer.userId, id);
    },
  ],
});

extend(User, {
  sites: [
    [ConfirmedSiteRef],
    "The websites of the user's approved listings that say that this user owns the bot.",
    ({ userId }, { services }) => listConfirmedSites(services, userId),
  ],
});

const OwnersPayload = record<{ owners: readonly Owner[] }>('OwnersPayload')('The owners after a change.', {
  owners: [[OwnerRef], 'The owner and the co-owners, the owner first.'],
});

byOwners('addCoOwner', {
  type: OwnersPayload,
  description:
    'Invites a user to become a co-owner. At most ten co-owners and invitations. For the owner only.',
  args: (t) => ({
    userId: t.id({ required: true, description: 'A user who has signed in here at least once.' }),
    role: t.field({
      type: TeamRoleRef,
      defaultValue: 'manage',
      description: 'What the user will be able to do.',
    }),
  }),
  act: async ({ botId, userId, role }, context) => {
    await addCoOwner(context.services, botId, userId, context.viewer.userId, role ?? 'manage');
    return { owners: await listOwnersFor(context, botId) };
  },
});

byUsers('acceptCoOwnership', {
  description: 'Accepts an invitation of `Viewer.coOwnerInvitations`. Use `removeCoOwner` to decline it.',
  deprecationReason: 'Since 2026-11-27: use answerInvitations.',
  args: () => ofBot,
  errors: managerErrors,
  act: ({ botId }, { services, viewer }) => answerInvitations(services, viewer.userId, [botId], true),
});

byUsers('answerInvitations', {
  type: Viewer,
  description:
    'Accepts or declines invitations of `Viewer.coOwnerInvitations` together. One that is not open any more is left out.',
  args: (t) => ({
    botIds: requiredIds('The application ids of 1 to 100 bots.'),
    accepts: t.boolean({ required: true, description: 'Whether to accept them.' }),
  }),
  errors: managerErrors,
  act: async ({ botIds, accepts }, { services, viewer }) => {
    await answerInvitations(services, viewer.userId, botIds, accepts);
    for (const botId of botIds) services.listingTouched(botId);
    return viewer;
  },
});

byOwners('setCoOwnerRole', {
  type: OwnersPayload,
  description:
    'Changes what a co-owner may do, from their next request on. They are told. For the owner only.',
  args: (t) => ({
    userId: t.id({ required: true, description: 'The co-owner or the invited user.' }),
    role: t.field({ type: TeamRoleRef, required: true, description: 'What the user may do from now on.' }),
  }),
  act: async ({ botId, userId, role }, context) => {
    await setCoOwnerRole(context.services, botId, userId, role, context.viewer.userId);
    return { owners: await listOwnersFor(context, botId) };
  },
});

const byOwnersOrSelves = shape<UserActor, typeof ofBot>({
  scopes: (_, { botId, userId }) => ({ ownerOrSelf: { botId: String(botId), userId: String(userId) } }),
  args: ofBot,
  budget: USER_BUDGETS.change,
  errors: managerErrors,
});

byOwnersOrSelves('removeCoOwner', {
  type: OwnersPayload,
  description:
    'Removes a co-owner or an invitation. The owner can remove any. Other users can only remove themselves.',
  args: (t) => ({ userId: t.id({ required: true, description: 'The co-owner or the invited user.' }) }),
  act: async ({ botId, userId }, context) => {
    await removeCoOwner(context.services, botId, userId, context.viewer.userId);
    return { owners: await listOwnersFor(context, botId) };
  },
});

const SiteStatementRef = record<SiteStatement>('SiteStatement')(
  "What the viewer writes on the bot's website, or into its DNS, so that it names them as an owner.",
  {
    fileUrl: 'The address of the text file.',
    recordName: 'The name of the TXT record.',
    entry: 'A line of the file, or the whole record. It is no secret.',
  },
);

extend(Bot, {
  siteStatement: [
    orNull(SiteStatementRef),
    'How its website can name the viewer as an owner. Null without a website. For owners.',
    whole(async ({ id, websiteUrl }, { actor }) => {
      const viewer = await actor();
      return viewer.kind === 'user' ? siteStatement(websiteUrl, id, viewer.userId) : null;
    }),
    forReaders,
  ],
});

const SiteCheckRef = enumOf<SiteCheck>('SiteCheck', 'What was found where a website names the owner.', {
  confirmed: 'The line of this owner.',
  missing: 'Nothing: no such file, or no such record.',
  other: 'Something else than the line of this owner.',
  redirected: 'A redirect. It is not followed, because it could lead to the site of somebody else.',
  unreachable: 'No usable answer.',
});

byManagers('confirmSite', {
  type: record<{ owners: readonly Owner[]; file: SiteCheck; dns: SiteCheck }>('ConfirmSitePayload')(
    'The website was looked at.',
    {
      file: [SiteCheckRef, 'What the file says.'],
      dns: [SiteCheckRef, 'What the TXT record says.'],
      owners: [[OwnerRef], 'The owner and the co-owners, the owner first.'],
    },
  ),
  // It sends requests to other servers and waits for the responses.
  complexity: 50,
  description:
    "Looks whether the bot's website names the viewer as an owner: see `Bot.siteStatement`. It takes up to six " +
    'seconds. 6 per minute per user.',
  budget: USER_BUDGETS.confirmSite,
  act: async ({ botId }, context) => {
    const found = await confirmSite(context.services, botId, context.viewer.userId);
    context.services.listingTouched(botId);
    return { ...found, owners: await listOwnersFor(context, botId) };
  },
});
