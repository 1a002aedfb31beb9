import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '../src/db/client.ts';
import { createKeyring, createSecretBox } from '../src/domain/identity/secret-box.ts';
import { startSession } from '../src/domain/identity/sessions.ts';
import { freePort } from '../src/embedded/ports.ts';
import { cacheFolder } from '../src/lib/cache-folder.ts';
import { seed } from '../src/seed/seed.ts';
import { temporalServerArgs } from '../test/kit/dev-server.ts';
import { makeFolder } from '../test/kit/folder.ts';
import { temporalCli } from '../test/kit/parts.ts';
import { findPostgres, startPostgres } from '../test/kit/postgres.ts';
import { startReceiver } from '../test/kit/receiver.ts';
import { supervise } from '../test/kit/supervise.ts';
import { whileAway } from '../test/kit/while-away.ts';
import { writeResults } from './results.ts';
import { buildRootfs, commandIn, type Image } from './rootfs.ts';

/**
 * `npm run check:image`: makes the file system of the image with the steps of `deploy/Dockerfile`, mounts it read-only,
 * and runs a web process and a worker from it as its user, with PostgreSQL and Temporal. Needs root and debootstrap.
 */

const PROJECT = resolve(import.meta.dirname, '..');
const say = (line: string) => process.stdout.write(`${line}\n`);
let passed = 0;
let failed = 0;

function check(sentence: string, holds: boolean, found?: unknown): void {
  if (holds) passed++;
  else failed++;
  say(`${holds ? 'ok    ' : 'FAILED'} ${sentence}${holds ? '' : `: ${String(found).slice(0, 2000)}`}`);
}

interface Running {
  output(): string;
  /** Sends SIGTERM. @returns the exit code and the time until the end */
  stop(): Promise<{ code: number | null; ms: number }>;
}

