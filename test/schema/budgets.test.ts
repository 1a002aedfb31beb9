import { beforeEach, describe, expect, test } from 'vitest';
import { eraseUser } from '../../src/domain/privacy/erase-user.ts';
import { newUserId } from '../kit/ids.ts';
import { startMailServer } from '../kit/mail-server.ts';
import { startOAuthServer } from '../kit/oauth-server.ts';
import { fieldOf, forFile, startService, type TestService } from '../kit/service.ts';
import { isStoredAnywhere } from '../kit/stored.ts';
import { after, DAY_MS } from '../kit/time.ts';
import { useService } from '../kit/use-service.ts';
import { visit } from '../web/page.ts';

/** The tests' own machine stands for a proxy, so that a test can come from any address. */
const PROXY = { TRUSTED_PROXIES: '127.0.0.0/8' };
const CAST = 'mutation ($id: ID!) { result: castVote(botId: $id) { __typename } }';

describe('Votes', () => {
  const subject = useService(30, {
    ...PROXY,
    VOTES_PER_USER_PER_DAY: '4',
    VOTES_PER_ADDRESS_PER_DAY: '6',
  });
  const cast = async (cookie: string, address: string, id = subject.bot().id) => {
    const headers = { cookie, 'x-forwarded-for': address };
    return (await subject.service.graphql(CAST, { id }, headers)).data?.result.__typename as string;
  };
  const votesBy = (userId: string) => subject.services.db.sql`select from votes where user_id = ${userId}`;

  test('keep no address, only a hash: the same for all of an IPv6 /64, another one on another day, gone with the account', async () => {
    const { services } = subject;
    const users: string[] = [];
    const vote = async (address: string) => {
      const userId = newUserId();
      users.push(userId);
      expect(await cast(await subject.signIn(userId), address)).toBe('CastVotePayload');
      const [row] = await services.db
        .sql`select address_hash as hash from vote_addresses where user_id = ${userId}`;
      return row?.hash as string;
    };
    const hash = await vote('2001:db8:7:1::1');
    expect(hash).toMatch(/^[\w-]{22}$/);
    expect(await vote('2001:db8:7:1:ffff::9')).toBe(hash);
    expect(await vote('2001:db8:7:2::1')).not.toBe(hash);
    const network = '2001:db8:7:1::/64';
    expect(await services.hashAddress(network, services.now())).toBe(hash);
    expect(await services.hashAddress(network, after(services.now(), DAY_MS))).not.toBe(hash);
    for (const text of ['2001:db8:7', '2001:0db8'])
      expect(await isStoredAnywhere(services, text)).toBe(false);
    const [userId = ''] = users;
    await eraseUser(services, userId, { removesListings: false });
    expect(await services.db.sql`select from vote_addresses where user_id = ${userId}`).toHaveLength(0);
  });

  test('of a user are admitted up to a number a day, from any address, and no further one is recorded', async () => {
    const userId = newUserId();
    const cookie = await subject.signIn(userId);
    const outcomes = [];
    for (let index = 0; index < 6; index++) outcomes.push(await cast(cookie, `192.0.2.${index}`));
    expect(outcomes).toEqual([
      ...Array.from({ length: 4 }, () => 'CastVotePayload'),
      'RateLimitedError',
      'RateLimitedError',
    ]);
    expect(await votesBy(userId)).toHaveLength(4);
  });

  test('of a user are counted before their window is looked at', async () => {
    const cookie = await subject.signIn();
    const { id } = subject.bot();
    const outcomes = [];
    for (let index = 0; index < 5; index++) outcomes.push(await cast(cookie, `192.0.2.1${index}`, id));
    expect(outcomes).toEqual([
      'CastVotePayload',
      ...Array.from({ length: 3 }, () => 'VoteWindowActiveError'),
      'RateLimitedError',
    ]);
  });

  test('from an address are admitted up to a number a day, of any user; other addresses have their own', async () => {
    const { id } = subject.bot();
    const voters = await Promise.all(Array.from({ length: 8 }, () => subject.signIn()));
    const outcomes = [];
    // One IPv6 customer has a whole /64 of addresses.
    for (const [index, cookie] of voters.entries())
      outcomes.push(await cast(cookie, `2001:db8::${index + 1}`, id));
    expect(outcomes).toEqual([
      ...Array.from({ length: 6 }, () => 'CastVotePayload'),
      'RateLimitedError',
      'RateLimitedError',
    ]);
    expect(await cast(await subject.signIn(), '2001:db8:0:1::1', id)).toBe('CastVotePayload');
  });

  test('under aliases are each counted', async () => {
    const cookie = await subject.signIn();
    const fields = Array.from(
      { length: 6 },
      (_, i) => `a${i}: castVote(botId: "${subject.bot().id}") { __typename }`,
    );
    const { data } = await subject.service.graphql(
      `mutation { ${fields.join(' ')} }`,
      {},
      { cookie, 'x-forwarded-for': '192.0.2.77' },
    );
    const types = Object.values(data ?? {}).map(({ __typename }) => __typename);
    expect(types.filter((type) => type === 'CastVotePayload')).toHaveLength(4);
    expect(types.filter((type) => type === 'RateLimitedError')).toHaveLength(2);
  });

  test('on the page beyond that are answered with 429 and when to come back', async () => {
    const cookie = await subject.signIn();
    for (let index = 0; index < 4; index++) await cast(cookie, '192.0.2.90');
    const page = await visit(subject.service, `/bot/${subject.bot().id}/vote`, { cookie, form: {} });
    expect(page.status).toBe(429);
    expect(Number(page.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(page.text).toContain('You have voted too often: try again in 24 hours.');
  });
});

describe('Operations of anonymous clients', () => {
  const subject = useService(2, { ...PROXY, ANONYMOUS_OPERATIONS_PER_MINUTE: '3' });
  const ask = (headers: Record<string, string>, path = '/graphql') =>
    fetch(subject.service.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query: '{ health { ok } }' }),
    });

  test('are answered with 429 beyond a number a minute from an address, and with when to come back', async () => {
    const address = { 'x-forwarded-for': '192.0.2.1' };
    for (let index = 0; index < 3; index++) expect((await ask(address)).status).toBe(200);
    const refused = await ask(address);
    expect(refused.status).toBe(429);
    const retryAfter = Number(refused.headers.get('retry-after'));
    expect(retryAfter).toBeGreaterThan(0);
    expect(refused.headers.get('ratelimit-policy')).toBe('"anonymous";q=3;w=60');
    expect(refused.headers.get('ratelimit')).toMatch(/^"anonymous";r=0;t=\d+$/);
    expect(await refused.json()).toEqual({
      errors: [
        {
          message: 'Rate limit exceeded.',
          extensions: { code: 'RATE_LIMITED', reason: 'rateLimit.exceeded', parameters: [], retryAfter },
        },
      ],
    });
    const byGet = `/graphql?${new URLSearchParams({ query: '{ health { ok } }' })}`;
    expect((await fetch(subject.service.url + byGet, { headers: address })).status).toBe(429);
    expect((await ask({ 'x-forwarded-for': '192.0.2.2' })).status).toBe(200);
  });

  test('are counted with a wrong token or session, too', async () => {
    const address = { 'x-forwarded-for': '192.0.2.3' };
    for (const headers of [{ authorization: 'blt_unknown' }, { cookie: 'session=x' }, {}])
      expect((await ask({ ...address, ...headers })).status).toBe(200);
    expect((await ask({ ...address, authorization: 'blt_unknown' })).status).toBe(429);
  });

  test('leave users, bots, pages and REST from the same address alone', async () => {
    const address = { 'x-forwarded-for': '192.0.2.4' };
    for (let index = 0; index < 4; index++) await ask(address);
    expect((await ask(address)).status).toBe(429);
    const bot = subject.bot();
    expect((await ask({ ...address, authorization: bot.token })).status).toBe(200);
    expect((await ask({ ...address, cookie: await subject.signIn() })).status).toBe(200);
    for (const path of ['/', `/bot/${bot.id}`, `/widget/${bot.id}`, '/api/health']) {
      expect((await fetch(subject.service.url + path, { headers: address })).status).toBe(200);
    }
  });
});

