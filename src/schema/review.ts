import { NotFoundError } from '../domain/kernel/errors.ts';
import { snowflakeTime } from '../domain/kernel/ids.ts';
import type { ListingCard } from '../domain/listing/card.ts';
import { type Listing, listByIds } from '../domain/listing/read.ts';
import { checkLinks, type LinkCheck } from '../domain/moderation/check-links.ts';
import { type Claim, claimListing, findClaim, releaseListing } from '../domain/moderation/claims.ts';
import { type Feature, listFeatures } from '../domain/moderation/feature.ts';
import {
  addNote,
  listLookAlikes,
  listNotes,
  listOwnerRecords,
  type ModerationNote,
  type OwnerRecord,
  type Setback,
} from '../domain/moderation/review.ts';
import { findVoteSignals } from '../domain/moderation/vote-signals.ts';
import { requireForeignListing } from '../domain/ownership/permissions.ts';
import { USER_BUDGETS } from '../limits/budget.ts';
import { Bot, ListingStateRef } from './bot.ts';
import { SIZES } from './bounds.ts';
import { builder, ofBot } from './builder.ts';
import type { Services } from './context.ts';
import { deciderErrors, moderatorErrors, reporterErrors } from './errors.ts';
import { spendAsUser } from './spend.ts';
import { VoteSignalRef } from './voidings.ts';

const NAME_OF_MODERATOR = 'The name of the moderator. Null when the account is erased.';

export const ClaimRef = builder.objectRef<Claim>('ModerationClaim').implement({
  description: 'A moderator works on a listing. The claim ends by itself.',
  fields: (t) => ({
    userId: t.exposeID('userId', { description: 'The id of the moderator.' }),
    userName: t.exposeString('userName', { nullable: true, description: NAME_OF_MODERATOR }),
    claimedUntil: t.expose('claimedUntil', { type: 'DateTime', description: 'When it ends.' }),
  }),
});

const NoteRef = builder.objectRef<ModerationNote>('ModerationNote').implement({
  description: 'A note about a listing, for moderators.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'The id of the note.' }),
    userId: t.exposeID('userId', { description: 'The id of the moderator who wrote it.' }),
    userName: t.exposeString('userName', { nullable: true, description: NAME_OF_MODERATOR }),
    text: t.exposeString('text', { description: 'The text, without markup.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was written.' }),
  }),
});

const SetbackRef = builder.objectRef<Setback>('Setback').implement({
  description: 'A rejection or suspension.',
  fields: (t) => ({
    botId: t.exposeID('botId', { description: "The bot's application id." }),
    botName: t.exposeString('botName', { description: 'The name of the listing.' }),
    state: t.expose('state', {
      type: ListingStateRef,
      description: '`REJECTED` or `SUSPENDED`.',
    }),
    reason: t.exposeString('reason', { nullable: true, description: 'The reason that the owners read.' }),
    movedAt: t.expose('movedAt', { type: 'DateTime', description: 'The time of the decision.' }),
  }),
});

const OwnerRecordRef = builder.objectRef<OwnerRecord>('OwnerRecord').implement({
  description: 'What a moderator should know of a user who manages a listing.',
  fields: (t) => ({
    userId: t.exposeID('userId', { description: 'The id on the chat platform.' }),
    name: t.exposeString('name', { description: 'The name on the chat platform.' }),
    isCoOwner: t.exposeBoolean('isCoOwner', { description: 'Whether the user is a co-owner.' }),
    accountCreatedAt: t.field({
      type: 'DateTime',
      description: 'When the account was created on the chat platform.',
      resolve: ({ userId }) => snowflakeTime(userId),
    }),
    listingCount: t.exposeInt('listings', {
      description: 'The number of listings that the user manages, up to 100.',
    }),
    publicListingCount: t.exposeInt('publicListings', { description: 'How many of them are public.' }),
    setbacks: t.expose('setbacks', {
      type: [SetbackRef],
      description: 'The last ten rejections and suspensions of all listings of the user, newest first.',
    }),
  }),
});

const FeatureReasonRef = builder
  .objectRef<{ readonly language: string; readonly text: string }>('FeatureReason')
  .implement({
    description: 'Why a listing is worth a look, in one language.',
    fields: (t) => ({
      language: t.exposeString('language', { description: 'Its language, as ISO 639-1 code.' }),
      text: t.exposeString('text', { description: 'The sentence.' }),
    }),
  });

const FeatureRef = builder.objectRef<Feature>('Feature').implement({
  description: 'A period in which the first page shows a listing.',
  fields: (t) => ({
    userId: t.exposeID('userId', { description: 'The id of the moderator who chose it.' }),
    userName: t.exposeString('userName', { nullable: true, description: NAME_OF_MODERATOR }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Its start.' }),
    featuredUntil: t.expose('featuredUntil', { type: 'DateTime', description: 'When it ends by itself.' }),
    place: t.exposeInt('place', { description: 'The first page shows smaller places first.' }),
    reasons: t.field({
      type: [FeatureReasonRef],
      description: 'Why it is worth a look, as the first page says to readers of each language.',
      resolve: ({ reasons }) => Object.entries(reasons).map(([language, text]) => ({ language, text })),
    }),
    endedAt: t.expose('endedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When a moderator ended it before its time.',
    }),
    isCurrent: t.exposeBoolean('isCurrent', { description: 'Whether the first page shows the listing now.' }),
  }),
});