function start(image: Image, environment: Record<string, string>, args: readonly string[]): Running {
  const { file, args: all, env } = commandIn(image, environment, [...image.entrypoint, ...args]);
  const child = spawn(file, all, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  const ended = once(child, 'exit');
  return {
    output: () => output,
    async stop() {
      const since = performance.now();
      child.kill('SIGTERM');
      const [code] = await ended;
      return { code: code as number | null, ms: performance.now() - since };
    },
  };
}

/** Runs a command of the image to its end. */
function runOnce(image: Image, environment: Record<string, string>, command: readonly string[]) {
  const { file, args, env } = commandIn(image, environment, command);
  const { status, stdout, stderr } = spawnSync(file, args, { env, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

async function statusOf(url: string, init?: RequestInit): Promise<number> {
  return fetch(url, init).then(
    async (response) => {
      await response.arrayBuffer();
      return response.status;
    },
    () => 0,
  );
}

/** @returns the milliseconds until the address answered 200 */
async function until200(url: string, process: Running): Promise<number> {
  const since = performance.now();
  while ((await statusOf(url)) !== 200) {
    if (performance.now() - since > 60_000) throw new Error(`${url} does not answer:\n${process.output()}`);
    await delay(50);
  }
  return performance.now() - since;
}

function sizes(image: Image): void {
  const mb = (path: string) => {
    const { stdout } = spawnSync('du', ['-sxk', join(image.folder, path)], { encoding: 'utf8' });
    return Math.round(Number.parseInt(stdout, 10) / 1000);
  };
  const parts = ['usr/local/bin/node', 'app/node_modules', 'app/src', 'var/cache/bot-listing'];
  const all = mb('.');
  const base = all - parts.map(mb).reduce((sum, size) => sum + size, 0);
  say(
    `The file system: ${all} MB. ${parts.map((part) => `/${part} ${mb(part)}`).join(', ')}, the rest ${base}.`,
  );
}

async function checkProcesses(image: Image, opened: AsyncDisposableStack): Promise<void> {
  const path = process.env.PATH ?? '';
  const [program, cli] = [await findPostgres(path), await temporalCli(path)];
  if (!program || !cli) throw new Error('This machine lacks PostgreSQL or the Temporal CLI.');
  const postgres = await startPostgres(program, opened);
  const data = await makeFolder('image', opened);
  const ports = { web: await freePort(0), webMetrics: await freePort(0), workerMetrics: await freePort(0) };
  const temporalPort = await freePort(0);
  const temporal = supervise({ command: cli, args: temporalServerArgs(temporalPort, data) });
  opened.defer(() => temporal.stop());
  const receiver = await startReceiver();
  opened.defer(() => receiver.close());
  const key = randomBytes(32);
  const environment = {
    DATABASE_URL: postgres.url,
    ENCRYPTION_KEY: key.toString('base64'),
    TEMPORAL_ADDRESS: `127.0.0.1:${temporalPort}`,
    WEBHOOK_TRUSTED_NETWORKS: '127.0.0.0/8',
    HOST: '127.0.0.1',
    METRICS_HOST: '127.0.0.1',
    PORT: `${ports.web}`,
  };
  const ofWeb = { ...environment, METRICS_PORT: `${ports.webMetrics}` };
  const url = `http://127.0.0.1:${ports.web}`;
  const db = openDatabase({ url: postgres.url }, 2);
  opened.defer(() => db.close());
  await whileAway(() => db.sql`select 1`);
  await delay(200);

  const web = start(image, ofWeb, ['web']);
  const startMs = await until200(`${url}/api/health`, web);
  check(`a web process answers /api/health with 200 (${Math.round(startMs)} ms after its start)`, true);
  check('its pages work', (await statusOf(`${url}/`)) === 200);
  check('it bundles the dashboard', (await statusOf(`${url}/assets/client-x.js`)) === 200);
  check('it has the API reference', (await statusOf(`${url}/docs/assets/reference.js`)) === 200);
  const health = runOnce(image, ofWeb, image.healthcheck);
  check('the health check of the image passes', health.status === 0, health.output);
  const away = runOnce(image, { ...ofWeb, METRICS_PORT: '1' }, image.healthcheck);
  check('the health check fails when nothing listens', away.status === 1, away.output);

  const worker = start(image, { ...environment, METRICS_PORT: `${ports.workerMetrics}` }, ['worker']);
  await until200(`http://127.0.0.1:${ports.workerMetrics}/metrics`, worker);
  const secrets = createSecretBox(createKeyring(key), randomBytes);
  const services = { db, now: () => new Date(), randomBytes, secrets };
  const { bots, ownerId } = await seed(services, { bots: 1, users: 1, votes: 0, webhookUrl: receiver.url });
  check('it draws cards', (await statusOf(`${url}/bot/${bots[0]?.id}/card.png`)) === 200);
  const cookie = `session=${await startSession(services, { id: ownerId, name: 'Owner' })}`;
  const query = 'mutation ($id: ID!) { result: sendTestWebhook(botId: $id) { ... on Delivery { id } } }';
  const body = JSON.stringify({ query, variables: { id: bots[0]?.id } });
  const headers = { 'content-type': 'application/json', cookie };
  await statusOf(`${url}/graphql`, { method: 'POST', headers, body });
  await Promise.race([receiver.until(1), delay(60_000)]);
  check('a worker delivers a webhook', receiver.received.length === 1, worker.output());
  for (const [name, process] of Object.entries({ web, worker })) {
    const { code, ms } = await process.stop();
    check(`${name} ends with 0 after SIGTERM (${Math.round(ms)} ms)`, code === 0, process.output());
    check(
      `${name} does not try to write`,
      !/EROFS|EACCES|read-only/i.test(process.output()),
      process.output(),
    );
  }
}

function checkFiles(image: Image): void {
  const sbom = JSON.parse(
    readFileSync(join(image.folder, 'usr/share/bot-listing/sbom.cdx.json'), 'utf8'),
  ) as {
    bomFormat: string;
    components: { name: string }[];
  };
  check(`it has an SBOM of ${sbom.components.length} packages`, sbom.bomFormat === 'CycloneDX');
  check('it runs as another user than root', /^[1-9]\d*:[1-9]\d*$/.test(image.user), image.user);
  const bare = runOnce(image, {}, [...image.entrypoint, 'web']);
  const sentence = 'DATABASE_URL is required with EMBEDDED_DATABASE=false';
  check(
    'without DATABASE_URL it ends with a sentence',
    bare.status === 1 && bare.output.includes(sentence),
    bare.output,
  );
  const traced = runOnce(image, { NODE_DEBUG_NATIVE: 'COMPILE_CACHE' }, [...image.entrypoint, 'web']);
  const accepted = traced.output.match(/was accepted/g)?.length ?? 0;
  check(
    `it starts from compiled modules (${accepted} accepted)`,
    accepted > 100,
    traced.output.slice(0, 500),
  );
  const { stdout } = spawnSync(
    'find',
    [image.folder, '-xdev', '-perm', '/6000', '-path', `${image.folder}/app/*`],
    {
      encoding: 'utf8',
    },
  );
  check('no program of /app changes its user', stdout === '', stdout);
}

async function main(): Promise<void> {
  if (process.getuid?.() !== 0) throw new Error('check:image needs root: it mounts file systems.');
  if (spawnSync('debootstrap', ['--version']).error)
    throw new Error('This machine lacks debootstrap (apt-get install).');
  await using opened = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'bot-listing-image-'));
  opened.defer(() => rmSync(folder, { recursive: true, force: true }));
  const cache = join(cacheFolder(process.env), 'image');
  const image = buildRootfs(join(PROJECT, 'deploy/Dockerfile'), { context: PROJECT, folder, cache, say });
  sizes(image);
  checkFiles(image);
  await checkProcesses(image, opened);
}

try {
  await main();
} catch (error) {
  check('the check runs to its end', false, error instanceof Error ? error.stack : error);
}
say(`${passed} passed, ${failed} failed`);
writeResults(passed, failed);
