import type { Settings } from './settings.ts';
import { integer, text, url } from './values.ts';

export interface VisitorLimitConfig {
  /** Rate limits for visitors; 0 means no limit. */
  readonly budgets: {
    readonly votesPerUserPerDay: number;
    readonly votesPerAddressPerDay: number;
    readonly signInsPerAddressPerHour: number;
    readonly anonymousOperationsPerMinute: number;
  };
  /** The age that an account must have to vote, in days. */
  readonly minimumAccountAgeDays: number;
  /** The captcha for voters; absent when there is none. */
  readonly captcha?: {
    readonly siteKey: string;
    readonly secret: string;
    readonly verifyUrl: string;
    readonly scriptUrl: string;
  };
}

const count = integer(0, 100_000);
const TURNSTILE = 'https://challenges.cloudflare.com/turnstile/v0';

/** @param isOneMachine all visitors are on this machine, so they have the same address */
export function readVisitorLimits(settings: Settings, isOneMachine: boolean): VisitorLimitConfig {
  const { read } = settings;
  const captcha = readCaptcha(settings);
  return {
    budgets: {
      votesPerUserPerDay: read('VOTES_PER_USER_PER_DAY', count) ?? 300,
      votesPerAddressPerDay: read('VOTES_PER_ADDRESS_PER_DAY', count) ?? (isOneMachine ? 0 : 1000),
      signInsPerAddressPerHour: read('SIGN_INS_PER_ADDRESS_PER_HOUR', count) ?? (isOneMachine ? 0 : 60),
      anonymousOperationsPerMinute:
        read('ANONYMOUS_OPERATIONS_PER_MINUTE', count) ?? (isOneMachine ? 0 : 300),
    },
    minimumAccountAgeDays: read('VOTE_MIN_ACCOUNT_AGE_DAYS', integer(0, 3650)) ?? 0,
    ...(captcha && { captcha }),
  };
}

function readCaptcha({ read, problems }: Settings): VisitorLimitConfig['captcha'] {
  const siteKey = read('CAPTCHA_SITE_KEY', text);
  const secret = read('CAPTCHA_SECRET', text);
  const verifyUrl = read('CAPTCHA_VERIFY_URL', url('https:', 'http:')) ?? `${TURNSTILE}/siteverify`;
  const scriptUrl = read('CAPTCHA_SCRIPT_URL', url('https:', 'http:')) ?? `${TURNSTILE}/api.js`;
  if (siteKey && secret) return { siteKey, secret, verifyUrl, scriptUrl };
  if (siteKey || secret) problems.push('CAPTCHA_SITE_KEY and CAPTCHA_SECRET are set together or not at all');
  return undefined;
}
