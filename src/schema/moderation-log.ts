import { requireSnowflake } from '../domain/kernel/ids.ts';
import { cursorOf, type LoggedDecision, type LoggedKind, listDecisions } from '../domain/moderation/log.ts';
import { builder, enumOf } from './builder.ts';
import { complexityOfPage, resolvePage } from './page.ts';

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

const LoggedDecisionRef = builder.objectRef<LoggedDecision>('LoggedDecision').implement({
  description: 'A decision of a moderator.',
  fields: (t) => ({
    kind: t.expose('kind', { type: LoggedKindRef, description: 'What was decided.' }),
    decidedAt: t.expose('at', { type: 'DateTime', description: 'When.' }),
    moderatorId: t.exposeID('moderatorId', { description: 'The id of the moderator.' }),
    moderatorName: t.exposeString('moderatorName', {
      nullable: true,
      description: 'The name of the moderator. Null when the account is erased.',
    }),
    botId: t.exposeID('botId', { description: "The bot's application id." }),
    botName: t.exposeString('botName', { description: 'The name of the listing now.' }),
    reason: t.exposeString('reason', { nullable: true, description: 'The reason that the owners read.' }),
    count: t.exposeInt('count', {
      description: 'The number of reports that it closed; 1 for everything else.',
    }),
  }),
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
