import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { EMBEDDED, problemsOf, SERVER } from './support.ts';

test.each([
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '80.5'],
  ['PORT', 'http'],
  ['PUBLIC_URL', 'list.example'],
  ['PUBLIC_URL', 'ftp://list.example'],
  ['PUBLIC_URL', 'https://list.example/bots'],
  ['PUBLIC_URL', 'https://list.example//'],
  ['PUBLIC_URL', 'https://list.example/?a=b'],
  ['PUBLIC_URL', 'https://user:hidden@list.example'],
  ['METRICS_PORT', '3000'],
  ['DATABASE_URL', 'mysql://db.example/bots'],
  ['DATABASE_URL', 'db.example'],
  ['DATABASE_URL', 'postgres://'],
  ['DATABASE_URL', 'postgres:///bots'],
  ['DATABASE_URL', 'postgres://user:hidden@/bots'],
  ['DATABASE_URL', 'postgres://user:hidden@db.example/bots?sslmode=bogus'],
  ['DATABASE_URL', 'postgres://db.example/bots?sslmode='],
  ['DATABASE_URL', 'postgres://db.example/bots?a=b&sslmode=REQUIRE'],
  ['DATABASE_POOL_SIZE', '3'],
  ['CONCURRENT_STRANGER_REQUESTS', '0'],
  ['MAX_WAIT_MS', '1401'],
  ['MAX_EVENT_LOOP_DELAY_MS', '0'],
  ['DATABASE_POOL_SIZE', '501'],
  ['TEMPORAL_UI_URL', 'localhost:8233'],
  ['REDIS_URL', 'http://r:6379'],
  ['REDIS_URL', 'redis://a,b'],
  ['REDIS_URL', 'redis://:hidden@a:6379,b:6379'],
  ['REDIS_URL', 'redis://'],
  ['REDIS_URL', 'redis://r:0'],
  ['REDIS_URL', 'redis://r/first'],
  ['REDIS_URL', 'unix://'],
  ['REDIS_URL', 'redis+sentinel://:hidden@one:26379,two:26379'],
  ['REDIS_URL', 'redis+sentinel://one/main/first'],
  ['REDIS_URL', 'redis+sentinel://one:0/main'],
  ['REDIS_URL', 'redis+sentinel://one/main?password=hidden'],
  ['REDIS_URL', 'redis+sentinel://:%hidden@one/main'],
  ['REDIS_URL', 'redis+sentinel://[:::]:1/main'],
  ['REDIS_URL', 'redis://user:pa,hidden@a:6379,b:6379'],
  ['REDIS_URL', 'redis+cluster://'],
  ['REDIS_URL', 'redis+cluster://one,,two'],
  ['REDIS_URL', 'redis+cluster://one:6379/1'],
  ['REDIS_URL', 'redis+cluster://one?sentinel_password=hidden'],
  ['REDIS_URL', 'redis-sentinel://one,two/main'],
  ['TEMPORAL_ADDRESS', 'http://t:7233'],
  ['TEMPORAL_ADDRESS', 't:7233/'],
  ['TEMPORAL_ADDRESS', 't:0'],
  ['TEMPORAL_ADDRESS', 't:70000'],
  ['TEMPORAL_ADDRESS', 'one:7233,two:7233'],
  ['TEMPORAL_ADDRESS', '::1'],
  ['ENCRYPTION_KEY', 'short'],
  ['ENCRYPTION_KEY', randomBytes(31).toString('base64')],
  ['ENCRYPTION_KEY', randomBytes(33).toString('base64')],
  ['WEBHOOK_TRUSTED_NETWORKS', '10.0.0.1'],
  ['WEBHOOK_TRUSTED_NETWORKS', '10.0.0.0/33'],
  ['WEBHOOK_TRUSTED_NETWORKS', '10.0.0.0/8,'],
  ['WEBHOOK_PROXY', 'socks5://proxy:1080'],
  ['TRUSTED_PROXIES', 'loopback'],
  ['VOTES_PER_USER_PER_DAY', '-1'],
  ['VOTE_MIN_ACCOUNT_AGE_DAYS', '1.5'],
  ['REQUEST_TIMEOUT_SECONDS', '0'],
  ['SECURITY_CONTACT', 'security@bots.example'],
  ['SECURITY_CONTACT', 'https://bots.example\nContact: mailto:a@evil.example'],
  ['SECURITY_CONTACT', 'mailto:a@b.example, javascript:alert(1)'],
  ['SECURITY_POLICY_URL', 'http://bots.example/security'],
  ['CAPTCHA_VERIFY_URL', 'ftp://c.example'],
  ['APPLICATION_LOOKUP_URL', 'https://platform.example/'],
  ['APPLICATION_LOOKUP_URL', 'ftp://platform.example/{id}'],
  ['APPLICATION_ICON_URL', 'https://platform.example/{id}'],
  ['APPLICATION_ICON_URL', 'off'],
  ['GRAPHIQL', 'yes'],
  ['LOG_LEVEL', 'loud'],
  ['DEVELOPMENT_SIGN_IN', 'maybe'],
  ['EMBEDDED_DATABASE', 'TRUE'],
  ['INTROSPECTION', 'off'],
  ['SITE_NAME', ' '],
  ['SITE_NAME', 'x'.repeat(31)],
  ['SITE_ACCENT', '#ff0000'],
  ['SITE_LOGO', '/logo.html'],
  ['SITE_LINKS', 'Terms'],
  ['SITE_LINKS', 'Terms=javascript:alert(1)'],
  ['SITE_LINKS', 'Terms=http://terms.example'],
  ['SITE_LINKS', 'Terms=https://terms.example" onclick="x'],
  ['SITE_LINKS', Array.from({ length: 9 }, (_, index) => `L${index}=https://l.example`).join()],
  ['TEMPORAL_TLS', 'perhaps'],
  ['TEMPORAL_TLS', 'TRUE'],
])('%s=%s is refused, by its name', (name, value) => {
  const around = name === 'DATABASE_URL' ? { ENCRYPTION_KEY: SERVER.ENCRYPTION_KEY } : EMBEDDED;
  const problems = problemsOf({ ...around, [name]: value });
  expect(problems).toHaveLength(1);
  expect(problems[0]?.startsWith(`${name} `)).toBe(true);
  expect(problems[0]).not.toContain('hidden');
});

