import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLog } from '../../src/log.ts';
import { startMigratedDatabase } from '../../src/parts/database.ts';

test('a data folder that cannot be written is refused at once, by its name', async () => {
  await using parts = new AsyncDisposableStack();
  const dataDir = join(import.meta.filename, 'data');
  const config = { database: { kind: 'embedded' }, dataDir } as const;
  await expect(startMigratedDatabase(config, createLog('silent'), parts)).rejects.toThrow(
    `The data folder ${dataDir} (DATA_DIR) cannot be written: ENOTDIR.`,
  );
});