const ListingReview = builder.objectRef<ListingCard>('ListingReview').implement({
  description: 'What a moderator needs beside the listing.',
  fields: (t) => ({
    applicationCreatedAt: t.field({
      type: 'DateTime',
      description: 'When the application was created on the chat platform.',
      resolve: ({ id }) => snowflakeTime(id),
    }),
    lookAlikes: t.field({
      type: [Bot],
      description:
        'Other listings whose names look like this one, the most popular first. At most ten, in every state but `REMOVED`.',
      resolve: ({ id }, _, { services }) => listLookAlikes(services, id),
    }),
    owners: t.field({
      type: [OwnerRecordRef],
      description: 'The owner and the co-owners with their records, the owner first.',
      complexity: 5,
      resolve: ({ id }, _, { services }) => listOwnerRecords(services, id),
    }),
    claim: t.field({
      type: ClaimRef,
      nullable: true,
      description: 'The moderator who works on it. Null for nobody.',
      resolve: ({ id }, _, { services }) => findClaim(services, id),
    }),
    notes: t.field({
      type: [NoteRef],
      description: 'The notes of moderators, newest first. At most a hundred.',
      resolve: ({ id }, _, { services }) => listNotes(services, id),
    }),
    voteSignals: t.field({
      type: [VoteSignalRef],
      description:
        'What stands out about the votes of the last seven days. Nothing follows from it by itself.',
      complexity: 50,
      resolve: ({ id }, _, { services }) => findVoteSignals(services, id),
    }),
    features: t.field({
      type: [FeatureRef],
      description: 'The periods in which it was featured, newest first. At most 20.',
      resolve: ({ id }, _, { services }) => listFeatures(services, id),
    }),
  }),
});

builder.objectField(Bot, 'review', (t) =>
  t.withAuth({ moderator: true }).field({
    type: ListingReview,
    nullable: true,
    description: 'What moderators know of the listing. For moderators, except on their own listing.',
    resolve: async (bot, _, { services, viewer }) => {
      await requireForeignListing(services, viewer.userId, bot.id);
      return bot;
    },
  }),
);

/** Finds a listing after a change, also a removed one. */
async function present(services: Services, botId: string): Promise<Listing> {
  const listing = (await listByIds(services, [botId])).get(botId);
  if (!listing) throw new NotFoundError();
  return listing;
}

builder.mutationField('claimListing', (t) =>
  t.withAuth({ moderator: true }).field({
    type: Bot,
    description:
      'Tells other moderators for 15 minutes that the viewer works on a listing, or for 15 minutes more. Others then ' +
      'cannot decide on it.',
    args: {
      ...ofBot,
      takesOver: t.arg.boolean({
        defaultValue: false,
        description: "Whether to take over another moderator's claim.",
      }),
    },
    errors: deciderErrors,
    resolve: async (_, { botId, takesOver }, { services, viewer }) => {
      await claimListing(services, viewer.userId, botId, takesOver ?? false);
      return present(services, botId);
    },
  }),
);

builder.mutationField('releaseListing', (t) =>
  t.withAuth({ moderator: true }).field({
    type: Bot,
    description: "Ends the viewer's claim of a listing. Without one, nothing changes.",
    args: ofBot,
    errors: moderatorErrors,
    resolve: async (_, { botId }, { services, viewer }) => {
      const listing = await present(services, botId);
      await releaseListing(services, viewer.userId, botId);
      return listing;
    },
  }),
);

builder.mutationField('addModerationNote', (t) =>
  t.withAuth({ moderator: true }).field({
    type: Bot,
    description: 'Adds a note about a listing that only moderators read. A listing has at most a hundred.',
    args: {
      ...ofBot,
      text: t.arg.string({ required: true, max: SIZES.text, description: '1 to 2000 characters.' }),
    },
    errors: moderatorErrors,
    resolve: async (_, { botId, text }, { services, viewer }) => {
      await addNote(services, viewer.userId, botId, text);
      return present(services, botId);
    },
  }),
);

const LinkCheckRef = builder.objectRef<LinkCheck>('LinkCheck').implement({
  description: 'Where a link of a listing leads. It has a status, or a reason why there is none.',
  fields: (t) => ({
    field: t.exposeString('field', { description: 'The name of the field, such as `websiteUrl`.' }),
    url: t.exposeString('url', { description: 'The link of the listing.' }),
    finalUrl: t.exposeString('finalUrl', {
      description:
        'The last address after all redirects, cut after 500 characters. With `blocked`, nothing was sent to it.',
    }),
    redirectCount: t.exposeInt('redirects', { description: 'The number of redirects that were followed.' }),
    status: t.exposeInt('status', { nullable: true, description: 'The HTTP status of the last response.' }),
    failure: t.exposeString('failure', {
      nullable: true,
      description: 'A stable word for the reason why there is no status, such as `timeout` or `blocked`.',
    }),
  }),
});

const CheckLinksPayload = builder.objectRef<{ checks: readonly LinkCheck[] }>('CheckLinksPayload').implement({
  description: 'The links are checked.',
  fields: (t) => ({
    checks: t.expose('checks', {
      type: [LinkCheckRef],
      description: 'A result for each link that the owner has written.',
    }),
  }),
});

builder.mutationField('checkLinks', (t) =>
  t.withAuth({ moderator: true }).field({
    type: CheckLinksPayload,
    // It sends requests to other servers and waits for the responses.
    complexity: 100,
    description:
      'Follows the links of a listing to their ends, at most five redirects each. Only public https addresses get a ' +
      'request. It takes up to eight seconds. 10 per minute per moderator.',
    args: ofBot,
    errors: reporterErrors,
    resolve: async (_, { botId }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.checkLinks);
      return { checks: await checkLinks(context.services, context.viewer.userId, botId) };
    },
  }),
);
