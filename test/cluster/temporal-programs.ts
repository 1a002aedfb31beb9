import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram, isProgram } from '../../src/embedded/programs.ts';
import { cacheFolder } from '../../src/lib/cache-folder.ts';

/** The server that the Temporal CLI of the tests contains, so Go has its source already. */
const VERSION = '1.29.1';
const SERVER = 'go.temporal.io/server/cmd/server';
const SQL_TOOL = 'go.temporal.io/server/cmd/tools/sql';

/** Temporal's server as operators run it, and the program that makes its tables. */
export interface TemporalPrograms {
  readonly server: string;
  readonly sqlTool: string;
}

/**
 * Finds the programs in the cache folder, or builds them with Go, which takes some minutes once.
 *
 * @throws one line that says what is missing
 */
export async function temporalPrograms(path: string): Promise<TemporalPrograms> {
  const folder = join(cacheFolder(process.env), 'temporal-server', VERSION);
  const programs = { server: join(folder, 'server'), sqlTool: join(folder, 'sql') };
  if (isProgram(programs.server) && isProgram(programs.sqlTool)) return programs;
  const go = findProgram('go', path, ['/usr/local/go/bin']);
  if (!go) throw new Error('This machine lacks Go, which builds the Temporal server.');
  mkdirSync(folder, { recursive: true });
  process.stderr.write(`Building Temporal's server ${VERSION} with Go, some minutes, once.\n`);
  const build = spawn(
    'env',
    [`GOBIN=${folder}`, go, 'install', `${SERVER}@v${VERSION}`, `${SQL_TOOL}@v${VERSION}`],
    {
      stdio: 'inherit',
    },
  );
  const [code] = await once(build, 'close');
  if (code !== 0) throw new Error("Temporal's server cannot be built here.");
  return programs;
}
