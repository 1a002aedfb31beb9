import { z } from 'zod';
import { type Checks, integer, text, url, variableOf } from './values.ts';

const count = integer(0, 100_000);
const webUrl = url('https:', 'http:');
const TURNSTILE = 'https://challenges.cloudflare.com/turnstile/v0';

export const visitorLimits = z
  .object({
    votesPerUserPerDay: count.default(300).meta({ description: 'Votes of one user', isGrave: true }),
    votesPerAddressPerDay: count.default(1000).meta({ description: 'Votes from one address', isGrave: true }),
    signInsPerAddressPerHour: count
      .default(60)
      .meta({ description: 'Sign-ins from one address', isGrave: true }),
    anonymousOperationsPerMinute: count
      .default(300)
      .meta({ description: 'GraphQL operations of strangers from one address', isGrave: true }),
    voteMinAccountAgeDays: integer(0, 3650, 'days')
      .default(0)
      .meta({ description: 'Age of an account that may vote, from its id', isGrave: true }),
    captchaSiteKey: text
      .optional()
      .meta({ description: 'Captcha for voters; both keys or none', isGrave: true }),
    captchaSecret: text.optional().meta({ description: 'Its secret key', isSecret: true, isGrave: true }),
    captchaVerifyUrl: webUrl.default(`${TURNSTILE}/siteverify`).describe('Checks a vote'),
    captchaScriptUrl: webUrl.default(`${TURNSTILE}/api.js`).describe('Script on the page'),
  })
  .meta({
    title: 'Limits for visitors',
    notes: `
- 0 means no limit. IPv6 addresses count by their /64.
- With the development sign-in, the default of the three limits per address is 0.
- A stranger is not signed in and sends no token.
- The captcha is Cloudflare Turnstile, or another with its protocol. When the provider does not respond, votes are
  refused with a request to try again.
`,
  });

/** Visitors who are all on this machine have the same address. */
const PER_ADDRESS = [
  'votesPerAddressPerDay',
  'signInsPerAddressPerHour',
  'anonymousOperationsPerMinute',
  'workPerAddressPerMinute',
] as const;

/** @returns the limits per address that nobody has set, as none; for a service whose visitors are on this machine */
export function withoutLimits({
  isSet,
}: Pick<Checks, 'isSet'>): Partial<Record<(typeof PER_ADDRESS)[number], 0>> {
  return Object.fromEntries(PER_ADDRESS.flatMap((name) => (isSet(variableOf(name)) ? [] : [[name, 0]])));
}

export function checkCaptcha(
  { captchaSiteKey, captchaSecret }: z.output<typeof visitorLimits>,
  { problems }: Checks,
): void {
  if ((captchaSiteKey === undefined) !== (captchaSecret === undefined)) {
    problems.push('CAPTCHA_SITE_KEY and CAPTCHA_SECRET are set together or not at all');
  }
}

const slots = integer(1, 100_000);

export const load = z
  .object({
    concurrentBotRequests: slots.default(512).describe('Requests of bots in progress'),
    concurrentVotes: slots.default(64).describe('Votes in progress'),
    concurrentMemberRequests: slots.default(64).describe('Requests of signed-in users in progress'),
    concurrentStrangerRequests: slots.default(16).describe('Requests of strangers in progress'),
    workPerAddressPerMinute: integer(0, 100_000, 'seconds')
      .default(120)
      .describe('Time for all requests of strangers from one address'),
    maxWaitMs: integer(0, 1400, 'ms')
      .default(1000)
      .describe("How long a stranger's request waits for a slot"),
    maxEventLoopDelayMs: integer(1, 10_000, 'ms')
      .default(50)
      .describe('Above this average delay, strangers get fewer slots'),
  })
  .meta({
    title: 'Load',
    notes: `
The numbers are per web process. Others than strangers wait up to twice \`MAX_WAIT_MS\`. After that the response is 503
with \`Retry-After\`. A session or token that the process has not seen valid is looked up first, 64 of each kind at once.

\`WORK_PER_ADDRESS_PER_MINUTE\` measures the time from the start of a request to its end. Pages from the cache take none.
With 120, an address keeps two requests running at any time, and more for a moment; further ones wait. 0 means no
limit, which is the default with the development sign-in.
`,
  });
