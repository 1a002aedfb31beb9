import { requireModerator } from '../domain/identity/actor.ts';
import { InvalidInputError } from '../domain/kernel/errors.ts';
import { readCursor, writeCursor } from '../domain/kernel/keyset-cursor.ts';
import { listBadges, type QueueBadge } from '../domain/moderation/badges.ts';
import { findClaim } from '../domain/moderation/claims.ts';
import { type Decision, moderateListing } from '../domain/moderation/decide.ts';
import {
  MAX_TOGETHER,
  moderateTogether,
  type TogetherOutcome,
} from '../domain/moderation/decide-together.ts';
import { type FoundListing, findListings } from '../domain/moderation/find-listings.ts';
import {
  countLookLater,
  countQueue,
  listLookLater,
  listQueue,
  type QueueFilter,
  type QueueItem,
  type QueueKind,
  type QueuePosition,
  type ReviewTime,
  readReviewTime,
  URGENCIES,
  type Urgency,
} from '../domain/moderation/queue.ts';
import { settleSoon } from '../domain/moderation/reports-of-moves.ts';
import { takeDownPicture } from '../domain/moderation/take-down.ts';
import { QUEUE_KEY } from '../domain/moderation/watch.ts';
import { isOnTeam } from '../domain/ownership/permissions.ts';
import { Bot } from './bot.ts';
import { SIZES } from './bounds.ts';
import { builder, enumOf, flag, ofBot, optionalText, requiredIds, requiredText } from './builder.ts';
import { deciderErrors, RefusalRef } from './errors.ts';
import { complexityOfPage, resolveListings, resolvePage } from './page.ts';
import { extend, orNull, record } from './record.ts';
import { ReportCategoryRef } from './report.ts';
import { ClaimRef } from './review.ts';
import { byModerators } from './shapes.ts';
import { Viewer } from './user.ts';
import { resolveWatched, WATCH_LIMIT, watchedEvents } from './watched.ts';

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

byModerators('moderateListing', {
  description:
    'Decides on a listing of another user. Of two concurrent decisions, the second one gets a conflict.',
  args: (t) => ({
    ...ofBot,
    decision: t.field({ type: ModerationDecision, required: true, description: 'The decision.' }),
    revision: t.int({
      required: true,
      description:
        'The `revision` that the moderator has read. Approving and restoring are refused if there is a newer one.',
    }),
    reason: optionalText(
      SIZES.text,
      '10 to 500 characters, shown to the owners. Required to reject and to suspend.',
    ),
    closesReports: flag('Whether a suspension also closes the open reports of the listing.'),
  }),
  errors: deciderErrors,
  act: async ({ botId, closesReports, ...judgement }, { services, viewer }) => {
    await moderateListing(services, viewer.userId, botId, {
      ...judgement,
      closesReports: closesReports ?? false,
    });
    if (closesReports) await settleSoon(services, [botId]);
  },
});

const TogetherOutcomeRef = record<TogetherOutcome>('ModerationOutcome')(
  'What became of one listing of a decision on several.',
  {
    botId: ['ID', "The bot's application id."],
    refusal: [
      orNull(RefusalRef),
      'Why nothing has changed for this listing. Null when it is decided.',
      ({ refusal }) => refusal,
    ],
  },
);

const TogetherPayload = record<{ outcomes: readonly TogetherOutcome[] }>('ModerateListingsPayload')(
  'Each listing is decided, or nothing has changed for it.',
  {
    outcomes: [[TogetherOutcomeRef], 'One for each listing, in the order of the input.'],
  },
);

