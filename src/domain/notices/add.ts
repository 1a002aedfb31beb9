import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../db/client.ts';
import type { BlockKind, EditState, TakenDown } from '../../db/moderation-tables.ts';
import { notices } from '../../db/notice-tables.ts';
import type { ListingState } from '../../db/tables.ts';
import type { NoticeKind } from '../../terms/notices.ts';
import type { Refusal } from '../kernel/refusal.ts';

/** What the sentence of a notice needs, by its kind, where it needs any. */
interface SomeNoticeData {
  listing_decided: { readonly state: ListingState; readonly reason?: string | undefined };
  edit_decided: { readonly editState: EditState; readonly reason?: string | undefined };
  picture_taken_down: { readonly picture: TakenDown; readonly reason: string };
  /** Absent in notices of earlier versions. */
  webhook_failing: { readonly cause?: Refusal };
  held_expiring: { readonly count: number };
  bot_silent: { readonly since: string };
  news_published: { readonly title: string };
  queue_waiting: { readonly count: number };
  user_blocked: { readonly block: BlockKind; readonly reason: string; readonly until: string | undefined };
  votes_voided: { readonly count: number; readonly reason: string; readonly isRestored: boolean };
  block_reviewed: {
    readonly block: BlockKind;
    readonly isLifted: boolean;
    readonly reason: string | undefined;
  };
}

/** What the sentence of a notice needs, by its kind. */
export type NoticeData = SomeNoticeData &
  Record<Exclude<NoticeKind, keyof SomeNoticeData>, Readonly<Record<string, never>>>;

/** An event that users are told of. */
export interface NoticeEvent<Kind extends NoticeKind> {
  readonly kind: Kind;
  /** Names the event among those of its kind. A user gets one notice of it. {@link subjectAt} when it is left out. */
  readonly subject?: string;
  /** Users, or the managers of the bot. Who has caused the event and who has no account is left out. */
  readonly to: 'managers' | readonly string[];
  readonly botId: string | null;
  /** Who has caused it, if others may know that. */
  readonly actorId?: string | undefined;
  readonly data: NoticeData[Kind];
  readonly at: Date;
}

/** Runs statements, in a transaction or not. */
type Orm = Pick<Database['orm'], 'execute'>;

/**
 * Tells users of an event, once, in the transaction of the event. A repetition changes nothing. A notice that a user
 * wants everywhere also goes into the outbox of each of their channels.
 *
 * @param orm the transaction of the event
 */
export async function addNotices<Kind extends NoticeKind>(orm: Orm, event: NoticeEvent<Kind>): Promise<void> {
  const { kind, to, botId, actorId, data, at, subject = subjectAt(botId, at) } = event;
  await orm.execute(sql`
    select add_notices(${kind}, ${subject}, ${receivers(to, botId)}, ${botId}::text, ${actorId ?? null}::text,
      ${JSON.stringify(data)}::text::jsonb, ${at.toISOString()}::timestamptz, ${at.toISOString()}::timestamptz)`);
}

/** Names what happened to a bot at a time. */
export const subjectAt = (botId: string | null, at: Date) => `${botId} ${at.toISOString()}`;

function receivers(to: NoticeEvent<NoticeKind>['to'], botId: string | null): SQL {
  if (to === 'managers') {
    return sql`array(select user_id from bot_owners where bot_id = ${botId} and accepted_at is not null)`;
  }
  const ids = to.map((id) => sql`${id}`);
  return sql`array[${sql.join(ids, sql`, `)}]::text[]`;
}

/**
 * Tells each of several users of an event of their own, as {@link addNotices} does, in one statement.
 *
 * @param orm the transaction of the events
 */
export async function addNoticeToEach<Kind extends NoticeKind>(
  orm: Orm,
  { kind, botId, data, at }: Pick<NoticeEvent<Kind>, 'kind' | 'botId' | 'data' | 'at'>,
  told: readonly { readonly subject: string; readonly userId: string }[],
): Promise<void> {
  if (told.length === 0) return;
  await orm.execute(sql`
    select add_notices(${kind}, subject, array["userId"], ${botId}::text, null, ${JSON.stringify(data)}::text::jsonb,
      ${at.toISOString()}::timestamptz, ${at.toISOString()}::timestamptz)
    from jsonb_to_recordset(${JSON.stringify(told)}::text::jsonb) as told(subject text, "userId" text)
    order by subject`);
}

/** Takes notices back, because what they told of is gone. What has left the site already stays there. */
export async function retractNotice(
  orm: Pick<Database['orm'], 'delete'>,
  kind: NoticeKind,
  subject: string,
): Promise<void> {
  await orm.delete(notices).where(and(eq(notices.kind, kind), eq(notices.subject, subject)));
}
