import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Attack } from './attack.ts';

/*
 * An attack by many clients, in a process of its own. Each sends its next request when it has the response.
 */

/** What each client sends. In path, headers and body, `{random}` is 32 new random bytes in base64url each time. */
export interface CrowdRequest {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What the process of a crowd gets. */
export interface Order {
  readonly url: string;
  readonly requests: readonly CrowdRequest[];
  readonly clients: number;
  readonly seconds: number;
  readonly pauseMs: number;
}

/**
 * Makes the attack of a crowd.
 *
 * @param requests sent in turns
 * @param pauseMs the pause of a client before its next request, in milliseconds
 * @returns counts the responses by their status
 */
export function crowd(
  requests: readonly CrowdRequest[],
  clients: number,
  seconds: number,
  pauseMs = 0,
): Attack {
  return async (url) => {
    const child = fork(join(import.meta.dirname, 'crowd-process.ts'));
    const ended = once(child, 'message');
    child.send({ url, requests, clients, seconds, pauseMs } satisfies Order);
    const [counts] = (await ended) as [Record<string, number>];
    return counts;
  };
}
