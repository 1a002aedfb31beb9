import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/config.ts';
import { problemsOf, SERVER } from './support.ts';

test.each([
  [SERVER, { votesPerUserPerDay: 300, votesPerAddressPerDay: 1000 }],
  [
    { PUBLIC_URL: 'https://list.example' },
    { signInsPerAddressPerHour: 60, anonymousOperationsPerMinute: 300 },
  ],
  [{ VOTES_PER_ADDRESS_PER_DAY: '7' }, { votesPerAddressPerDay: 7, signInsPerAddressPerHour: 0 }],
  [{ ...SERVER, ANONYMOUS_OPERATIONS_PER_MINUTE: '0' }, { anonymousOperationsPerMinute: 0 }],
])(
  'with %j the budgets are %j: per address only where others than this machine are served',
  (env, budgets) => {
    expect(readConfig(env)).toMatchObject(budgets);
  },
);

test.each([
  [SERVER, 120],
  [{ ...SERVER, WORK_PER_ADDRESS_PER_MINUTE: '30' }, 30],
  [{ ...SERVER, WORK_PER_ADDRESS_PER_MINUTE: '0' }, 0],
  // All visitors are on this machine.
  [{}, 0],
])('with %j the work for an address per minute is %i seconds', (env, seconds) => {
  expect(readConfig(env).workPerAddressPerMinute).toBe(seconds);
});

test('a captcha is configured by its two keys, and is Turnstile unless told otherwise', () => {
  const keys = { CAPTCHA_SITE_KEY: 'site', CAPTCHA_SECRET: 'secret' };
  expect(readConfig(keys)).toMatchObject({
    captchaSiteKey: 'site',
    captchaSecret: 'secret',
    captchaVerifyUrl: 'https://challenges.cloudflare.com/turnstile/v0/siteverify',
    captchaScriptUrl: 'https://challenges.cloudflare.com/turnstile/v0/api.js',
  });
  const own = {
    CAPTCHA_VERIFY_URL: 'https://c.example/verify',
    CAPTCHA_SCRIPT_URL: 'https://c.example/a.js',
  };
  expect(readConfig({ ...keys, ...own })).toMatchObject({
    captchaVerifyUrl: own.CAPTCHA_VERIFY_URL,
    captchaScriptUrl: own.CAPTCHA_SCRIPT_URL,
  });
  expect(readConfig(own)).not.toHaveProperty('captchaSiteKey');
});

test.each(['CAPTCHA_SITE_KEY', 'CAPTCHA_SECRET'])('%s without the other key is refused', (name) => {
  expect(problemsOf({ [name]: 'hunter2' })).toEqual([
    expect.stringMatching(/^CAPTCHA_SITE_KEY and CAPTCHA_SECRET /),
  ]);
});
