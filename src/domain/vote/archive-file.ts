import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { WithArchive } from '../kernel/needs.ts';
import {
  type ArchivedVote,
  BLOCK,
  type Block,
  type Entry,
  entriesOf,
  packVotes,
  readData,
  unpackLines,
  votesIn,
} from './archive-block.ts';

/** Decompressed bytes per step of a scan. */
const CHUNK = 256 * 1024;
const LINE_END = 10;

/** A file as it is on the disk. */
export interface WrittenFile {
  readonly bytes: number;
  readonly sha256: Buffer;
}

/** What was written into a file. */
export interface Written extends WrittenFile {
  readonly entries: readonly Entry[];
  readonly votes: number;
}

/** A file of votes is missing or damaged. Its message is for operators. */
export class ArchiveError extends Error {
  /** Its name in the folder of archives. */
  readonly file: string;
  constructor(path: string, cause: unknown) {
    const { code, message } = cause as NodeJS.ErrnoException;
    super(`The archive ${basename(path)} cannot be read: ${code ?? message}`, { cause });
    this.file = basename(path);
  }
}

/** @throws when there is no folder */
export function archiveFolder({ archiveDir }: WithArchive): string {
  if (archiveDir === undefined) throw new Error('There is no folder for archives of votes: set ARCHIVE_DIR.');
  return archiveDir;
}

/**
 * Writes a file of blocks. It has its name only when all of it is on the disk.
 *
 * @param fill adds the blocks, one after the other
 * @throws when the disk is full or a folder is missing; no file is left behind then
 */
export async function writeBlocks<Content>(
  path: string,
  fill: (add: (data: Buffer) => Promise<Block>) => Promise<Content>,
): Promise<WrittenFile & Content> {
  const part = partOf(path);
  const file = await open(part, 'wx');
  const hash = createHash('sha256');
  let bytes = 0;
  try {
    const content = await fill(async (data) => {
      await file.writeFile(data);
      hash.update(data);
      bytes += data.length;
      return { position: bytes - data.length, length: data.length };
    });
    await file.sync();
    await file.close();
    await rename(part, path);
    await syncFolder(dirname(path));
    return { ...content, bytes, sha256: hash.digest() };
  } catch (error) {
    await file.close().catch(() => {});
    await rm(part, { force: true });
    throw error;
  }
}

/** The name of a file until all of it is on the disk. */
export const partOf = (path: string) => `${path}.part`;

/**
 * Writes votes into a file, in blocks. `zcat` reads the whole file, and a page reads one block.
 *
 * @param pages the votes, those of each bot together and newest first
 * @throws as {@link writeBlocks}
 */
export function writeArchive(path: string, pages: AsyncIterable<readonly ArchivedVote[]>): Promise<Written> {
  return writeBlocks(path, async (add) => {
    const entries: Entry[] = [];
    let votes = 0;
    let block: ArchivedVote[] = [];

    async function endBlock(): Promise<void> {
      if (block.length === 0) return;
      entries.push(...entriesOf(block, await add(await packVotes(block))));
      votes += block.length;
      block = [];
    }

    for await (const page of pages) {
      for (const vote of page) {
        block.push(vote);
        if (block.length === BLOCK) await endBlock();
      }
    }
    await endBlock();
    return { entries, votes };
  });
}

/**
 * Reads a whole file, in little memory, and compares it with what was written.
 *
 * @param visit gets all lines, some at a time
 * @returns the number of lines
 * @throws {ArchiveError} when the file is missing or differs
 */
export async function scanArchive(
  path: string,
  { bytes, sha256 }: WrittenFile,
  visit: (lines: Buffer) => void = () => {},
): Promise<number> {
  const hash = createHash('sha256');
  let votes = 0;

  async function* hashed(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const data of source) {
      hash.update(data);
      yield data;
    }
  }
  async function visitLines(source: AsyncIterable<Buffer>): Promise<void> {
    let rest = Buffer.alloc(0);
    for await (const data of source) {
      const lines = Buffer.concat([rest, data]);
      const end = lines.lastIndexOf(LINE_END) + 1;
      visit(lines.subarray(0, end));
      votes += countLines(lines.subarray(0, end));
      rest = lines.subarray(end);
    }
  }

  try {
    const { size } = await stat(path);
    if (size !== bytes) throw new Error(`it has ${size} bytes instead of ${bytes}.`);
    // A month without votes is an empty file, which is no gzip file.
    if (size === 0) return 0;
    await pipeline(createReadStream(path), hashed, createGunzip({ chunkSize: CHUNK }), visitLines);
    if (!hash.digest().equals(sha256)) throw new Error('it has another checksum.');
    return votes;
  } catch (error) {
    throw new ArchiveError(path, error);
  }
}

function countLines(lines: Buffer): number {
  let count = 0;
  // A call of `indexOf` for each line takes longer.
  for (let at = 0; at < lines.length; at += 1) if (lines[at] === LINE_END) count += 1;
  return count;
}

/**
 * Reads the votes of one block.
 *
 * @throws {ArchiveError} when the file is missing or damaged
 */
export async function readBlock(path: string, block: Block): Promise<ArchivedVote[]> {
  try {
    return await withFile(path, async (file) => votesIn(await unpackLines(await readData(file, block))));
  } catch (error) {
    throw new ArchiveError(path, error);
  }
}

/** Opens a file for reading, and closes it after the work. */
export async function withFile<Result>(
  path: string,
  work: (file: FileHandle) => Promise<Result>,
): Promise<Result> {
  const file = await open(path, 'r');
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}

/** A file that is renamed survives a power failure only when its folder is on the disk, too. */
const syncFolder = (folder: string) => withFile(folder, (handle) => handle.sync());
