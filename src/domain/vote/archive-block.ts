import type { FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';

const compress = promisify(gzip);
const decompress = promisify(gunzip);
/** Votes per block. A page of 1000 votes of one bot reads two blocks. */
export const BLOCK = 1000;

/** A vote as it is in an archive. */
export interface ArchivedVote {
  readonly botId: string;
  readonly userId: string;
  readonly votedAt: Date;
}

/** Where a block of votes is in a file: a member of a gzip file, with lines of `bot_id,user_id,voted_at`. */
export interface Block {
  /** Its first byte. */
  readonly position: number;
  /** In bytes. */
  readonly length: number;
}

/** The votes of one bot in one block of a file. */
export interface Entry extends Block {
  readonly botId: string;
  readonly newestAt: Date;
  readonly oldestAt: Date;
  readonly oldestBy: string;
  readonly votes: number;
}

export function packVotes(votes: readonly ArchivedVote[]): Promise<Buffer> {
  return compress(votes.map(lineOf).join(''));
}

/** @throws when it is no block */
export async function unpackLines(data: Buffer): Promise<string> {
  return (await decompress(data)).toString('latin1');
}

export function votesIn(lines: string): ArchivedVote[] {
  return lines.trimEnd().split('\n').map(voteOf);
}

/** @throws when the file is shorter */
export async function readData(file: FileHandle, { position, length }: Block): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead < length) throw new Error('The file is shorter than it was.');
  return buffer;
}

/** The index of a block: an entry for each bot. */
export function entriesOf(votes: readonly ArchivedVote[], { position, length }: Block): Entry[] {
  return [...Map.groupBy(votes, ({ botId }) => botId)].map(([botId, ofBot]) => {
    const [newest, oldest] = [ofBot[0], ofBot.at(-1)] as [ArchivedVote, ArchivedVote];
    return {
      botId,
      newestAt: newest.votedAt,
      oldestAt: oldest.votedAt,
      oldestBy: oldest.userId,
      votes: ofBot.length,
      position,
      length,
    };
  });
}

/** Reads a line without its end. */
export function voteOf(line: string): ArchivedVote {
  const [botId = '', userId = '', votedAt = ''] = line.split(',');
  return { botId, userId, votedAt: new Date(votedAt) };
}

const lineOf = ({ botId, userId, votedAt }: ArchivedVote) => `${botId},${userId},${votedAt.toISOString()}\n`;