describe('What a page of another site makes its visitors ask', () => {
  const subject = useService(2, { ...PROXY, ANONYMOUS_OPERATIONS_PER_MINUTE: '3' });
  const ask = (headers: Record<string, string>) =>
    fetch(`${subject.service.url}/graphql?query={health{ok}}`, { headers });

  test.each<[Record<string, string>, string]>([
    [{ 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'image' }, '198.51.100.1'],
    [{ 'sec-fetch-site': 'same-site' }, '198.51.100.2'],
    [{ origin: 'https://evil.example' }, '198.51.100.3'],
  ])('leaves the visitor the budget of strangers, and has one of its own: %o', async (foreign, visitor) => {
    const address = { 'x-forwarded-for': `192.0.2.5, ${visitor}` };
    const outcomes = [];
    for (let index = 0; index < 5; index++) outcomes.push((await ask({ ...address, ...foreign })).status);
    expect(outcomes).toEqual([200, 200, 200, 429, 429]);
    for (let index = 0; index < 3; index++) {
      expect((await ask({ ...address, 'sec-fetch-site': 'same-origin' })).status).toBe(200);
    }
    expect((await ask(address)).status).toBe(429);
  });

  test('is asked by nobody, even where the browser sends the session along', async () => {
    const cookie = await subject.signIn();
    const viewer = async (site: string) => {
      const url = `${subject.service.url}/graphql?query={viewer{userId}}`;
      const answer = await fetch(url, { headers: { cookie, 'sec-fetch-site': site } });
      return ((await answer.json()) as { data: { viewer: unknown } }).data.viewer;
    };
    expect(await viewer('cross-site')).toBeNull();
    expect(await viewer('same-origin')).not.toBeNull();
    expect(await viewer('none')).not.toBeNull();
  });
});

const provider = await forFile(startOAuthServer());

