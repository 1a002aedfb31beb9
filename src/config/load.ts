import { z } from 'zod';
import type { Reading } from './reading.ts';
import { integer } from './values.ts';

const slots = integer(1, 100_000);

export const load = z
  .object({
    CONCURRENT_BOT_REQUESTS: slots.default(512).describe('Requests of bots in progress'),
    CONCURRENT_VOTES: slots.default(64).describe('Votes in progress'),
    CONCURRENT_MEMBER_REQUESTS: slots.default(64).describe('Requests of signed-in users in progress'),
    CONCURRENT_STRANGER_REQUESTS: slots.default(16).describe('Requests of strangers in progress'),
    MAX_WAIT_MS: integer(0, 1400, 'ms')
      .default(1000)
      .describe("How long a stranger's request waits for a slot"),
    MAX_EVENT_LOOP_DELAY_MS: integer(1, 10_000, 'ms')
      .default(50)
      .describe('Above this average delay, strangers get fewer slots'),
  })
  .meta({
    title: 'Load',
    notes: `
The numbers are per web process. Others than strangers wait up to twice \`MAX_WAIT_MS\`. After that the response is 503
with \`Retry-After\`. A session or token that the process has not seen valid is looked up first, 64 of each kind at once.
`,
  });

export function readLoad({ values }: Reading<typeof load>) {
  return {
    /** How many requests of each lane run at once, and when the service is overloaded. */
    admission: {
      concurrency: {
        bots: values.CONCURRENT_BOT_REQUESTS,
        votes: values.CONCURRENT_VOTES,
        members: values.CONCURRENT_MEMBER_REQUESTS,
        strangers: values.CONCURRENT_STRANGER_REQUESTS,
      },
      patienceMs: values.MAX_WAIT_MS,
      maxLoopDelayMs: values.MAX_EVENT_LOOP_DELAY_MS,
    },
  };
}
