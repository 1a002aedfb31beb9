/**
 * A bare `node:http` server that gathers requests: those that arrive together share one statement for token and work.
 * It has no schema, no rate limits and no admission. This is about as fast as the routes can be made by hand.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { BOT_NOT_FOUND, hashOfToken, INVALID_JSON, INVALID_TOKEN, voteCheck } from './contract.ts';
import { type Check, createStatements, type Report } from './fused-statements.ts';

/** How many statements may be under way. While there are as many, requests wait and leave together. */
const IN_FLIGHT = 2;
const LARGEST_BATCH = 500;
const LARGEST_COUNT = 2_147_483_647;
const NAMES = ['server_count', 'guildCount', 'guilds'];
const ROUTE = /^\/api\/v1\/bots\/([^/?]+)\/(check|stats)(?:\?(.*))?$/;
const USER_ID = /^\d{17,19}$/;

const statements = createStatements(process.env.DATABASE_URL ?? '');
const check = gathered<Check, { botId: string; votedAt: Date | null } | undefined>(statements.check);
const report = gathered<Report, { botId: string } | undefined>(statements.report);

createServer((request, response) => {
  answer(request, response).catch(() => send(response, 500, { error: 'Something broke.' }));
}).listen(Number(process.env.PORT), '127.0.0.1');

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, id = '', action, query] = ROUTE.exec(request.url ?? '') ?? [];
  const hash = hashOfToken(request.headers.authorization);
  if (!action) return send(response, 404, { error: 'Not found.' });
  if (!hash) return send(response, 401, INVALID_TOKEN);
  if (action === 'check') {
    const userId = new URLSearchParams(query).get('userId') ?? '';
    if (!USER_ID.test(userId)) return send(response, 400, { error: 'userId must be a 17 to 19 digit id.' });
    const found = await check({ hash, userId });
    if (!found) return send(response, 401, INVALID_TOKEN);
    if (found.botId !== id) return send(response, 404, BOT_NOT_FOUND);
    return send(response, 200, voteCheck(found.votedAt));
  }
  const serverCount = countOf(await readBody(request));
  if (serverCount === undefined) return send(response, 400, INVALID_JSON);
  const found = await report({ hash, botId: id, serverCount });
  if (!found) return send(response, 401, INVALID_TOKEN);
  if (found.botId !== id) return send(response, 404, BOT_NOT_FOUND);
  send(response, 200, { success: true, server_count: serverCount });
}

function send(response: ServerResponse, status: number, value: object): void {
  const body = JSON.stringify(value);
  response
    .writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    })
    .end(body);
}

async function readBody(request: IncomingMessage): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let body = '';
  request
    .setEncoding('utf8')
    .on('data', (text: string) => {
      body += text;
    })
    .on('end', () => resolve(body))
    .on('error', reject);
  return promise;
}

/** @returns undefined when the body holds no valid server count */
function countOf(body: string): number | undefined {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    return undefined;
  }
  if (typeof parsed !== 'object' || parsed === null) return undefined;
  const given = Object.entries(parsed).filter(([name]) => NAMES.includes(name));
  const count: unknown = given.length === 1 ? given[0]?.[1] : undefined;
  return typeof count === 'number' && Number.isInteger(count) && count >= 0 && count <= LARGEST_COUNT
    ? count
    : undefined;
}

/** Makes a call for one of a call for many. */
function gathered<Item, Result>(runAll: (items: readonly Item[]) => Promise<readonly Result[]>) {
  let waiting: { item: Item; resolve: (result: Result) => void; reject: (error: unknown) => void }[] = [];
  let underWay = 0;
  let isScheduled = false;

  async function leave(): Promise<void> {
    isScheduled = false;
    const calls = waiting.slice(0, LARGEST_BATCH);
    waiting = waiting.slice(LARGEST_BATCH);
    if (calls.length === 0) return;
    underWay += 1;
    try {
      const results = await runAll(calls.map(({ item }) => item));
      for (const [index, { resolve }] of calls.entries()) resolve(results[index] as Result);
    } catch (error) {
      for (const { reject } of calls) reject(error);
    }
    underWay -= 1;
    schedule();
  }

  function schedule(): void {
    if (isScheduled || underWay >= IN_FLIGHT || waiting.length === 0) return;
    isScheduled = true;
    setImmediate(leave);
  }

  return (item: Item): Promise<Result> => {
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    waiting.push({ item, resolve, reject });
    schedule();
    return promise;
  };
}
