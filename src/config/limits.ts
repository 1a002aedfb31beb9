import { z } from 'zod';
import { integer, type Reading, text, url } from './values.ts';

const count = integer(0, 100_000);
const webUrl = url('https:', 'http:');
const TURNSTILE = 'https://challenges.cloudflare.com/turnstile/v0';

export const visitorLimits = z
  .object({
    VOTES_PER_USER_PER_DAY: count.default(300).meta({ description: 'Votes of one user', isGrave: true }),
    VOTES_PER_ADDRESS_PER_DAY: count
      .optional()
      .meta({ description: 'Votes from one address', usually: '1000', isGrave: true }),
    SIGN_INS_PER_ADDRESS_PER_HOUR: count
      .optional()
      .meta({ description: 'Sign-ins from one address', usually: '60', isGrave: true }),
    ANONYMOUS_OPERATIONS_PER_MINUTE: count.optional().meta({
      description: 'GraphQL operations of strangers from one address',
      usually: '300',
      isGrave: true,
    }),
    VOTE_MIN_ACCOUNT_AGE_DAYS: integer(0, 3650, 'days')
      .default(0)
      .meta({ description: 'Age of an account that may vote, from its id', isGrave: true }),
    CAPTCHA_SITE_KEY: text
      .optional()
      .meta({ description: 'Captcha for voters; both keys or none', isGrave: true }),
    CAPTCHA_SECRET: text.optional().meta({ description: 'Its secret key', isSecret: true, isGrave: true }),
    CAPTCHA_VERIFY_URL: webUrl.default(`${TURNSTILE}/siteverify`).describe('Checks a vote'),
    CAPTCHA_SCRIPT_URL: webUrl.default(`${TURNSTILE}/api.js`).describe('Script on the page'),
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

type Reads = Reading<typeof visitorLimits>;

/** @param isOneMachine all visitors are on this machine, so they have the same address */
export function readVisitorLimits(reading: Reads, isOneMachine: boolean) {
  const { values } = reading;
  const captcha = readCaptcha(reading);
  return {
    /** Rate limits for visitors; 0 means no limit. */
    budgets: {
      votesPerUserPerDay: values.VOTES_PER_USER_PER_DAY,
      votesPerAddressPerDay: values.VOTES_PER_ADDRESS_PER_DAY ?? (isOneMachine ? 0 : 1000),
      signInsPerAddressPerHour: values.SIGN_INS_PER_ADDRESS_PER_HOUR ?? (isOneMachine ? 0 : 60),
      anonymousOperationsPerMinute: values.ANONYMOUS_OPERATIONS_PER_MINUTE ?? (isOneMachine ? 0 : 300),
    },
    /** The age that an account must have to vote, in days. */
    minimumAccountAgeDays: values.VOTE_MIN_ACCOUNT_AGE_DAYS,
    /** The captcha for voters; absent when there is none. */
    ...(captcha && { captcha }),
  };
}

function readCaptcha({ values, problems }: Reads) {
  const { CAPTCHA_SITE_KEY: siteKey, CAPTCHA_SECRET: secret } = values;
  if (siteKey !== undefined && secret !== undefined) {
    return { siteKey, secret, verifyUrl: values.CAPTCHA_VERIFY_URL, scriptUrl: values.CAPTCHA_SCRIPT_URL };
  }
  if (siteKey ?? secret) problems.push('CAPTCHA_SITE_KEY and CAPTCHA_SECRET are set together or not at all');
  return undefined;
}

const slots = integer(1, 100_000);

export const load = z
  .object({
    CONCURRENT_BOT_REQUESTS: slots.default(512).describe('Requests of bots in progress'),
    CONCURRENT_VOTES: slots.default(64).describe('Votes in progress'),
    CONCURRENT_MEMBER_REQUESTS: slots.default(64).describe('Requests of signed-in users in progress'),
    CONCURRENT_STRANGER_REQUESTS: slots.default(16).describe('Requests of strangers in progress'),
    WORK_PER_ADDRESS_PER_MINUTE: integer(0, 100_000, 'seconds').optional().meta({
      description: 'Time for all requests of strangers from one address',
      usually: '120',
    }),
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

\`WORK_PER_ADDRESS_PER_MINUTE\` measures the time from the start of a request to its end. Pages from the cache take none.
With 120, an address keeps two requests running at any time, and more for a moment; further ones wait. 0 means no
limit, which is the default with the development sign-in.
`,
  });

/** @param isOneMachine all visitors are on this machine, so they have the same address */
export function readLoad({ values }: Reading<typeof load>, isOneMachine: boolean) {
  return {
    /** How many requests of each lane run at once, and when the service is overloaded. */
    admission: {
      concurrency: {
        bots: values.CONCURRENT_BOT_REQUESTS,
        votes: values.CONCURRENT_VOTES,
        members: values.CONCURRENT_MEMBER_REQUESTS,
        strangers: values.CONCURRENT_STRANGER_REQUESTS,
      },
      /** The work for strangers of one address per minute, in seconds; 0 means no limit. */
      workPerAddress: values.WORK_PER_ADDRESS_PER_MINUTE ?? (isOneMachine ? 0 : 120),
      patienceMs: values.MAX_WAIT_MS,
      maxLoopDelayMs: values.MAX_EVENT_LOOP_DELAY_MS,
    },
  };
}
