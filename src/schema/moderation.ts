import { type ResolveCursorConnectionArgs, resolveCursorConnection } from '@pothos/plugin-relay';
import { InvalidInputError, NotFoundError } from '../domain/kernel/errors.ts';
import { type KeysetPosition, readCursor, writeCursor } from '../domain/kernel/keyset-cursor.ts';
import { findListing } from '../domain/listing/read.ts';
import { type Decision, moderateListing } from '../domain/moderation/decide.ts';
import { countQueue, listQueue, type QueueItem } from '../domain/moderation/queue.ts';
import { Bot } from './bot.ts';
import { builder, ofBot } from './builder.ts';
import { moderatorErrors } from './errors.ts';

const ModerationDecision = builder.enumType('ModerationDecision', {
  description: 'What a moderator decides about a listing.',
  values: {
    APPROVE: { value: 'approve' satisfies Decision, description: 'A pending listing becomes public.' },
    REJECT: {
      value: 'reject' satisfies Decision,
      description: 'A pending listing is turned down, with a reason; it can be submitted again.',
    },
    SUSPEND: {
      value: 'suspend' satisfies Decision,
      description: 'An approved listing is taken down, with a reason.',
    },
    RESTORE: { value: 'restore' satisfies Decision, description: 'A suspended listing is public again.' },
  } as const,
});

builder.mutationField('moderateListing', (t) =>
  t.withAuth({ moderator: true }).field({
    type: Bot,
    description:
      'Decides about a listing of somebody else. Of two moderators who decide at once, the second is told what the first made of it.',
    args: {
      ...ofBot,
      decision: t.arg({ type: ModerationDecision, required: true, description: 'What is decided.' }),
      revision: t.arg.int({
        required: true,
        description:
          'The `revision` that the moderator read: an edit meanwhile refuses to approve or restore, and nothing else.',
      }),
      reason: t.arg.string({
        description: 'Shown to the owners, 10 to 500 characters; needed to reject and to suspend.',
      }),
      closesReports: t.arg.boolean({
        defaultValue: false,
        description: 'Whether a suspension closes the open reports of the listing as acted upon.',
      }),
    },
    errors: moderatorErrors,
    resolve: async (_, { botId, closesReports, ...judgement }, context) => {
      const { userId } = context.viewer;
      const { services } = context;
      await moderateListing(services, userId, botId, { ...judgement, closesReports: closesReports ?? false });
      const listing = await findListing(services, botId);
      if (!listing) throw new NotFoundError();
      return listing;
    },
  }),
);

const ModerationItem = builder.interfaceRef<QueueItem>('ModerationItem').implement({
  description: 'A listing that waits for a moderator.',
  resolveType: ({ openReports }) => (openReports === 0 ? 'PendingListing' : 'ReportedListing'),
  fields: (t) => ({
    bot: t.field({ type: Bot, description: 'The listing.', resolve: (item) => item.listing }),
    since: t.expose('since', { type: 'DateTime', description: 'Since when it waits.' }),
  }),
});

builder.objectRef<QueueItem>('PendingListing').implement({
  description: 'A listing that was submitted, and is to be approved or rejected.',
  interfaces: [ModerationItem],
});

builder.objectRef<QueueItem>('ReportedListing').implement({
  description: 'A listing that users reported: it waits since the oldest report that is open.',
  interfaces: [ModerationItem],
  fields: (t) => ({
    openReportCount: t.exposeInt('openReports', {
      description: 'How many reports of it are open; `bot.openReports` has them.',
    }),
  }),
});

builder.queryField('moderationQueue', (t) =>
  t.connection(
    {
      type: ModerationItem,
      nullable: true,
      description: 'What waits for the moderators, oldest first: submitted and reported listings, each once.',
      authScopes: { moderator: true },
      // The list of edges below it counts as ten.
      complexity: ({ first, last }) => ({ field: 1, multiplier: Math.min(first ?? last ?? 24, 100) / 10 }),
      resolve: (_, args, { services }) =>
        resolveCursorConnection(
          { args, defaultSize: 24, maxSize: 100, toCursor: (item: QueueItem) => writePosition(item) },
          ({ before, after, limit, inverted }: ResolveCursorConnectionArgs) =>
            listQueue(services, {
              limit,
              inverted,
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
          description: 'How many listings wait in all.',
          resolve: (_, __, { services }) => countQueue(services),
        }),
      }),
    },
    { name: 'ModerationQueueEdge', description: 'A listing and its place in the queue.' },
  ),
);

function writePosition({ since, listing }: QueueItem): string {
  return writeCursor({ time: since, id: listing.id });
}

function readPosition(cursor: string): KeysetPosition {
  const position = readCursor(cursor);
  if (!position) throw new InvalidInputError('A cursor must come from an earlier page.');
  return position;
}
