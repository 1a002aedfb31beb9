import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

/**
 * `npm run check`: runs each tool, also after a failure, and prints what the failing ones said. With `--fast` only
 * types and lint.
 */
// One checker: four, the default, take twice the time of the CPU, because each works out the types of the schema.
const TYPES = 'tsc --noEmit --checkers 1';
const FAST = {
  types: TYPES,
  messages: 'node scripts/print-messages.ts --check',
  styles: 'node scripts/print-styles.ts --check',
  'types of the dashboard': `${TYPES} --project src/web/tsconfig.browser.json`,
  'types of the client': `${TYPES} --project packages/client`,
  'lint and format': 'biome ci --colors=off',
};
const SLOW = {
  'dead code': 'knip',
  imports: 'depcruise src packages/client/src --config .dependency-cruiser.json --output-type err',
  migrations: 'squawk "src/db/migrations/*.sql"',
  'GraphQL schema': 'node scripts/check-schema.ts',
  size: 'node scripts/size.ts',
};

/** @returns the output and whether the command succeeded */
function run(command: string): Promise<{ output: string; isOk: boolean }> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const tool = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [tool.stdout, tool.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    tool.on('close', (code) =>
      resolve({ output: Buffer.concat(chunks).toString().trim(), isOk: code === 0 }),
    );
  });
}

const tools = Object.entries(process.argv.includes('--fast') ? FAST : { ...FAST, ...SLOW });
const waiting = tools.values();
let failed = 0;

/** Runs one tool after the other until none waits. */
async function work(): Promise<void> {
  for (const [name, command] of waiting) {
    const { output, isOk } = await run(command);
    const figures = isOk && name === 'size' ? `: ${output}` : '';
    process.stdout.write(`${isOk ? 'ok    ' : 'FAILED'} ${name}${figures}\n`);
    if (isOk) continue;
    failed += 1;
    process.stdout.write(`$ ${command}\n${output}\n`);
  }
}

await Promise.all(Array.from({ length: Math.min(availableParallelism(), 4) }, work));
if (failed > 0) process.stdout.write(`${failed} of ${tools.length} checks failed.\n`);
process.exitCode = failed === 0 ? 0 : 1;
