import { writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { eraseUser } from '../domain/privacy/erase-user.ts';
import { exportUser } from '../domain/privacy/export-user.ts';
import { type Erasure, planErasure } from '../domain/privacy/plan-erasure.ts';
import { runRetention } from '../domain/retention/run-retention.ts';
import { type Act, dangerous, type Tools } from './command.ts';
import { counted, NotDone, type Result } from './result.ts';

/** Only the owner may read a file with personal data. */
const OWN_FILE = { mode: 0o600, flag: 'wx' } as const;

/** `retention` and `users`: the deletion of old rows, and personal data. */
export function addStored(program: Command, act: Act): void {
  addRetention(program, act);
  addUsers(program, act);
}

/** `retention`: delete what is older than the settings keep. */
function addRetention(program: Command, act: Act): void {
  const retention = program.command('retention').description('delete old rows');

  dangerous(retention.command('now'))
    .description('delete what is older than the settings keep, without waiting for the next run of a worker')
    .action(
      act<[], object>(async ({ config, open, confirm }) => {
        await confirm('This deletes rows for ever: all that are older than the settings RETENTION_… keep.');
        const counts = await runRetention(await open({ isPatient: true }), config());
        return {
          lines: [
            `Deleted ${counted(counts.deliveries, 'delivery', 'deliveries')}, ${counted(counts.reports, 'report')}, ` +
              `${counted(counts.notes, 'note')}, ` +
              `${counted(counts.sessions, 'session')} and ${counted(counts.dailyCounts, 'daily number')}; ` +
              `emptied ${counted(counts.attemptBodies, 'response')} of receivers.`,
          ],
          data: { ...counts },
        };
      }),
    );
}

/** `users`: personal data. */
function addUsers(program: Command, act: Act): void {
  const users = program.command('users').description('export and erase personal data');

  users
    .command('export')
    .description('print everything that is stored about a user as JSON')
    .argument('<user>', 'id of the user')
    .option('--out <file>', 'write a new file that only you can read')
    .action(
      act<[string], { out?: string }>(async ({ open }, [userId], { out }) => {
        const data = await exportUser(await open({ isPatient: true }), userId);
        const text = JSON.stringify(data, undefined, 2);
        if (out === undefined) return { lines: [text], data };
        await write(out, `${text}\n`);
        return { lines: [`Wrote everything about user ${userId} to ${out}.`], data: { userId, file: out } };
      }),
    );

  dangerous(users.command('erase'))
    .description('delete an account; its votes stay in the counts, under an id of nobody')
    .argument('<user>', 'id of the user')
    .option('--remove-listings', 'also remove the listings that nobody else owns')
    .action(act<[string], { removeListings?: boolean }>(erase));
}

async function erase(
  { open, confirm }: Tools,
  [userId]: [string],
  { removeListings = false }: { removeListings?: boolean },
): Promise<Result> {
  const services = await open({ isPatient: true });
  const plan = await planErasure(services, userId);
  if (!plan.isKnown) {
    return { lines: ['Nothing is stored about this user.'], data: { userId, erased: false } };
  }
  if (plan.orphaned.length > 0 && !removeListings) {
    throw new NotDone(
      `User ${userId} is the only owner of ${plan.orphaned.join(', ')}. ` +
        'Let them invite a co-owner, or add --remove-listings to remove the listings.',
    );
  }
  await confirm(`This erases user ${userId}: ${describe(plan)}. It cannot be undone.`);
  const erasure = { ...plan, ...(await eraseUser(services, userId, { removesListings: removeListings })) };
  const { windowsEndAt } = erasure;
  const lines = [`Erased user ${userId}: ${describe(erasure)}.`];
  if (windowsEndAt) {
    lines.push(
      'The times of the last votes stay for the 12-hour rule. ' +
        `A worker deletes them within six hours after ${windowsEndAt.toISOString()}.`,
    );
  }
  const { isKnown: _, ...data } = erasure;
  return { lines, data: { userId, erased: true, ...data } };
}

function describe(erasure: Erasure): string {
  const { votes, deliveries, sessions, reports, passedOn, orphaned } = erasure;
  return [
    `${counted(votes, 'vote')} and ${counted(deliveries, 'delivery', 'deliveries')} lose the id`,
    `${counted(sessions, 'session ends', 'sessions end')}`,
    `${counted(reports, 'report is deleted, or loses', 'reports are deleted, or lose')} the id while open`,
    ...(passedOn.length > 0 ? [`co-owners get ${passedOn.join(', ')}`] : []),
    ...(orphaned.length > 0 ? [`the listings ${orphaned.join(', ')} are removed`] : []),
  ].join('; ');
}

async function write(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text, OWN_FILE);
  } catch (error) {
    const code = String(Reflect.get(error as object, 'code'));
    throw new NotDone(code === 'EEXIST' ? `${file} exists already.` : `${file} cannot be written: ${code}.`);
  }
}