byModerators('moderateListings', {
  type: TogetherPayload,
  // Each listing is decided in a transaction of its own.
  complexity: MAX_TOGETHER,
  description:
    'Rejects or suspends several listings of one owner, who gets a notice for each. A refusal of one listing ' +
    'stops no other one.',
  args: (t) => ({
    botIds: requiredIds(`1 to ${MAX_TOGETHER} listings with the same owner.`),
    decision: t.field({ type: ModerationDecision, required: true, description: '`REJECT` or `SUSPEND`.' }),
    reason: optionalText(SIZES.text, '10 to 500 characters, shown to the owners.'),
    closesReports: flag('Whether a suspension also closes the open reports of the listings.'),
  }),
  act: async ({ botIds, closesReports, ...judgement }, { services, viewer }) => {
    const outcomes = await moderateTogether(services, viewer.userId, botIds, {
      ...judgement,
      closesReports: closesReports ?? false,
    });
    if (closesReports) await settleSoon(services, botIds);
    for (const botId of botIds) services.listingTouched(botId);
    return { outcomes };
  },
});

byModerators('takeDownPicture', {
  description:
    'Takes the banner or a screenshot of a listing of another user down. The history of the listing has the reason, ' +
    'for its owners, too. The state stays the same.',
  args: () => ({
    ...ofBot,
    url: requiredText(
      SIZES.url,
      'The `bannerUrl` of the listing or the `url` of a screenshot, as the moderator has read it. A newer picture stays.',
    ),
    reason: requiredText(SIZES.text, '10 to 500 characters, shown to the owners.'),
  }),
  errors: deciderErrors,
  act: ({ botId, url, reason }, { services, viewer }) =>
    takeDownPicture(services, viewer.userId, botId, url, reason),
});

const TYPES: Readonly<Record<QueueKind, string>> = {
  submission: 'PendingListing',
  reports: 'ReportedListing',
  edit: 'EditedListing',
};

const QueueKindRef = enumOf<QueueKind>('QueueKind', 'Why a listing waits for a moderator.', {
  submission: 'It was submitted.',
  reports: 'Users have reported it.',
  edit: 'It is public, and an edit of it waits.',
});

const UrgencyRef = enumOf<Urgency>('QueueUrgency', 'How soon a moderator should look at a listing.', {
  severe: 'It is reported as malicious, abusive or an impersonation.',
  sensitive: 'Its invite asks for permissions that can harm a server.',
  usual: 'Everything else.',
});

const QueueBadgeRef = enumOf<QueueBadge>(
  'QueueBadge',
  'What a moderator should know before they open a listing.',
  {
    young_account: "The owner's account is younger than 30 days.",
    look_alike: 'Its name looks like the name of a public listing of somebody else.',
    setback: 'It, or another listing of its owner, was rejected or suspended before.',
  },
);

const QueueClaim = enumOf<'mine' | 'nobody'>('QueueClaim', 'Who works on a listing.', {
  mine: 'The viewer.',
  nobody: "Nobody. The viewer's own listings are left out.",
});

