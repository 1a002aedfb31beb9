import type { WithClock, WithDatabase } from '../domain/kernel/needs.ts';
import {
  announceProcess,
  forgetProcess,
  type ProcessState,
  SEEN_EVERY_MS,
} from '../domain/kernel/processes.ts';
import { repeat } from '../lib/repeat.ts';

/**
 * Says every few seconds that this process runs: health, `doctor` and `keys rotate` look at that.
 *
 * @param id of this process among those of today
 * @param stateOf its state at the moment
 * @returns closes it, and says that the process ends
 */
export async function keepPresence(
  services: WithDatabase & WithClock,
  id: string,
  stateOf: () => Promise<ProcessState>,
): Promise<() => Promise<void>> {
  // Other parts log that the database does not respond.
  const announce = async () => announceProcess(services, id, await stateOf()).catch(() => {});
  await announce();
  const repeated = repeat(SEEN_EVERY_MS, announce, SEEN_EVERY_MS);
  return async () => {
    await repeated.close();
    await forgetProcess(services, id).catch(() => {});
  };
}