test.each([
  ['DATABASE_URL', 'postgres://user:pass@db.example/bots?sslmode=verify-full'],
  ['DATABASE_URL', 'postgres://db.example:6543/bots?application_name=a&sslmode=require'],
  ['REDIS_URL', 'redis://r'],
  ['REDIS_URL', 'rediss://user:p%2Cw@r.example:6380/1'],
  ['REDIS_URL', 'redis://:pa,ss@r:6379'],
  ['REDIS_URL', 'redis://[::1]:6379'],
  ['REDIS_URL', 'redis+sentinel://one/main?sentinel_password=p@w'],
  ['REDIS_URL', 'unix:///run/redis.sock'],
  ['REDIS_URL', 'redis+sentinel://one:26379,two/main'],
  [
    'REDIS_URL',
    'rediss+sentinel://user:p%40w@one,[::1]:26379/main/1?sentinel_username=s&sentinel_password=p%26w',
  ],
  ['REDIS_URL', 'redis+cluster://one:6379,two,10.0.0.3:6380'],
  ['REDIS_URL', 'rediss+cluster://:pw@one/'],
  ['TEMPORAL_ADDRESS', 'temporal'],
  ['TEMPORAL_ADDRESS', 'temporal-frontend.temporal.svc:7233'],
  ['TEMPORAL_ADDRESS', '[::1]:7233'],
  ['METRICS_PORT', '0'],
  ['METRICS_PORT', '13000'],
])('%s=%s is taken', (name, value) => {
  const around = name === 'DATABASE_URL' ? { ENCRYPTION_KEY: SERVER.ENCRYPTION_KEY } : EMBEDDED;
  expect(problemsOf({ ...around, [name]: value })).toEqual([]);
});

test.each(['65536', '-1', '80.5', 'http', '9'.repeat(400)])('PORT=%s is told what it can be', (PORT) => {
  expect(problemsOf({ PORT })).toEqual(['PORT must be a whole number from 0 to 65535']);
});

test.each([
  ['GRAPHIQL', 'yes', '0, 1, true, false'],
  ['LOG_LEVEL', 'loud', 'trace, debug, info, warn, error, fatal, silent'],
])('%s=%s is told what it can be', (name, value, values) => {
  expect(problemsOf({ [name]: value })).toEqual([`${name} must be one of ${values}`]);
});

test.each([
  ['SECURITY_CONTACT', 'security@bots.example', 'mailto:, tel: or https:// addresses'],
  ['ADMIN_USER_IDS', '123, 45', 'user ids of 17 to 19 digits'],
])('%s=%s is told what its list can hold', (name, value, entries) => {
  const problems = problemsOf({ [name]: value });
  expect(new Set(problems)).toEqual(new Set([`${name} must be a comma-separated list of ${entries}`]));
});

const OAUTH = { OAUTH_CLIENT_ID: 'id', OAUTH_CLIENT_SECRET: 'hunter4' };

test.each(['WEBHOOK_TRUSTED_NETWORKS', 'OAUTH_TRUSTED_NETWORKS', 'TRUSTED_PROXIES'])(
  'each entry of %s that is no network is named, with the form that is wanted',
  (name) => {
    const problems = problemsOf({ ...EMBEDDED, ...OAUTH, [name]: '10.0.0.0/8, 10.0.0.1,fd00::/129' });
    expect(problems).toEqual(
      ['10.0.0.1', 'fd00::/129'].map(
        (entry) =>
          `${name} must be a comma-separated list of networks such as 127.0.0.1/32 or ::1/128; ` +
          `"${entry}" is not a network`,
      ),
    );
  },
);
