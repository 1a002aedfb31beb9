import type { Command } from 'commander';
import { runRetention } from '../domain/retention/run-retention.ts';
import { type Act, dangerous } from './command.ts';
import { counted } from './result.ts';

/** `retention`: delete what is older than the settings keep. */
export function addRetention(program: Command, act: Act): void {
  const retention = program.command('retention').description('delete old rows');

  dangerous(retention.command('now'))
    .description('delete what is older than the settings keep, without waiting for the next run of a worker')
    .action(
      act<[], object>(async ({ config, open, confirm }) => {
        await confirm('This deletes rows for ever: all that are older than the settings RETENTION_… keep.');
        const counts = await runRetention(await open({ isPatient: true }), config().retention);
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
