/**
 * Measures how many cached bot pages and widgets the service serves per second. The baseline is a bare `node:http`
 * server that sends the same bytes with the same headers. Each is a separate process. Their rounds alternate, so that
 * changes of the machine's load affect both.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import autocannon from 'autocannon';
import { startApp } from '../src/app.ts';
import { readConfig } from '../src/config/config.ts';
import { seed } from '../src/seed/seed.ts';
import { createLog } from '../src/telemetry/log.ts';
import { makeFolder } from '../test/kit/folder.ts';
import { median, print } from './support.ts';

const ROUNDS = 7;
const SECONDS = 3;
const CONNECTIONS = 50;
const TARGET = 0.8;

interface Answer {
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

const ROLES: Record<string, () => Promise<void>> = { service: runService, bare: runBare };
await (ROLES[process.argv[2] ?? ''] ?? measure)();

async function runService(): Promise<void> {
  await using parts = new AsyncDisposableStack();
  const dataDir = await makeFolder('bench', parts);
  const config = readConfig({ ...process.env, DATA_DIR: dataDir, PORT: '0', PUBLIC_URL: 'http://127.0.0.1' });
  const app = await startApp(config, 'web', createLog('warn', 2));
  const { bots } = await seed(app.services, { bots: 1, users: 50, votes: 500 });
  process.send?.({ port: app.port, botId: bots[0]?.id });
  await once(process, 'message');
  await app.close();
  process.disconnect();
}

async function runBare(): Promise<void> {
  const answers = new Map<string, { headers: Record<string, string>; body: Buffer }>();
  const server = createServer((request, response) => {
    const answer = answers.get(request.url ?? '');
    if (!answer) return void response.writeHead(404).end();
    response.writeHead(200, answer.headers).end(answer.body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.send?.({ port: (server.address() as AddressInfo).port });
  process.on('message', ({ path, headers, body }: Answer) => {
    if (path === undefined) return void process.exit();
    answers.set(path, { headers, body: Buffer.from(body) });
    process.send?.('ready');
  });
}

async function measure(): Promise<void> {
  const [service, bare] = ['service', 'bare'].map((role) => fork(import.meta.filename, [role]));
  if (!service || !bare) throw new Error('Nothing was started.');
  const [[started], [{ port }]] = await Promise.all([once(service, 'message'), once(bare, 'message')]);
  for (const path of [`/bot/${started.botId}`, `/widget/${started.botId}`, `/widget/${started.botId}.svg`]) {
    const response = await fetch(`http://127.0.0.1:${started.port}${path}`, {
      // The load sends the same header, so both servers send these bytes.
      headers: { 'accept-encoding': 'identity' },
    });
    const { date: _, connection: __, 'keep-alive': ___, ...headers } = Object.fromEntries(response.headers);
    const body = await response.text();
    bare.send({ path, headers, body });
    await once(bare, 'message');
    const urls = {
      service: `http://127.0.0.1:${started.port}${path}`,
      bare: `http://127.0.0.1:${port}${path}`,
    };
    const ratios: number[] = [];
    await rate(urls.service);
    await rate(urls.bare);
    for (let round = 0; round < ROUNDS; round++) {
      const ours = await rate(urls.service);
      const theirs = await rate(urls.bare);
      ratios.push(ours / theirs);
      print(
        `${path}: ${Math.round(ours)} a second, bare ${Math.round(theirs)}, ratio ${(ours / theirs).toFixed(2)}`,
      );
    }
    const ratio = median(ratios);
    print(`${path} (${body.length} characters): median ratio ${ratio.toFixed(2)}, target ${TARGET}`);
    if (ratio < TARGET) process.exitCode = 1;
  }
  service.send({});
  bare.send({});
}

/** @returns responses with status 200 per second */
async function rate(url: string): Promise<number> {
  const result = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx + result.errors} failures`);
  return result['2xx'] / result.duration;
}