describe('Signing in', () => {
  const subject = useService(0, {
    ...PROXY,
    ...provider.environment,
    LOG_LEVEL: 'silent',
    SIGN_INS_PER_ADDRESS_PER_HOUR: '2',
  });
  const from = (address: string) => ({ 'x-forwarded-for': address });
  /** @returns the cookie and the state of a sign-in that was begun */
  const begin = async (address: string) => {
    const { headers } = await visit(subject.service, '/sign-in/start', { headers: from(address) });
    const state = new URL(headers.get('location') ?? '').searchParams.get('state') ?? '';
    return { cookie: headers.getSetCookie()[0]?.split(';')[0] ?? '', state };
  };
  const comeBack = (address: string, query: string, cookie = '') =>
    visit(subject.service, `/sign-in/callback?${query}`, { headers: from(address), cookie });
  const exchanges = () => provider.asked.filter(({ path }) => path === '/token').length;

  test('is refused with 429 when an address brings back too many codes, before the provider is asked', async () => {
    const before = exchanges();
    const { cookie, state } = await begin('192.0.2.1');
    for (let index = 0; index < 2; index++)
      expect((await comeBack('192.0.2.1', `code=${index}&state=${state}`, cookie)).status).toBe(400);
    expect(exchanges()).toBe(before + 2);
    const refused = await comeBack('192.0.2.1', `code=c&state=${state}`, cookie);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused.headers.getSetCookie()).toEqual([]);
    expect(exchanges()).toBe(before + 2);
    const other = await begin('192.0.2.2');
    expect((await comeBack('192.0.2.2', `code=c&state=${other.state}`, other.cookie)).status).toBe(400);
  });

  test('is not spent by requests that another site makes its visitors send, and the provider gets none', async () => {
    const address = '192.0.2.3';
    const before = exchanges();
    const { cookie, state } = await begin(address);
    for (let index = 0; index < 3; index++) {
      expect((await comeBack(address, 'code=a&state=b')).status).toBe(400);
      expect((await comeBack(address, `code=a&state=${state}`)).status).toBe(400);
      expect((await comeBack(address, 'code=a&state=b', cookie)).status).toBe(400);
      expect((await comeBack(address, 'code=a&state=b', 'sign-in=forged')).status).toBe(400);
      expect((await comeBack(address, `error=access_denied&state=${state}`, cookie)).status).toBe(400);
      const foreign = { ...from(address), 'sec-fetch-site': 'cross-site' };
      for (const path of ['/sign-in', '/sign-in/start'])
        await visit(subject.service, path, { headers: foreign });
      for (const path of ['/sign-in', '/sign-out', '/sign-out-everywhere'])
        await visit(subject.service, path, { headers: foreign, form: { id: newUserId() } });
    }
    expect(exchanges()).toBe(before);
    for (const code of ['a', 'b'])
      expect((await comeBack(address, `code=${code}&state=${state}`, cookie)).status).toBe(400);
    expect((await comeBack(address, `code=c&state=${state}`, cookie)).status).toBe(429);
  });
});

const mails = await forFile(startMailServer());

describe('Codes by email', () => {
  beforeEach(() => mails.received.splice(0));
  const start = () => startService({ SMTP_URL: mails.url, MAIL_FROM: 'notices@bots.example' });
  const ask = async (service: TestService, cookie: string, email: string) => {
    const mutation = 'mutation ($email: String!) { result: addEmailChannel(email: $email) { __typename } }';
    const answer = await service.graphql(mutation, { email }, { cookie });
    return fieldOf<{ __typename: string }>(answer, 'result').__typename;
  };

  test('go to one mailbox five times a day, whoever asks, and ten times a day for one user', async () => {
    await using service = await start();
    const users = [];
    for (let index = 0; index < 6; index++) users.push(await service.signIn());
    const target = [];
    // The same mailbox in other letters, or by another of its names, is no other one.
    const forms = ['ada@mail.example', 'Ada@Mail.Example', 'ada+1@mail.example', 'a.d.a@mail.example'];
    for (const [index, cookie] of users.entries()) {
      target.push(await ask(service, cookie, forms[index % forms.length] ?? ''));
    }
    expect(target).toEqual([...Array(5).fill('NoticeChannel'), 'RateLimitedError']);
    expect(mails.received).toHaveLength(5);
    const [cookie = ''] = users;
    const own = [];
    for (let index = 0; index < 10; index++) own.push(await ask(service, cookie, `ada${index}@mail.example`));
    expect(own.slice(-1)).toEqual(['RateLimitedError']);
  });

  test('go out two hundred times an hour in all', async () => {
    await using service = await start();
    const outcomes: Record<string, number> = {};
    const send = async (_: unknown, user: number) => {
      const cookie = await service.signIn();
      for (let mail = 0; mail < 10; mail++) {
        const outcome = await ask(service, cookie, `a${user}x${mail}@mail.example`);
        outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
      }
    };
    await Promise.all(Array.from({ length: 21 }, send));
    expect(outcomes).toEqual({ NoticeChannel: 200, RateLimitedError: 10 });
    expect(mails.received).toHaveLength(200);
  });
});
