import type { NoticeDelivery, NoticeKind } from '../db/notice-tables.ts';
import { requireUser } from '../domain/identity/actor.ts';
import { NOTICE_KINDS } from '../domain/notices/kinds.ts';
import { countUnread, listNotices, MOST_COUNTED, type Notice, readNotices } from '../domain/notices/read.ts';
import { listNoticeSettings, type NoticeSetting, setNoticeDelivery } from '../domain/notices/settings.ts';
import { USER_BUDGETS } from '../limits/budget.ts';
import { BlockKindRef } from './blocks.ts';
import { ListingStateRef } from './bot.ts';
import { builder, enumOf } from './builder.ts';
import { CauseRef } from './cause.ts';
import { EditStateRef } from './edits.ts';
import { callerErrors } from './errors.ts';
import { TakenDownRef } from './history.ts';
import { complexityOfPage, resolvePage } from './page.ts';
import { spendAsUser } from './spend.ts';
import { Viewer } from './user.ts';
import { resolveWatched, WATCH_LIMIT, watchedEvents } from './watched.ts';

const NoticeKindRef = enumOf<NoticeKind>('NoticeKind', 'What a notice is about.', {
  vote_open: 'Voting for a bot is open again.',
  news_published: 'A bot that the viewer follows has news.',
  report_closed: 'A report by the viewer led to something.',
  user_blocked: 'A moderator has blocked the viewer from something.',
  block_reviewed: 'A moderator has lifted a block of the viewer, or declined the appeal against it.',
  owner_invited: 'Somebody invites the viewer to manage a listing.',
  owner_role_changed: 'The owner of a listing has changed what the viewer may do as a co-owner.',
  owner_removed: 'The viewer is no longer on the team of a listing.',
  transfer_offered: 'Somebody wants to transfer a listing to the viewer.',
  transfer_ended: 'An offer to transfer a listing, by or to the viewer, was withdrawn or declined.',
  listing_decided: 'A moderator has decided on a listing of the viewer.',
  edit_decided: 'A moderator has decided on an edit of a listing of the viewer.',
  picture_taken_down: 'A moderator took a picture of a listing of the viewer down.',
  votes_voided: 'A moderator has voided votes for a bot of the viewer, or restored them.',
  webhook_failing: 'A vote was not delivered after five attempts.',
  deliveries_held: 'Deliveries are held, because too many first attempts failed in a row.',
  deliveries_released: 'Deliveries that were held because of failures go out: the receiver works again.',
  held_expiring: 'Deliveries that are held for long end within a week.',
  bot_silent: 'A bot of the viewer has reported nothing for seven days.',
  owner_joined: 'A co-owner has accepted.',
  owner_declined: 'Somebody has declined an invitation by the viewer.',
  transfer_accepted: 'A listing of the viewer has a new owner.',
  token_changed: 'Somebody else has made a new API token for a bot of the viewer.',
  secret_changed: 'Somebody else has changed the webhook of a bot of the viewer, or its secret.',
  queue_waiting: 'Something waits for moderators for more than two days.',
});

const NoticeDeliveryRef = enumOf<NoticeDelivery>(
  'NoticeDelivery',
  'Where the viewer wants notices of a kind.',
  {
    none: 'Nowhere.',
    site: 'On this site only.',
    everywhere: 'On this site, and by each channel of the viewer.',
  },
);

const NoticeRef = builder.objectRef<Notice>('Notice').implement({
  description: 'What the viewer is told.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Its id.' }),
    kind: t.expose('kind', { type: NoticeKindRef, description: 'What it is about.' }),
    botId: t.exposeID('botId', {
      nullable: true,
      description: "The bot's application id, if it is about a bot.",
    }),
    botName: t.exposeString('botName', { nullable: true, description: 'The name of the bot now.' }),
    actorName: t.exposeString('actorName', {
      nullable: true,
      description: 'Who has caused it. Null for moderators, and when the account is erased.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it happened.' }),
    isRead: t.boolean({
      description: 'Whether the viewer has read it.',
      resolve: ({ readAt }) => readAt !== null,
    }),
    listingState: t.field({
      type: ListingStateRef,
      nullable: true,
      description: 'Of a decision on a listing: its new state.',
      resolve: ({ data }) => ('state' in data ? data.state : null) ?? null,
    }),
    editState: t.field({
      type: EditStateRef,
      nullable: true,
      description: 'Of a decision on an edit: what became of it.',
      resolve: ({ data }) => ('editState' in data ? data.editState : null) ?? null,
    }),
    picture: t.field({
      type: TakenDownRef,
      nullable: true,
      description: 'The picture that was taken down.',
      resolve: ({ data }) => ('picture' in data ? data.picture : null) ?? null,
    }),
    reason: t.string({
      nullable: true,
      description: 'What the moderator wrote.',
      resolve: ({ data }) => ('reason' in data ? data.reason : null) ?? null,
    }),
    block: t.field({
      type: BlockKindRef,
      nullable: true,
      description: 'Of a block: what it is from.',
      resolve: ({ data }) => ('block' in data ? data.block : null) ?? null,
    }),
    until: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Of a block: when it ends. Null for good.',
      resolve: ({ data }) => ('until' in data && data.until ? new Date(data.until) : null),
    }),
    isLifted: t.boolean({
      nullable: true,
      description: 'Of a reviewed block: whether it was lifted. Otherwise the appeal was declined.',
      resolve: ({ data }) => ('isLifted' in data ? data.isLifted : null) ?? null,
    }),
    isRestored: t.boolean({
      nullable: true,
      description: 'Of voided votes: whether they were restored.',
      resolve: ({ data }) => ('isRestored' in data ? data.isRestored : null) ?? null,
    }),
    title: t.string({
      nullable: true,
      description: 'The title of the news.',
      resolve: ({ data }) => ('title' in data ? data.title : null) ?? null,
    }),
    count: t.int({
      nullable: true,
      description: 'How many entries wait for moderators, votes were voided or restored, or deliveries end.',
      resolve: ({ data }) => ('count' in data ? data.count : null) ?? null,
    }),
  }),
});

