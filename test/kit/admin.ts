import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, inject } from 'vitest';

const PROJECT = resolve(import.meta.dirname, '../..');
/** Tokens, webhook secrets, stacks and statements. */
const NEVER_PRINTED = /blt_[\w-]{20}|whsec_[\w-]{20}|^ {4}at |\b(select|update|insert into) /m;

export interface AdminRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the admin command on the database of a service. */
export type Admin = (...args: string[]) => Promise<AdminRun>;

/**
 * Makes the admin command, as an operator runs it. Nothing that it prints contains a secret.
 *
 * @param environment variables over those of the run
 */
export function adminOf(environment: Readonly<Record<string, string>> = {}): Admin {
  return async (...args) => {
    const env = { ...inject('environment'), ...environment };
    const child = spawn(process.execPath, ['src/admin/main.ts', ...args], {
      cwd: PROJECT,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
        EMBEDDED_DATABASE: env.DATABASE_URL ? '' : 'true',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const closed = once(child, 'close');
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    const [code] = await closed;
    const output = stdout + stderr;
    expect(output).not.toMatch(NEVER_PRINTED);
    for (const name of ['ENCRYPTION_KEY', 'ENCRYPTION_KEY_PREVIOUS'] as const) {
      if (env[name]) expect(output).not.toContain(env[name]);
    }
    return { code: code as number | null, stdout, stderr };
  };
}

/** Runs the command with `--json`, which prints one line. @returns what it printed, and the exit code */
export async function jsonOf(admin: Admin, ...args: string[]): Promise<Record<string, unknown>> {
  const { code, stdout } = await admin('--json', ...args);
  expect(stdout.trimEnd().split('\n')).toHaveLength(1);
  return { code, ...(JSON.parse(stdout) as object) };
}
