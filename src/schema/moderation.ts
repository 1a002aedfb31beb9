import { InvalidInputError } from '../domain/kernel/errors.ts';
import { type KeysetPosition, readCursor, writeCursor } from '../domain/kernel/keyset-cursor.ts';
import { findClaim } from '../domain/moderation/claims.ts';
import { type Decision, moderateListing, undoDecision } from '../domain/moderation/decide.ts';
import { type FoundListing, findListings } from '../domain/moderation/find-listings.ts';
import {
  countLookLater,
  countQueue,
  listLookLater,
  listQueue,
  type QueueItem,
  type QueueKind,
  type ReviewTime,
  readReviewTime,
} from '../domain/moderation/queue.ts';
import { takeDownPicture } from '../domain/moderation/take-down.ts';
import { isOnTeam } from '../domain/ownership/permissions.ts';
import { Bot, presentListing } from './bot.ts';
import { builder, enumOf, ofBot } from './builder.ts';
import { deciderErrors, moderatorErrors } from './errors.ts';
import { complexityOfPage, resolveListings, resolvePage } from './page.ts';
import { ClaimRef } from './review.ts';

const ModerationDecision = enumOf<Decision>(
  'ModerationDecision',
  'The decision of a moderator on a listing.',
  {
    approve: 'Publishes a pending listing.',
    reject: 'Rejects a pending listing, with a reason. It can be submitted again.',
    suspend: 'Takes an approved listing off the directory, with a reason.',
    restore: 'Publishes a suspended listing again.',
  },
);

builder.mutationField('moderateListing', (t) =>
  t.withAuth({ moderator: true }).field({
    type: Bot,
    description:
      'Decides on a listing of another user. Of two concurrent decisions, the second one gets a conflict.',
    args: {
      ...ofBot,
      decision: t.arg({ type: ModerationDecision, required: true, description: 'The decision.' }),
      revision: t.arg.int({
        required: true,
        description:
          'The `revision` that the moderator has read. Approving and restoring are refused if there is a newer one.',
      }),
      reason: t.arg.string({
        description: '10 to 500 characters, shown to the owners. Required to reject and to suspend.',
      }),
      closesReports: t.arg.boolean({
        defaultValue: false,
        description: 'Whether a suspension also closes the open reports of the listing.',
      }),
    },
    errors: deciderErrors,
    resolve: async (_, { botId, closesReports, ...judgement }, context) => {
      const { userId } = context.viewer;
      const { services } = context;
      await moderateListing(services, userId, botId, { ...judgement, closesReports: closesReports ?? false });
      return presentListing(services, botId);
    },
  }),
);

builder.mutationField('undoDecision', (t) =>
  t.withAuth({ moderator: true }).field({
    type: Bot,
    description:
      "Takes back the viewer's own last decision on a listing, within ten seconds. Owners do not see it in the history.",
    args: ofBot,
    errors: moderatorErrors,
    resolve: async (_, { botId }, { services, viewer }) => {
      await undoDecision(services, viewer.userId, botId);
      return presentListing(services, botId);
    },
  }),
);

builder.mutationField('takeDownPicture', (t) =>
  t.withAuth({ moderator: true }).field({
    type: Bot,
    description:
      'Takes the banner or a screenshot of a listing of another user down. The history of the listing has the reason, ' +
      'for its owners, too. The state stays the same.',
    args: {
      ...ofBot,
      url: t.arg.string({
        required: true,
        description:
          'The `bannerUrl` of the listing or the `url` of a screenshot, as the moderator has read it. A newer picture stays.',
      }),
      reason: t.arg.string({ required: true, description: '10 to 500 characters, shown to the owners.' }),
    },
    errors: deciderErrors,
    resolve: async (_, { botId, url, reason }, { services, viewer }) => {
      await takeDownPicture(services, viewer.userId, botId, url, reason);
      return presentListing(services, botId);
    },
  }),
);

const TYPES: Readonly<Record<QueueKind, string>> = {
  submission: 'PendingListing',
  reports: 'ReportedListing',
  edit: 'EditedListing',
};

const ModerationItem = builder.interfaceRef<QueueItem>('ModerationItem').implement({
  description: 'A listing that waits for a moderator.',
  resolveType: ({ kind }) => TYPES[kind],
  fields: (t) => ({
    bot: t.field({ type: Bot, description: 'The listing.', resolve: (item) => item.listing }),
    since: t.expose('since', {
      type: 'DateTime',
      description: 'The time of its submission, of its oldest open report, or of its edit.',
    }),
    claim: t.withAuth({ moderator: true }).field({
      type: ClaimRef,
      nullable: true,
      description: "The moderator who works on it. Null for nobody, and on the viewer's own listing.",
      resolve: async ({ listing }, _, { services, viewer }) =>
        (await isOnTeam(services, viewer.userId, listing.id)) ? null : findClaim(services, listing.id),
    }),
  }),
});

