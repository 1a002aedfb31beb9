import type { FileHandle } from 'node:fs/promises';
import {
  type ArchivedVote,
  type Block,
  type Entry,
  entriesOf,
  packVotes,
  readData,
  unpackLines,
  votesIn,
} from './archive-block.ts';
import { type WrittenFile, withFile, writeBlocks } from './archive-file.ts';

/** A file that takes the place of another one, and how the index differs. */
export interface Rewritten extends WrittenFile {
  /** Blocks that have another position or length now. */
  readonly moves: readonly (Block & { readonly from: number })[];
  /** Entries whose oldest vote has another user now. */
  readonly changes: readonly { readonly before: Entry; readonly after: Entry }[];
}

/**
 * Writes a copy of a file in which a user has another id for each bot. Only blocks with the user are packed again. Each
 * vote keeps its time, each block its number of votes, and the votes stay in order: of those with the same bot and time
 * the one with the greatest id is the first.
 *
 * @param blocks all blocks of the file, in order
 * @param renamed the new id for a bot. It sorts before the old one
 */
export function rewriteArchive(
  source: string,
  target: string,
  blocks: readonly Block[],
  userId: string,
  renamed: (botId: string) => string,
): Promise<Rewritten> {
  return withFile(source, (file) =>
    writeBlocks(target, async (add) => {
      const moves: (Block & { readonly from: number })[] = [];
      const changes: Rewritten['changes'][number][] = [];

      async function write(from: Block, data: Buffer): Promise<Block> {
        const block = await add(data);
        const hasMoved = block.position !== from.position || block.length !== from.length;
        if (hasMoved) moves.push({ ...block, from: from.position });
        return block;
      }

      for (let next = 0; next < blocks.length; ) {
        const found = await readUntilUntied(file, blocks, next, userId);
        next += found.length;
        const renamedVotes = found
          .flatMap(({ votes }) => votes)
          .map((vote) => (vote.userId === userId ? { ...vote, userId: renamed(vote.botId) } : vote))
          .sort(inFileOrder);
        for (const { block, data, votes } of found) {
          if (votes.length === 0) {
            await write(block, data);
            continue;
          }
          const now = renamedVotes.splice(0, votes.length);
          const after = entriesOf(now, await write(block, await packVotes(now)));
          for (const [index, before] of entriesOf(votes, block).entries()) {
            const entry = after[index] as Entry;
            if (entry.oldestBy !== before.oldestBy) changes.push({ before, after: entry });
          }
        }
      }
      return { moves, changes };
    }),
  );
}

interface Found {
  readonly block: Block;
  readonly data: Buffer;
  /** Empty for a block that stays as it is. */
  readonly votes: readonly ArchivedVote[];
}

/**
 * Reads a block. If it has the user, also those after it, as long as one of the user's votes may have to move
 * into the next block: it has the bot and the time of the last vote.
 */
async function readUntilUntied(
  file: FileHandle,
  blocks: readonly Block[],
  first: number,
  userId: string,
): Promise<Found[]> {
  const found: Found[] = [];
  for (let index = first; index < blocks.length; index += 1) {
    const block = blocks[index] as Block;
    const data = await readData(file, block);
    const lines = await unpackLines(data);
    if (index === first && !lines.includes(`,${userId},`)) return [{ block, data, votes: [] }];
    found.push({ block, data, votes: votesIn(lines) });
    const votes = found.flatMap((one) => one.votes);
    const last = votes.at(-1) as ArchivedVote;
    if (!votes.some((vote) => vote.userId === userId && isTied(vote, last))) break;
  }
  return found;
}

const isTied = (a: ArchivedVote, b: ArchivedVote) =>
  a.botId === b.botId && a.votedAt.getTime() === b.votedAt.getTime();

function inFileOrder(a: ArchivedVote, b: ArchivedVote): number {
  if (a.botId !== b.botId) return a.botId < b.botId ? 1 : -1;
  return b.votedAt.getTime() - a.votedAt.getTime() || (a.userId < b.userId ? 1 : -1);
}
