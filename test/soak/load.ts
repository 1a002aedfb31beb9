import { randomInt } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Seeded } from '../../src/seed/seed.ts';
import { signIn } from '../faults/vote-stream.ts';
import { subscribe } from '../kit/subscribe.ts';

const REQUEST_EVERY_MS = 20;
const STREAMS = 4;
const STREAM_MS = 15_000;
const VOTE = `mutation ($id: ID!) { result: castVote(botId: $id) { __typename ... on CastVotePayload { votedAt } } }`;
const ATTEMPTS =
  'subscription ($id: ID!) { deliveryAttempts(botId: $id) { deliveries(first: 10) { state } } }';
const BOTS = '{ bots(first: 20, order: VOTES) { edges { node { botId name voteCount } } } }';

/** A busy service refuses these first. */
const OF_STRANGERS = new Set(['bot page', 'directory', 'search', 'widget', 'GraphQL']);
const REFUSED = '503 with Retry-After';

/** Mixed requests at a steady pace, as bots, visitors, voters and owners make them. */
export interface Load {
  /** How many requests were made, by kind and outcome. */
  readonly outcomes: ReadonlyMap<string, number>;
  /** Requests that ended in another way than they should, with how, apart from those below. */
  readonly unexpected: readonly string[];
  /** Requests that were refused for a while (503 with Retry-After), of others than strangers: these may be. */
  readonly refused: readonly string[];
  /** How many votes were recorded. */
  readonly votes: () => number;
  /** Sends no more, and waits for the responses. */
  stop(): Promise<void>;
}

export async function startLoad(url: string, { bots, users, ownerId }: Seeded): Promise<Load> {
  const outcomes = new Map<string, number>();
  const unexpected: string[] = [];
  const refused: string[] = [];
  const underWay = new Set<Promise<void>>();
  const cookies = await Promise.all(users.map(({ id }) => signIn(url, id)));
  const owner = await signIn(url, ownerId);
  let votes = 0;
  let pairs = 0;
  let isStopping = false;

  const bot = () => pick(bots);
  const user = () => pick(users);
  const api = async (method: string, path: string, body?: object) => {
    const { id, token } = bot();
    const response = await fetchAgain(`${url}/api/v1/bots/${id}/${path}`, {
      method,
      headers: { authorization: token },
      ...(body && { body: JSON.stringify(body) }),
    });
    return drain(response);
  };
  const page = async (path: string) => drain(await fetchAgain(url + path));
  const graphql = (query: string, variables: object, headers: object = {}, send = fetchAgain) =>
    send(`${url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query, variables }),
    });

  /** What is done, how often of a hundred times, and how it should end. */
  const kinds: readonly [name: string, share: number, expected: string, work: () => Promise<string>][] = [
    ['check', 30, '200', () => api('GET', `check?userId=${user().id}`)],
    ['stats', 15, '200', () => api('POST', 'stats', { server_count: randomInt(100_000) })],
    ['votes', 6, '200', () => api('GET', 'votes?limit=50')],
    [
      'commands',
      3,
      '200',
      () => api('PUT', 'commands', { commands: [{ name: `c${randomInt(99)}`, description: 'd' }] }),
    ],
    ['bot page', 12, '200', () => page(`/bot/${bot().id}`)],
    ['directory', 6, '200', () => page(pick(['/', '/bots?order=newest', '/tag/music', '/docs']))],
    ['search', 4, '200', () => page(`/bots?q=${pick(['music', 'mel', 'queus', 'moderation log', 'zzz'])}`)],
    ['widget', 6, '200', () => page(`/widget/${bot().id}${pick(['', '.svg', '.svg?theme=dark'])}`)],
    ['GraphQL', 5, '200', async () => drain(await graphql(BOTS, {}))],
    ['vote', 6, 'recorded', vote],
    ['sign-in', 2, '303', async () => (await signIn(url, user().id)) && '303'],
    ['aborted', 4, 'aborted', abort],
    ['health', 1, '200', () => page('/api/health')],
  ];

  async function vote(): Promise<string> {
    // Each pair of a user and a bot once: within the test no window ends.
    const place = pairs % users.length;
    const voted = bots[(place + Math.floor(pairs++ / users.length)) % bots.length];
    // On a connection of its own: a vote cannot be repeated.
    const response = await graphql(
      VOTE,
      { id: voted?.id },
      { cookie: cookies[place], connection: 'close' },
      fetch,
    );
    if (response.status === 503) return drain(response);
    const { data } = (await response.json()) as { data?: { result?: { __typename: string } } };
    if (data?.result?.__typename !== 'CastVotePayload')
      return `${response.status} ${data?.result?.__typename}`;
    votes += 1;
    return 'recorded';
  }

  /** A client that goes away in the middle of its request or of the response. */
  async function abort(): Promise<string> {
    const signal = AbortSignal.timeout(randomInt(1, 15));
    try {
      await drain(await fetch(`${url}/?q=${pick(['music', 'log', 'a'])}&order=votes`, { signal }));
    } catch {
      // The response may have come before; either is a success.
    }
    return 'aborted';
  }

  async function make([name, , expected, work]: (typeof kinds)[number]): Promise<void> {
    const outcome = await work().catch((error: Error) => String(error.cause ?? error));
    const key = `${name} ${outcome}`;
    outcomes.set(key, (outcomes.get(key) ?? 0) + 1);
    if (outcome === REFUSED) {
      if (!OF_STRANGERS.has(name)) refused.push(key);
    } else if (outcome !== expected) unexpected.push(key);
  }

  async function send(): Promise<void> {
    const lots = kinds.flatMap((kind) => Array.from({ length: kind[1] }, () => kind));
    while (!isStopping) {
      const request: Promise<void> = make(pick(lots)).finally(() => underWay.delete(request));
      underWay.add(request);
      await delay(REQUEST_EVERY_MS);
    }
  }

  async function watch(): Promise<void> {
    while (!isStopping) {
      const stream = await subscribe(url, ATTEMPTS, { id: bot().id }, { cookie: owner });
      await stream.next();
      await make(['stream', 0, '200', async () => String(stream.status)]);
      for (let waited = 0; waited < STREAM_MS && !isStopping; waited += 250) await delay(250);
      stream.leave();
    }
  }

  const running = Promise.all([send(), ...Array.from({ length: STREAMS }, () => watch())]);
  return {
    outcomes,
    unexpected,
    refused,
    votes: () => votes,
    async stop() {
      isStopping = true;
      await running;
      await Promise.all(underWay);
    },
  };
}

async function drain(response: Response): Promise<string> {
  await response.arrayBuffer();
  return response.status === 503 && response.headers.has('retry-after') ? REFUSED : String(response.status);
}

/** A request that may be repeated: a connection that was idle may be closed by the service when it is used again. */
async function fetchAgain(url: string, init: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (error) {
    const code = error instanceof Error && Reflect.get(Object(error.cause), 'code');
    if (code !== 'ECONNRESET' && code !== 'UND_ERR_SOCKET') throw error;
    return fetch(url, init);
  }
}

function pick<Item>(items: readonly Item[]): Item {
  const item = items[randomInt(items.length)];
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
}
