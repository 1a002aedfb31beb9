import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../src/db/client.ts';
import { createKeyring, createSecretBox } from '../../src/domain/identity/secret-box.ts';
import { freePort } from '../../src/embedded/ports.ts';
import { type Supervised, supervise } from './supervise.ts';

/*
 * What the service as processes (`stack.ts`) and the cluster (`test/cluster/cluster.ts`) are made of.
 */

/** @throws one line naming what this machine lacks */
export function found(program: string | null | undefined, name: string): string {
  if (!program) throw new Error(`This machine lacks ${name}.`);
  return program;
}

/** Tries again until it works, for up to a minute. */
export async function until(name: string, work: () => Promise<unknown>): Promise<void> {
  const deadline = performance.now() + 60_000;
  for (;;) {
    try {
      await work();
      return;
    } catch (error) {
      if (performance.now() > deadline) throw new Error(`${name} does not answer.`, { cause: error });
      await delay(100);
    }
  }
}

/** Starts programs that end with `opened`. */
export function superviseIn(opened: AsyncDisposableStack): typeof supervise {
  return (program) => {
    const part = supervise(program);
    opened.defer(() => part.stop());
    return part;
  };
}

/** Starts a Redis server on a free port of loopback, which keeps nothing on disk. */
export async function superviseRedis(
  command: string,
  folder: string,
  start: typeof supervise,
  ...options: readonly string[]
): Promise<{ readonly url: string; readonly server: Supervised }> {
  const port = await freePort(0);
  const args = ['--bind', '127.0.0.1', '--port', `${port}`, '--dir', folder, '--save', '', ...options];
  return { url: `redis://127.0.0.1:${port}`, server: start({ command, args }) };
}

/**
 * What seeding and signing in need on a database.
 *
 * @param key that of the processes; any other will do where they open nothing that was sealed with it
 */
export function servicesOn(db: Database, key = randomBytes(32)) {
  return {
    db,
    now: () => new Date(),
    randomBytes,
    secrets: createSecretBox(createKeyring(key), randomBytes),
  };
}
