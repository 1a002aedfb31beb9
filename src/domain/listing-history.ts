import { desc, eq, type InferSelectModel } from 'drizzle-orm';
import { listingMoves } from '../db/tables.ts';
import type { Services } from './services.ts';

export type Move = InferSelectModel<typeof listingMoves>;

/** What became of a listing, the newest first: who moved it to which state, when and why. */
export function listMoves({ db }: Pick<Services, 'db'>, botId: string, limit: number): Promise<Move[]> {
  return db.orm
    .select()
    .from(listingMoves)
    .where(eq(listingMoves.botId, botId))
    .orderBy(desc(listingMoves.id))
    .limit(limit);
}
