import type { NoticeDelivery } from '../db/notice-tables.ts';
import { requireUser } from '../domain/identity/actor.ts';
import type { NoticeData } from '../domain/notices/add.ts';
import { countUnread, listNotices, MOST_COUNTED, type Notice, readNotices } from '../domain/notices/read.ts';
import { listNoticeSettings, type NoticeSetting, setNoticeDelivery } from '../domain/notices/settings.ts';
import { NOTICE_KINDS, NOTICES, type NoticeKind } from '../terms/notices.ts';
import { BlockKindRef } from './blocks.ts';
import { ListingStateRef } from './bot.ts';
import { builder, enumOf, flag } from './builder.ts';
import { EditStateRef } from './edits.ts';
import { CauseRef } from './errors.ts';
import { TakenDownRef } from './history.ts';
import { complexityOfPage, resolvePage } from './page.ts';
import { extend, orNull, record } from './record.ts';
import { byUsers } from './shapes.ts';
import { Viewer } from './user.ts';
import { resolveWatched, WATCH_LIMIT, watchedEvents } from './watched.ts';

const NoticeKindRef = enumOf<NoticeKind>(
  'NoticeKind',
  'What a notice is about.',
  Object.fromEntries(NOTICE_KINDS.map((kind) => [kind, NOTICES[kind].meaning])) as Record<NoticeKind, string>,
);

const NoticeDeliveryRef = enumOf<NoticeDelivery>(
  'NoticeDelivery',
  'Where the viewer wants notices of a kind.',
  {
    none: 'Nowhere.',
    site: 'On this site only.',
    everywhere: 'On this site, and by each channel of the viewer.',
  },
);

type Data = NoticeData[NoticeKind];
type DataKey<One = Data> = One extends unknown ? (string extends keyof One ? never : keyof One) : never;
type DataOf<Key, One = Data> = One extends unknown ? (Key extends keyof One ? One[Key] : never) : never;

/** Reads what only notices of some kinds have. */
const ofData =
  <Key extends DataKey>(key: Key) =>
  ({ data }: Notice): DataOf<Key> | null =>
    (data as Partial<Record<Key, DataOf<Key>>>)[key] ?? null;

const NoticeRef = record<Notice>('Notice')('What the viewer is told.', {
  id: ['ID', 'Its id.'],
  kind: [NoticeKindRef, 'What it is about.'],
  botId: [orNull('ID'), "The bot's application id, if it is about a bot."],
  botName: [orNull('String'), 'The name of the bot now.'],
  actorName: [orNull('String'), 'Who has caused it. Null for moderators, and when the account is erased.'],
  createdAt: ['DateTime', 'When it happened.'],
  isRead: ['Boolean', 'Whether the viewer has read it.', ({ readAt }) => readAt !== null],
  listingState: [orNull(ListingStateRef), 'Of a decision on a listing: its new state.', ofData('state')],
  editState: [orNull(EditStateRef), 'Of a decision on an edit: what became of it.', ofData('editState')],
  picture: [orNull(TakenDownRef), 'The picture that was taken down.', ofData('picture')],
  reason: [orNull('String'), 'What the moderator wrote.', ofData('reason')],
  block: [orNull(BlockKindRef), 'Of a block: what it is from.', ofData('block')],
  until: [
    orNull('DateTime'),
    'Of a block: when it ends. Null for good.',
    ({ data }) => ('until' in data && data.until ? new Date(data.until) : null),
  ],
  isLifted: [
    orNull('Boolean'),
    'Of a reviewed block: whether it was lifted. Otherwise the appeal was declined.',
    ofData('isLifted'),
  ],
  isRestored: [orNull('Boolean'), 'Of voided votes: whether they were restored.', ofData('isRestored')],
  title: [orNull('String'), 'The title of the news.', ofData('title')],
  count: [
    orNull('Int'),
    'How many entries wait for moderators, votes were voided or restored, or deliveries end.',
    ofData('count'),
  ],
  cause: [orNull(CauseRef), 'Of a vote that was not delivered: the likely cause.', ofData('cause')],
});

const NoticeSettingRef = record<NoticeSetting>('NoticeSetting')('Where the viewer wants notices of a kind.', {
  kind: [NoticeKindRef, 'The kind.'],
  delivery: [NoticeDeliveryRef, 'Where.'],
  readers: [
    'String',
    'Who gets such notices: `everybody`, `owners` or `moderators`.',
    ({ kind }) => NOTICES[kind].readers,
  ],
});

extend(Viewer, {
  unreadNotices: [
    'Int',
    `The number of unread notices. ${MOST_COUNTED + 1} says that there are more than ${MOST_COUNTED}.`,
    ({ userId }, { services }) => countUnread(services, userId),
  ],
  noticeSettings: [
    [NoticeSettingRef],
    'Where the viewer wants notices of each kind that they may get.',
    ({ userId, role }, { services }) => listNoticeSettings(services, userId, role !== null),
  ],
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
}));

byUsers('readNotices', {
  type: Viewer,
  description: 'Marks notices of the viewer as read. An unknown one is no error.',
  args: (t) => ({
    id: t.id({ required: true, description: 'The id of the notice.' }),
    upTo: flag('Whether all older ones are read, too.'),
  }),
  act: async ({ id, upTo }, { services, viewer }) => {
    await readNotices(services, viewer.userId, id, upTo === true);
    return viewer;
  },
});

byUsers('setNoticeDelivery', {
  type: Viewer,
  description: 'Sets where the viewer wants notices of a kind from now on.',
  args: (t) => ({
    kind: t.field({ type: NoticeKindRef, required: true, description: 'The kind.' }),
    delivery: t.field({ type: NoticeDeliveryRef, required: true, description: 'Where.' }),
  }),
  act: async (setting, { services, viewer }) => {
    await setNoticeDelivery(services, viewer.userId, setting);
    return viewer;
  },
});

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