const ModerationItem = builder.interfaceRef<QueueItem>('ModerationItem').implement({
  description: 'A listing that waits for a moderator.',
  resolveType: ({ kind }) => TYPES[kind],
  fields: (t) => ({
    bot: t.field({ type: Bot, description: 'The listing.', resolve: (item) => item.listing }),
    since: t.expose('since', {
      type: 'DateTime',
      description: 'The time of its submission, of its first report of the most severe kind, or of its edit.',
    }),
    urgency: t.field({
      type: UrgencyRef,
      description: 'How soon a moderator should look at it. More urgent ones come first.',
      resolve: ({ weight }) => URGENCIES[weight] ?? 'usual',
    }),
    badges: t.field({
      type: [QueueBadgeRef],
      complexity: { field: 1, multiplier: 3 },
      description: 'What a moderator should know before they open it.',
      resolve: ({ listing }, _, { services }) => listBadges(services, listing.id),
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

/** A page of the queue knows its filter, so that it can count what fulfils it. */
interface Filtered {
  readonly filter: QueueFilter;
}

builder.queryField('moderationQueue', (t) =>
  t.withAuth({ moderator: true }).connection(
    {
      type: ModerationItem,
      nullable: true,
      description:
        'The listings that wait for a moderator, the most urgent first, and of those the oldest. Each listing appears ' +
        'once in a list. For moderators.',
      args: {
        list: t.arg({ type: ModerationList, defaultValue: 'queue', description: 'Which ones.' }),
        kind: t.arg({ type: QueueKindRef, description: 'In `QUEUE`: only those that wait for this reason.' }),
        urgency: t.arg({ type: UrgencyRef, description: 'In `QUEUE`: only those of this urgency.' }),
        category: t.arg({
          type: ReportCategoryRef,
          description: 'In `QUEUE`: only those with an open report of this category.',
        }),
        claim: t.arg({ type: QueueClaim, description: 'In `QUEUE`: only those on which this person works.' }),
      },
      complexity: complexityOfPage,
      resolve: async (_, { list, kind, urgency, category, claim, ...args }, { services, viewer }) => {
        const moderatorId = viewer.userId;
        const filter: QueueFilter = {
          kind,
          urgency,
          category,
          claim: claim ? { of: claim, moderatorId } : undefined,
        };
        const page = await resolvePage(args, writePosition, ({ before, after, ...range }) => {
          const page = {
            ...range,
            after: after === undefined ? undefined : readPosition(after),
            before: before === undefined ? undefined : readPosition(before),
          };
          return list === 'later' ? listLookLater(services, page) : listQueue(services, page, filter);
        });
        return { ...page, filter };
      },
    },
    {
      name: 'ModerationQueueConnection',
      description: 'A page of the queue.',
      fields: (t) => ({
        totalCount: t.int({
          description: 'The number of listings in the queue that fulfil the filters.',
          resolve: (page, __, { services }) => countQueue(services, (page as unknown as Filtered).filter),
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
      args: {
        search: requiredText(SIZES.search, '1 to 100 characters.'),
      },
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

function writePosition({ weight, since, listing }: QueueItem): string {
  return `${weight}.${writeCursor({ time: since, id: listing.id })}`;
}

function readPosition(cursor: string): QueuePosition {
  const [, weight, rest] = /^(\d)\.(.+)$/.exec(cursor) ?? [];
  const position = readCursor(rest);
  if (!position) throw new InvalidInputError('cursor.invalid');
  return { ...position, weight: Number(weight) };
}

extend(Viewer, {
  queueCount: [
    orNull('Int'),
    'The number of listings that wait for moderators. Null for everybody else.',
    ({ role }, { services }) => (role === null ? null : countQueue(services)),
  ],
});

const WATCHED = [
  'Sends the number of listings that wait for moderators now, and again whenever one of them, a claim or the list for ',
  'a later look changes: load `moderationQueue` again then. For moderators. It ends after ten minutes: subscribe ',
  'again. It ends with an error when the session or the role has ended. ',
  WATCH_LIMIT,
].join('');

builder.subscriptionField('queueCount', (t) =>
  t.withAuth({ moderator: true }).field({
    type: 'Int',
    description: WATCHED,
    subscribe: (_, __, { services, identify, viewer: { userId } }) =>
      watchedEvents(
        () => services.queueWatch.open(QUEUE_KEY, userId),
        async () => {
          requireModerator(await identify());
          return countQueue(services);
        },
      ),
    resolve: resolveWatched,
  }),
);

const ReviewTimeRef = record<ReviewTime>('ReviewTime')(
  'How long owners have to wait for a review. It may be a minute old.',
  {
    waitingCount: ['Int', 'The number of listings that wait for a review.', 'waiting'],
    reviewCount: ['Int', 'The number of reviews in the last 30 days, up to 2000.', 'reviews'],
    medianSeconds: [orNull('Float'), 'Half of these reviews took less. Null when there were fewer than ten.'],
  },
);

builder.queryField('reviewTime', (t) =>
  t.field({
    type: ReviewTimeRef,
    description: 'How long reviews took lately, and how many listings wait.',
    nullable: true,
    resolve: (_, __, { services }) => readReviewTime(services),
  }),
);