builder.objectField(NoticeRef, 'cause', (t) =>
  t.field({
    type: CauseRef,
    nullable: true,
    description: 'Of a vote that was not delivered: the likely cause.',
    resolve: ({ data }) => ('cause' in data ? data.cause : null) ?? null,
  }),
);

const NoticeSettingRef = builder.objectRef<NoticeSetting>('NoticeSetting').implement({
  description: 'Where the viewer wants notices of a kind.',
  fields: (t) => ({
    kind: t.expose('kind', { type: NoticeKindRef, description: 'The kind.' }),
    delivery: t.expose('delivery', { type: NoticeDeliveryRef, description: 'Where.' }),
    readers: t.string({
      description: 'Who gets such notices: `everybody`, `owners` or `moderators`.',
      resolve: ({ kind }) => NOTICE_KINDS[kind],
    }),
  }),
});

builder.objectFields(Viewer, (t) => ({
  notices: t.connection(
    {
      type: NoticeRef,
      description: 'What the viewer was told in the last ninety days, newest first.',
      complexity: complexityOfPage,
      resolve: ({ userId }, args, { services }) =>
        resolvePage(
          args,
          ({ id }: Notice) => id,
          (range) => listNotices(services, userId, range),
        ),
    },
    { name: 'ViewerNoticesConnection', description: 'A page of notices.' },
    { name: 'ViewerNoticesEdge', description: 'A notice and its cursor.' },
  ),
  unreadNotices: t.int({
    description: `The number of unread notices. ${MOST_COUNTED + 1} says that there are more than ${MOST_COUNTED}.`,
    resolve: ({ userId }, _, { services }) => countUnread(services, userId),
  }),
  noticeSettings: t.field({
    type: [NoticeSettingRef],
    description: 'Where the viewer wants notices of each kind that they may get.',
    resolve: ({ userId, role }, _, { services }) => listNoticeSettings(services, userId, role !== null),
  }),
}));

builder.mutationField('readNotices', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: Viewer,
    description: 'Marks notices of the viewer as read. An unknown one is no error.',
    args: {
      id: t.arg.id({ required: true, description: 'The id of the notice.' }),
      upTo: t.arg.boolean({ defaultValue: false, description: 'Whether all older ones are read, too.' }),
    },
    errors: callerErrors,
    resolve: async (_, { id, upTo }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.change);
      await readNotices(context.services, context.viewer.userId, id, upTo === true);
      return context.viewer;
    },
  }),
);

builder.mutationField('setNoticeDelivery', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: Viewer,
    description: 'Sets where the viewer wants notices of a kind from now on.',
    args: {
      kind: t.arg({ type: NoticeKindRef, required: true, description: 'The kind.' }),
      delivery: t.arg({ type: NoticeDeliveryRef, required: true, description: 'Where.' }),
    },
    errors: callerErrors,
    resolve: async (_, setting, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.change);
      await setNoticeDelivery(context.services, context.viewer.userId, setting);
      return context.viewer;
    },
  }),
);

const DESCRIPTION = [
  'Sends the number of unread notices of the viewer now, and again when it changes: see `Viewer.unreadNotices`.',
  'It ends after ten minutes: subscribe again. It ends with an error when the session has ended.',
  WATCH_LIMIT,
].join(' ');

builder.subscriptionField('unreadNotices', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: 'Int',
    description: DESCRIPTION,
    subscribe: (_, __, { services, identify, viewer: { userId } }) =>
      watchedEvents(
        () => services.noticeWatch.open(userId, userId),
        async () => countUnread(services, requireUser(await identify()).userId),
      ),
    resolve: resolveWatched,
  }),
);
