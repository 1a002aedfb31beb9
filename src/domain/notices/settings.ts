import type { NoticeDelivery } from '../../db/notice-tables.ts';
import { NOTICE_KINDS, NOTICES, type NoticeKind, type NoticeReader } from '../../terms/notices.ts';
import type { WithDatabase } from '../kernel/needs.ts';

/** Where a user wants notices of a kind. */
export interface NoticeSetting {
  readonly kind: NoticeKind;
  readonly delivery: NoticeDelivery;
}

/**
 * Where a user wants notices of each kind that they may get: everywhere, unless they have said otherwise. Those of
 * owners are for everybody on a team: a co-owner who only reads may get more rights.
 */
export async function listNoticeSettings(
  { db }: WithDatabase,
  userId: string,
  isModerator: boolean,
): Promise<NoticeSetting[]> {
  const [found] = await db.sql<{ chosen: Partial<Record<NoticeKind, NoticeDelivery>>; owners: boolean }[]>`
    select
      coalesce((select jsonb_object_agg(kind, delivery) from notice_settings where user_id = ${userId}), '{}') as chosen,
      exists (
        select from bot_owners owner join bots on bots.id = owner.bot_id and bots.state <> 'removed'
        where owner.user_id = ${userId} and coalesce(owner.accepted_at, owner.reads_since) is not null
      ) as owners`;
  const isOne: Record<NoticeReader, boolean> = {
    everybody: true,
    owners: found?.owners === true,
    moderators: isModerator,
  };
  return NOTICE_KINDS.filter((kind) => isOne[NOTICES[kind].readers]).map((kind) => ({
    kind,
    delivery: found?.chosen[kind] ?? 'everywhere',
  }));
}

/** Stores where a user wants notices of a kind from now on. */
export async function setNoticeDelivery(
  { db }: WithDatabase,
  userId: string,
  { kind, delivery }: NoticeSetting,
): Promise<void> {
  await db.sql`
    insert into notice_settings (user_id, kind, delivery)
    select id, ${kind}, ${delivery} from users where id = ${userId}
    on conflict (user_id, kind) do update set delivery = excluded.delivery`;
}
