import { requireSnowflake } from '../domain/kernel/ids.ts';
import { cursorOf, type LoggedDecision, type LoggedKind, listDecisions } from '../domain/moderation/log.ts';
import { builder, enumOf } from './builder.ts';
import { complexityOfPage, resolvePage } from './page.ts';
import { orNull, record } from './record.ts';

const LoggedKindRef = enumOf<LoggedKind>('ModerationLogKind', 'What a moderator has decided.', {
  approve: 'A submitted listing became public.',
  reject: 'A submitted listing was rejected.',
  suspend: 'A public listing was suspended.',
  restore: 'A suspended listing became public again.',
  take_down: 'A picture of a listing was taken down.',
  edit_accepted: 'An edit of a public listing was accepted.',
  edit_refused: 'An edit of a public listing was refused.',
  edit_reverted: 'A public edit was reverted.',
  reports_acted: 'Reports were closed as resolved.',
  reports_dismissed: 'Reports were dismissed.',
});

const LoggedDecisionRef = record<LoggedDecision>('LoggedDecision')('A decision of a moderator.', {
  kind: [LoggedKindRef, 'What was decided.'],
  decidedAt: ['DateTime', 'When.', 'at'],
  moderatorId: ['ID', 'The id of the moderator.'],
  moderatorName: [orNull('String'), 'The name of the moderator. Null when the account is erased.'],
  botId: ['ID', "The bot's application id."],
  botName: 'The name of the listing now.',
  reason: [orNull('String'), 'The reason that the owners read.'],
  count: ['Int', 'The number of reports that it closed; 1 for everything else.'],
});

builder.queryField('moderationLog', (t) =>
  t.withAuth({ admin: true }).connection(
    {
      type: LoggedDecisionRef,
      nullable: true,
      description: 'What moderators have decided, newest first. For admins.',
      args: {
        kind: t.arg({ type: LoggedKindRef, description: 'Only decisions of this kind.' }),
        moderatorId: t.arg.id({ description: 'Only decisions of this moderator.' }),
        botId: t.arg.id({ description: 'Only decisions about this bot.' }),
        from: t.arg({ type: 'DateTime', description: 'Only decisions from this time on.' }),
        until: t.arg({ type: 'DateTime', description: 'Only decisions before this time.' }),
      },
      complexity: complexityOfPage,
      resolve: (_, { kind, moderatorId, botId, from, until, ...args }, { services }) => {
        if (moderatorId) requireSnowflake(moderatorId, 'user');
        if (botId) requireSnowflake(botId, 'bot');
        const filter = { kind, moderatorId, botId, from, until };
        return resolvePage(args, cursorOf, (range) => listDecisions(services, filter, range));
      },
    },
    { name: 'ModerationLogConnection', description: 'A page of the log.' },
    { name: 'ModerationLogEdge', description: 'A decision and its cursor.' },
  ),
);