builder.objectRef<QueueItem>('PendingListing').implement({
  description: 'A submitted listing. It waits for approval or rejection.',
  interfaces: [ModerationItem],
});

builder.objectRef<QueueItem>('ReportedListing').implement({
  description: 'A listing with open reports by users.',
  interfaces: [ModerationItem],
  fields: (t) => ({
    openReportCount: t.exposeInt('openReports', {
      description: 'The number of open reports. `bot.openReports` lists them.',
    }),
  }),
});

builder.objectRef<QueueItem>('EditedListing').implement({
  description: 'A public listing with an edit that a moderator has to decide on. `bot.edits` has it.',
  interfaces: [ModerationItem],
});

const ModerationList = enumOf<'queue' | 'later'>('ModerationList', 'Which listings wait for a moderator.', {
  queue: 'Submitted and reported ones, and those with an edit that waits.',
  later: 'Public ones with edits that everybody sees already, for a later look.',
});

builder.queryField('moderationQueue', (t) =>
  t.connection(
    {
      type: ModerationItem,
      nullable: true,
      description:
        'The listings that wait for a moderator, oldest first. Each listing appears once in a list. For moderators.',
      authScopes: { moderator: true },
      args: { list: t.arg({ type: ModerationList, defaultValue: 'queue', description: 'Which ones.' }) },
      complexity: complexityOfPage,
      resolve: (_, { list, ...args }, { services }) =>
        resolvePage(args, writePosition, ({ before, after, ...page }) =>
          (list === 'later' ? listLookLater : listQueue)(services, {
            ...page,
            after: after === undefined ? undefined : readPosition(after),
            before: before === undefined ? undefined : readPosition(before),
          }),
        ),
    },
    {
      name: 'ModerationQueueConnection',
      description: 'A page of the queue.',
      fields: (t) => ({
        totalCount: t.int({
          description: 'The number of listings in the queue.',
          resolve: (_, __, { services }) => countQueue(services),
        }),
        laterCount: t.int({
          description: 'The number of listings for a later look.',
          resolve: (_, __, { services }) => countLookLater(services),
        }),
      }),
    },
    { name: 'ModerationQueueEdge', description: 'A listing and its cursor.' },
  ),
);

builder.queryField('moderationSearch', (t) =>
  t.connection(
    {
      type: Bot,
      nullable: true,
      description:
        'Finds listings in every state by application id, by the id or the whole name of an owner, or by the start of ' +
        'their name. Ordered by name. For moderators.',
      authScopes: { moderator: true },
      args: { search: t.arg.string({ required: true, description: '1 to 100 characters.' }) },
      complexity: complexityOfPage,
      resolve: (_, { search, ...args }, { services }) =>
        resolveListings(
          args,
          ({ cursor }: FoundListing) => cursor,
          (range) => findListings(services, search, range),
        ),
    },
    { name: 'ModerationSearchConnection', description: 'A page of the found listings.' },
    { name: 'ModerationSearchEdge', description: 'A listing and its cursor.' },
  ),
);

function writePosition({ since, listing }: QueueItem): string {
  return writeCursor({ time: since, id: listing.id });
}

function readPosition(cursor: string): KeysetPosition {
  const position = readCursor(cursor);
  if (!position) throw new InvalidInputError('cursor.invalid');
  return position;
}

const ReviewTimeRef = builder.objectRef<ReviewTime>('ReviewTime').implement({
  description: 'How long owners have to wait for a review. It may be a minute old.',
  fields: (t) => ({
    waitingCount: t.exposeInt('waiting', { description: 'The number of listings that wait for a review.' }),
    reviewCount: t.exposeInt('reviews', {
      description: 'The number of reviews in the last 30 days, up to 2000.',
    }),
    medianSeconds: t.exposeFloat('medianSeconds', {
      nullable: true,
      description: 'Half of these reviews took less. Null when there were fewer than ten.',
    }),
  }),
});

builder.queryField('reviewTime', (t) =>
  t.field({
    type: ReviewTimeRef,
    description: 'How long reviews took lately, and how many listings wait.',
    nullable: true,
    resolve: (_, __, { services }) => readReviewTime(services),
  }),
);
