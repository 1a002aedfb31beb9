import { join } from 'node:path';
import type { WithArchive, WithDatabase } from '../kernel/needs.ts';
import type { ArchivedVote, Block } from './archive-block.ts';
import { ArchiveError, archiveFolder, readBlock } from './archive-file.ts';

type Vote = Omit<ArchivedVote, 'botId'>;

/** Blocks per statement. A bot with many votes has a thousand in a block. */
const BLOCKS = 20;
/** How often a page is begun again because files were exchanged meanwhile. */
const TRIES = 5;

interface BlockOfBot extends Block {
  readonly file: string;
  readonly oldestAt: Date;
  readonly oldestBy: string;
  readonly ownedSince: Date;
}

/**
 * Reads a bot's votes in archives, newest first. An index in the database names the blocks that have votes of this bot,
 * so months without any cost nothing, and each block that is read adds votes to the page.
 *
 * @param after the vote before the first one; undefined to begin with the newest
 * @param limit the maximum number of votes
 * @throws {ArchiveError} when the files cannot be read: the log must not seem to end there
 */
export async function readArchivedVotes(
  services: WithDatabase & WithArchive,
  botId: string,
  after: Vote | undefined,
  limit: number,
): Promise<Vote[]> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await readPage(services, botId, after, limit);
    } catch (error) {
      // While a user is erased, files take the place of others. The page begins again, with the index of the new ones.
      const mayRetry = error instanceof ArchiveError && tries < TRIES;
      if (!mayRetry || (await isArchive(services, error.file))) throw error;
    }
  }
}

async function readPage(
  services: WithDatabase & WithArchive,
  botId: string,
  after: Vote | undefined,
  limit: number,
): Promise<Vote[]> {
  const { sql } = services.db;
  const votes: Vote[] = [];
  let last = after;
  for (;;) {
    const blocks = await sql<BlockOfBot[]>`
      select archive.file, entry.position::float8, entry.length, entry.oldest_at as "oldestAt",
        entry.oldest_by as "oldestBy", greatest(bots.owned_since, 'epoch') as "ownedSince"
      from bots join archived_votes entry on entry.bot_id = bots.id and entry.newest_at >= bots.owned_since
      join vote_archives archive on archive.until = entry.until
      where bots.id = ${botId}
        ${last ? sql`and (entry.oldest_at, entry.oldest_by) < (${last.votedAt}, ${last.userId})` : sql``}
      order by entry.oldest_at desc, entry.oldest_by desc limit ${BLOCKS}`;
    for (const block of blocks) {
      for (const vote of await readBlock(join(archiveFolder(services), block.file), block)) {
        const isWanted = vote.botId === botId && vote.votedAt >= block.ownedSince;
        if (isWanted && isAfter(vote, votes.at(-1) ?? after)) {
          votes.push({ userId: vote.userId, votedAt: vote.votedAt });
        }
        if (votes.length === limit) return votes;
      }
      last = { votedAt: block.oldestAt, userId: block.oldestBy };
    }
    if (blocks.length < BLOCKS) return votes;
  }
}

async function isArchive({ db: { sql } }: WithDatabase, file: string): Promise<boolean> {
  const rows = await sql`select from vote_archives where file = ${file}`;
  return rows.length > 0;
}

/** Whether a vote comes later in the list, which is ordered by time and then by user, both descending. */
function isAfter({ votedAt, userId }: Vote, position: Vote | undefined): boolean {
  if (!position) return true;
  const ms = votedAt.getTime() - position.votedAt.getTime();
  return ms < 0 || (ms === 0 && userId < position.userId);
}
