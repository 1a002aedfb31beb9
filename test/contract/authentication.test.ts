import { describe, expect, test } from 'vitest';
import { newUserId } from '../kit/ids.ts';
import { present } from '../kit/present.ts';
import { send } from '../kit/send.ts';
import { type Bot, useService } from '../kit/use-service.ts';
import { expectFailure } from './expect-failure.ts';

const subject = useService(170);

const endpoints = [
  { method: 'POST', endpoint: 'stats', body: { server_count: 5 } },
  { method: 'PUT', endpoint: 'commands', body: { commands: [] } },
  { method: 'GET', endpoint: 'check?userId=300000000000000001', body: undefined },
  { method: 'GET', endpoint: 'votes', body: undefined },
];
type Endpoint = (typeof endpoints)[number];

const call = ({ method, endpoint, body }: Endpoint, id: string, authorization?: string) =>
  subject.service.call(method, `/api/v1/bots/${id}/${endpoint}`, {
    ...(authorization !== undefined && { token: authorization }),
    ...(body && { body }),
  });

const swapCase = (text: string) =>
  text.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );

describe.each(endpoints)('The token of $method $endpoint', (endpoint) => {
  test.each([
    ['bare', (token: string) => token],
    ['after Bearer', (token: string) => `Bearer ${token}`],
    ['after bearer', (token: string) => `bearer ${token}`],
    ['after BEARER', (token: string) => `BEARER ${token}`],
    ['after bEaReR', (token: string) => `bEaReR ${token}`],
    ['after Bearer and several spaces', (token: string) => `Bearer    ${token}`],
    ['between spaces', (token: string) => `  ${token}  `],
  ])('is accepted %s', async (_, put) => {
    const bot = subject.bot();
    expect((await call(endpoint, bot.id, put(bot.token))).status).toBe(200);
  });

  test('is refused in every other form with 401 and the very same body', async () => {
    const bot = subject.bot();
    const { token } = bot;
    const headers: (string | undefined)[] = [
      undefined,
      '',
      '   ',
      'Bearer',
      'Bearer ',
      `Bearer${token}`,
      `Bearer Bearer ${token}`,
      `Bearer,${token}`,
      `Bearer: ${token}`,
      `Bearer "${token}"`,
      `Bearer ${token} ${token}`,
      `${token}, ${token}`,
      `Basic ${token}`,
      `Basic ${Buffer.from(`${bot.id}:${token}`).toString('base64')}`,
      `Token ${token}`,
      `Bot ${token}`,
      `token=${token}`,
      token.slice(0, -1),
      token.slice(1),
      token.slice(4),
      `${token}A`,
      `${token}=`,
      token.slice(0, 4) + swapCase(token.slice(4)),
      token.toUpperCase(),
      `blt_${'A'.repeat(43)}`,
      'blt_',
      'blt_%00',
      'null',
      bot.id,
      bot.webhookSecret,
      'x'.repeat(10_000),
      'tökèn',
    ];
    for (const header of headers) {
      expectFailure(await call(endpoint, bot.id, header), 401, 'Invalid token.');
    }
  });

  test('cannot be a session: a signed-in owner is no bot', async () => {
    const bot = subject.bot();
    const cookie = await subject.signIn(subject.ownerId);
    const answer = await send(
      subject.service.url,
      endpoint.method,
      `/api/v1/bots/${bot.id}/${endpoint.endpoint}`,
      {
        headers: { cookie },
        pieces: endpoint.body ? [JSON.stringify(endpoint.body)] : [],
      },
    );
    expect(answer.status).toBe(401);
  });

  test('cannot be sent in the query', async () => {
    const bot = subject.bot();
    const join = endpoint.endpoint.includes('?') ? '&' : '?';
    const asked = {
      ...endpoint,
      endpoint: `${endpoint.endpoint}${join}token=${bot.token}&authorization=${bot.token}`,
    };
    expectFailure(await call(asked, bot.id), 401);
  });

  const otherIds: [string, (id: string) => string][] = [
    ['of nobody', () => newUserId()],
    ['of zeros', () => '0'.repeat(18)],
    ['that lacks its last digit', (id) => id.slice(0, -1)],
    ['with a digit more', (id) => `${id}0`],
    ['of 16 digits', (id) => id.slice(0, 16)],
    ['of 20 digits', (id) => id.padEnd(20, '0')],
    ['with a space before', (id) => `%20${id}`],
    ['with a NUL after', (id) => `${id}%00`],
    ['with a sign', (id) => `-${id}`],
    ['that is a word', () => '@me'],
    ['that is null', () => 'null'],
    ['that is no escape', () => '%'],
    ['that SQL would read', () => "1'%20or%20'1'='1"],
    ['of 5000 characters', () => '1'.repeat(5000)],
  ];
  test.each(otherIds)('gets the very same 404 for an id %s as for a foreign bot', async (_, idOf) => {
    const [bot, other] = [subject.bot(), subject.bot()];
    const foreign = await call(endpoint, other.id, bot.token);
    expectFailure(foreign, 404, 'Bot not found.');
    const answer = await call(endpoint, idOf(bot.id), bot.token);
    expectFailure(answer, 404, 'Bot not found.');
    expect([...answer.headers.keys()]).toEqual([...foreign.headers.keys()]);
  });
});

describe('A regenerated token', () => {
  async function regenerate(bot: Bot): Promise<string> {
    const cookie = await subject.signIn(subject.ownerId);
    const { token } = await subject.graphql<{ token: string }>(
      'mutation ($id: ID!) { result: generateToken(botId: $id) { ... on GenerateTokenPayload { token } } }',
      { id: bot.id },
      cookie,
    );
    return token;
  }

  test.each(endpoints)('stops the one before at once for $method $endpoint', async (endpoint) => {
    const bot = subject.bot();
    expect((await call(endpoint, bot.id, bot.token)).status).toBe(200);
    const token = await regenerate(bot);
    expect(token).toMatch(/^blt_[\w-]{43}$/);
    expectFailure(await call(endpoint, bot.id, bot.token), 401, 'Invalid token.');
    expect((await call(endpoint, bot.id, token)).status).toBe(200);
  });

  test('is nowhere in the database', async () => {
    const bot = subject.bot();
    const token = await regenerate(bot);
    const [row] = await subject.services.db.sql<{ text: string }[]>`
      select api_tokens::text as text from api_tokens where bot_id = ${bot.id}`;
    expect(row?.text).not.toContain(token);
    expect(row?.text).not.toContain(Buffer.from(token).toString('hex'));
  });
});

test('Unknown tokens do not spoil the requests that arrive together with them', async () => {
  const bots = [subject.bot(), subject.bot(), subject.bot()];
  const asked = Array.from({ length: 30 }, (_, index) => ({
    bot: present(bots[index % 3]),
    isKnown: index % 2 === 0,
  }));
  const answers = await Promise.all(
    asked.map(({ bot, isKnown }) =>
      call(present(endpoints[3]), bot.id, isKnown ? bot.token : `blt_${'A'.repeat(43)}`),
    ),
  );
  expect(answers.map((answer) => answer.status)).toEqual(asked.map(({ isKnown }) => (isKnown ? 200 : 401)));
});
