import type { Database } from '../../db/client.ts';
import { ConflictError } from '../kernel/errors.ts';

export interface WithOwnDataJob {
  /**
   * Does an export or an erasure, which may read much, one at a time in this process. It has a connection of its own, so
   * no other request waits for it, and its statements may take longer.
   *
   * @throws {ConflictError} while another one runs
   */
  readonly ownDataJob: <Result>(work: (db: Database) => Promise<Result>) => Promise<Result>;
}

/** @param db connections whose statements may take long */
export function createOwnDataJob(db: Database): WithOwnDataJob['ownDataJob'] {
  let isBusy = false;
  return async (work) => {
    if (isBusy) throw new ConflictError('ownData.busy');
    isBusy = true;
    try {
      return await work(db);
    } finally {
      isBusy = false;
    }
  };
}
