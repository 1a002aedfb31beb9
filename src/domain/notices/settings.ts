import type { NoticeDelivery, NoticeKind } from '../../db/notice-tables.ts';
import type { WithDatabase } from '../kernel/needs.ts';
import { NOTICE_KINDS } from './kinds.ts';

/** Where a user wants notices of a kind. */
export interface NoticeSetting {
  readonly kind: NoticeKind;
  readonly delivery: NoticeDelivery;
}

/** Where a user wants notices of each kind: everywhere, unless they have said otherwise. */
export async function listNoticeSettings({ db }: WithDatabase, userId: string): Promise<NoticeSetting[]> {
  const rows = await db.sql<NoticeSetting[]>`
    select kind, delivery from notice_settings where user_id = ${userId}`;
  const chosen = new Map(rows.map(({ kind, delivery }) => [kind, delivery]));
  return (Object.keys(NOTICE_KINDS) as NoticeKind[]).map((kind) => ({
    kind,
    delivery: chosen.get(kind) ?? 'everywhere',
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
