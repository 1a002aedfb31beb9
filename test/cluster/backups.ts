import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { chmod, copyFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findProgram } from '../../src/embedded/programs.ts';
import type { Stack } from '../kit/stack.ts';
import type { Supervised } from '../kit/supervise.ts';

const run = promisify(execFile);

/*
 * The steps of "Backups and restore" in docs/operating/database.md, with the same commands.
 */

/** The files of the Temporal server's database, without the folder. */
const TEMPORAL_FILES = ['temporal.db', 'temporal.db-wal', 'temporal.db-shm'];

/**
 * The lines of `postgresql.conf` with which PostgreSQL archives its log and reads it back. A backup has them too.
 *
 * @param folder keeps the archived log
 */
export function archivingTo(folder: string): string {
  return [
    'archive_mode = on',
    `archive_command = 'test ! -f ${folder}/%f && cp %p ${folder}/%f'`,
    `restore_command = 'cp ${folder}/%f %p'`,
    '',
  ].join('\n');
}

/** @returns the path of the program; undefined where this machine lacks it */
export function findBackupProgram(): string | undefined {
  return findProgram('pg_basebackup', process.env.PATH ?? '', globSync('/usr/lib/postgresql/*/bin'));
}

/** Makes a folder into which PostgreSQL's user may write. */
export async function makeSharedFolder(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o777);
  return folder;
}

/** Copies the running PostgreSQL server into a folder that does not exist yet. */
export async function backUpPostgres(program: string, { databaseUrl }: Stack, folder: string): Promise<void> {
  await run(program, [
    '--dbname',
    databaseUrl,
    '--pgdata',
    folder,
    '--checkpoint',
    'fast',
    '--wal-method',
    'none',
  ]);
}

/** Ends a program, which starts again only when it is released. */
export async function stop(part: Supervised): Promise<void> {
  const { pid } = part;
  part.hold();
  part.kill('SIGINT');
  while (pid !== undefined && isAlive(pid)) await delay(50);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** The lines of `postgresql.auto.conf` that a restore needs. */
const restoringTo = (time: string) =>
  [
    `recovery_target_time = '${time}'`,
    "recovery_target_action = 'promote'",
    "recovery_target_timeline = 'current'",
    'archive_mode = off',
    '',
  ].join('\n');

/**
 * Replaces the stopped PostgreSQL server's data by a backup, starts it, and waits until it has reached a time.
 *
 * @returns step 6: it replaces the old server from then on, and archives again
 */
export async function restorePostgres(
  stack: Stack,
  backup: string,
  time: string,
): Promise<() => Promise<void>> {
  const cluster = join(stack.folders.postgres, 'cluster');
  const away = await mkdtemp(`${cluster}-before-`);
  await rename(cluster, away);
  await run('cp', ['-R', backup, cluster]);
  await writeFile(join(cluster, 'recovery.signal'), '');
  const settings = join(cluster, 'postgresql.auto.conf');
  const before = await readFile(settings, 'utf8');
  await writeFile(settings, before + restoringTo(time));
  await run('chown', ['-R', '--reference', away, cluster]);
  await run('chmod', ['0700', cluster]);
  stack.parts.PostgreSQL.release();
  await untilPrimary(stack);
  return async () => {
    await writeFile(settings, before);
    await stop(stack.parts.PostgreSQL);
    stack.parts.PostgreSQL.release();
    await untilPrimary(stack);
  };
}

async function untilPrimary(stack: Stack): Promise<void> {
  for (;;) {
    const rows = await stack.db.sql<{ done: boolean }[]>`select not pg_is_in_recovery() as done`.catch(
      () => [],
    );
    if (rows[0]?.done) return;
    await delay(100);
  }
}

/** Copies the stopped Temporal server's database. */
export async function backUpTemporal({ folders }: Stack, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await copyTemporal(folders.temporal, folder);
}

/** Replaces the stopped Temporal server's database by a backup. */
export async function restoreTemporal({ folders }: Stack, backup: string): Promise<void> {
  for (const file of TEMPORAL_FILES) await rm(join(folders.temporal, file), { force: true });
  await copyTemporal(backup, folders.temporal);
}

async function copyTemporal(from: string, to: string): Promise<void> {
  for (const file of TEMPORAL_FILES) {
    await copyFile(join(from, file), join(to, file)).catch((error: NodeJS.ErrnoException) => {
      // A server that ended in order has put its log into the database.
      if (error.code !== 'ENOENT' || file === TEMPORAL_FILES[0]) throw error;
    });
  }
}
