import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from '@temporalio/client';
import { TestWorkflowEnvironment } from '@temporalio/testing';
import { lock } from '../../src/embedded/lock.ts';
import { freePort } from '../../src/embedded/ports.ts';
import { findProgram } from '../../src/embedded/programs.ts';
import { present } from './present.ts';
import { until } from './service-parts.ts';
import { supervise } from './supervise.ts';

const VERSION = '1.38.0';
const DOWNLOAD_MS = 60_000;
const MAVEN_MS = 300_000;
const NAME = `temporal-test-server-${VERSION}`;

/**
 * Starts Temporal's time-skipping test server: a jar that Maven fetched earlier, else the SDK's own download, else the
 * same server by Maven, which is kept in the user's cache folder.
 *
 * @returns The environment; `teardown()` ends the server.
 * @throws One line that says what is missing, where neither way is possible.
 */
export async function createTimeSkipping(): Promise<TestWorkflowEnvironment> {
  const environment = await startServer();
  skipOnceForAll(environment);
  return environment;
}

/**
 * The server skips time while its number of locks is zero. Each workflow task that is under way holds a lock, and
 * whoever waits for a result takes one away until the result is there. Two that wait at once would take two, one of them
 * that of a task: years would pass before the task ends, and afterwards time would never be skipped again.
 */
function skipOnceForAll({ connection }: TestWorkflowEnvironment): void {
  const testService = present((connection as Connection).testService);
  const unlock = testService.unlockTimeSkipping.bind(testService);
  const lock = testService.lockTimeSkipping.bind(testService);
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  // One call after the other: the server must not get a lock before the unlocking that it ends.
  const inTurn = (call: () => Promise<object>) => {
    const result = last.then(call);
    last = result.catch(() => {});
    return result;
  };
  Object.assign(testService, {
    unlockTimeSkipping: () => inTurn(async () => (waiting++ === 0 ? unlock({}) : {})),
    lockTimeSkipping: () => inTurn(async () => (--waiting === 0 ? lock({}) : {})),
  });
}

const cacheDir = join(homedir(), '.cache', 'bot-listing');
const script = join(cacheDir, NAME, 'temporal-test-server');
const findJava = () => findProgram('java', process.env.PATH ?? '');

/** Whether this machine has the server. To start it takes two seconds, so that no run of tests does it to find out. */
export function isTimeSkippingKept(): boolean {
  return findJava() !== undefined && existsSync(script);
}

async function startServer(): Promise<TestWorkflowEnvironment> {
  if (isTimeSkippingKept()) return withScript(script);
  const java = findJava();

  const downloaded = await tryDownload();
  if (typeof downloaded !== 'string') return downloaded;
  const maven = findProgram('mvn', process.env.PATH ?? '');
  if (!java || !maven) {
    const missing = java ? 'Maven is' : 'Java and Maven are';
    throw new Error(
      `The time-skipping Temporal server cannot be downloaded (${downloaded}), and ${missing} not there to fetch it: ` +
        'install a JDK (17 or later) and Maven.',
    );
  }
  await fetchByMaven(maven, java);
  return withScript(script);
}

/**
 * Starts the server, and gives it as much time as it needs. The SDK gives a program that it starts five seconds, which a
 * busy machine exceeds. So its program only sleeps, for as many seconds as the port has as its number.
 */
async function withScript(script: string): Promise<TestWorkflowEnvironment> {
  const port = await freePort(0);
  const server = supervise({ command: script, args: [String(port)] });
  try {
    await until('The time-skipping Temporal server', async () => {
      const socket = connect(port, '127.0.0.1');
      await once(socket, 'connect');
      socket.destroy();
    });
    const sleep = present(findProgram('sleep', process.env.PATH ?? ''));
    const environment = await TestWorkflowEnvironment.createTimeSkipping({
      server: { executable: { type: 'existing-path', path: sleep }, port },
    });
    const teardown = environment.teardown.bind(environment);
    return Object.assign(environment, {
      async teardown() {
        await teardown();
        await server.stop();
      },
    });
  } catch (error) {
    await server.stop();
    throw error;
  }
}

async function tryDownload(): Promise<TestWorkflowEnvironment | string> {
  const environment = TestWorkflowEnvironment.createTimeSkipping();
  const reason = (error: unknown): string => (error instanceof Error ? error.message : String(error));
  const timer = new AbortController();
  const tooLate = delay(DOWNLOAD_MS, 'it took more than a minute', { signal: timer.signal });
  tooLate.catch(() => undefined);
  const first = await Promise.race([environment.catch(reason), tooLate]);
  timer.abort();
  // A download that completes after all must not leave its server behind.
  if (typeof first === 'string') environment.then((late) => late.teardown()).catch(() => undefined);
  return first;
}

async function fetchByMaven(maven: string, java: string): Promise<void> {
  const held = await lock(join(cacheDir, `${NAME}.lock`));
  const folder = join(cacheDir, `${NAME}.unfinished`);
  try {
    if (existsSync(script)) return;
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(join(folder, 'jars'), { recursive: true });
    writeFileSync(join(folder, 'pom.xml'), pom());
    await runMaven(maven, folder);
    const jars = join(cacheDir, NAME, 'jars');
    const command = `'${java}' -Xshare:auto -XX:TieredStopAtLevel=1 -cp '${jars}/*'`;
    const run = `#!/bin/sh\nexec ${command} io.temporal.testserver.TestServer "$1"\n`;
    writeFileSync(join(folder, 'temporal-test-server'), run, { mode: 0o755 });
    rmSync(join(cacheDir, NAME), { recursive: true, force: true });
    renameSync(folder, join(cacheDir, NAME));
  } finally {
    held.release();
  }
}

async function runMaven(maven: string, folder: string): Promise<void> {
  const goal = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';
  const child = spawn(maven, ['-q', '-B', '-f', join(folder, 'pom.xml'), goal, '-DoutputDirectory=jars'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: MAVEN_MS,
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  const [code] = await once(child, 'close');
  if (code === 0) return;
  const line = output.split('\n').find((text) => text.includes('ERROR')) ?? `exit code ${code}`;
  throw new Error(`Maven could not fetch the time-skipping Temporal server: ${line.trim()}`);
}

function pom(): string {
  return `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>local</groupId><artifactId>test-server</artifactId><version>1</version>
  <dependencies>
    <dependency>
      <groupId>io.temporal</groupId><artifactId>temporal-test-server</artifactId><version>${VERSION}</version>
    </dependency>
  </dependencies>
</project>
`;
}
