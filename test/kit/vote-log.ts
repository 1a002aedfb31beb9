import { listVotes, type Vote } from '../../src/domain/vote/log.ts';
import { monthStart } from '../../src/domain/vote/months.ts';
import type { Services } from '../../src/schema/context.ts';
import { newUserId } from './ids.ts';
import { first } from './present.ts';

/** Reads the log of a bot to its end, page by page. */
export async function readPages(
  services: Services,
  botId: string,
  limit: number,
): Promise<(readonly Vote[])[]> {
  const pages: (readonly Vote[])[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof listVotes>> = await listVotes(services, botId, limit, cursor);
    pages.push(page.votes);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return pages;
}

/** Stores votes without windows and counts. @returns them in the order of the log */
export async function addVotes(
  { db: { sql } }: Services,
  botId: string,
  times: readonly Date[],
  userIdOf: (index: number) => string = newUserId,
): Promise<Vote[]> {
  const votes = times.map((votedAt, index) => ({ userId: userIdOf(index), votedAt }));
  await sql`
    insert into votes (bot_id, user_id, voted_at)
    select ${botId}, user_id, voted_at::timestamptz from unnest(${votes.map(({ userId }) => userId)}::text[],
      ${times.map((time) => time.toISOString())}::text[]) as vote(user_id, voted_at)`;
  return votes.toSorted(
    (a, b) => b.votedAt.getTime() - a.votedAt.getTime() || (a.userId < b.userId ? 1 : -1),
  );
}

/** Replaces the first partition, which is empty, by one for each month from `start` to `end`, and one for the time before. */
export async function makePastMonths({ db: { sql } }: Services, start: Date, end: Date): Promise<void> {
  const rows = await sql<
    { name: string }[]
  >`select relname as name from pg_class where relname like 'votes_until_%' and relkind = 'r'`;
  const { name } = first(rows);
  await sql.unsafe(`alter table votes detach partition vote_months.${name}`);
  await sql.unsafe(`
    alter table votes attach partition vote_months.${name}
    for values from ('${end.toISOString()}') to ('${name.slice(-7).replace('_', '-')}-01T00:00:00Z')`);
  await sql.unsafe(`
    create table vote_months.votes_before partition of votes for values from (minvalue) to ('${start.toISOString()}')`);
  for (let month = start; month < end; month = monthStart(month, 1)) {
    const [from, to] = [month, monthStart(month, 1)].map((time) => `'${time.toISOString()}'`);
    const partition = `votes_${month.toISOString().slice(0, 7).replace('-', '_')}`;
    await sql.unsafe(
      `create table vote_months.${partition} partition of votes for values from (${from}) to (${to})`,
    );
  }
}
