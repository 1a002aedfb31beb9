import { Agent, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Target } from './target.ts';

/**
 * What neighbours do, and the time from one to the next, in milliseconds. Budgets per token allow more. `control` asks
 * the server that nobody attacks.
 */
const PACES = {
  control: 50,
  livez: 50,
  health: 100,
  check: 50,
  stats: 100,
  vote: 200,
  /** A page of a signed-in user. */
  member: 200,
  /** The page of a bot, for somebody who is not signed in. */
  stranger: 200,
} as const;
export type Kind = keyof typeof PACES;
export const KINDS = Object.keys(PACES) as Kind[];

const CAST = 'mutation ($id: ID!) { castVote(botId: $id) { __typename } }';
const ANSWER_MS = 15_000;
/** Attacks come from 127.0.0.1. */
const OWN_ADDRESS = '127.0.0.2';

interface Sample {
  readonly ms: number;
  /** Without the time in which other programs held the CPU that the target needed. */
  readonly ownMs: number;
  /** The status; of a vote, the type of its result; otherwise an error. */
  readonly outcome: string;
}

/** Everything that one kind of neighbour saw. */
export interface Seen {
  readonly count: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly most: number;
  /** The most without what other programs took of the CPU. */
  readonly ownMost: number;
  /** How often it had each outcome. */
  readonly outcomes: Readonly<Record<string, number>>;
}

/** Bots, voters, members, strangers and probes of one target. They cast one vote per pair of a voter and a bot. */
export class Neighbours {
  readonly #target: Target;
  readonly #url: string;
  readonly #agent = new Agent({ keepAlive: true, localAddress: OWN_ADDRESS });
  #turns = 0;

  /** @param url the address that they use: the process itself, or the proxy */
  constructor(target: Target, url: string) {
    this.#target = target;
    this.#url = url;
  }

  /** Lets all of them work until `isOver`, each kind at its steady pace, whether or not earlier requests are answered. */
  async work(isOver: () => boolean): Promise<Record<Kind, Seen>> {
    const seen = await Promise.all(
      KINDS.map(async (kind) => {
        const underWay: Promise<Sample>[] = [];
        for (let next = performance.now(); !isOver(); next += PACES[kind]) {
          await delay(Math.max(0, next - performance.now()));
          underWay.push(this.#ask(kind));
        }
        return [kind, summarize(await Promise.all(underWay))] as const;
      }),
    );
    return Object.fromEntries(seen) as Record<Kind, Seen>;
  }

  close(): void {
    this.#agent.destroy();
  }

  async #ask(kind: Kind): Promise<Sample> {
    const turn = this.#turns++;
    const start = performance.now();
    const stolenBefore = this.#target.stolenMs();
    const outcome = await this.#send(kind, turn).catch((error: Error) => `failed: ${error.message}`);
    const ms = performance.now() - start;
    return { ms, ownMs: Math.max(0, ms - (this.#target.stolenMs() - stolenBefore)), outcome };
  }

  async #send(kind: Kind, turn: number): Promise<string> {
    const { bots, voters } = this.#target;
    const { id, token } = pick(bots, turn);
    if (kind === 'control') return (await this.#request('GET', '/', {}, '', this.#target.controlUrl)).status;
    if (kind === 'livez') return (await this.#request('GET', '/livez')).status;
    if (kind === 'health') return (await this.#request('GET', '/api/health')).status;
    const authorization = { authorization: token };
    if (kind === 'check') {
      const path = `/api/v1/bots/${id}/check?userId=${pick(voters, turn).id}`;
      return (await this.#request('GET', path, authorization)).status;
    }
    if (kind === 'stats') {
      const body = JSON.stringify({ server_count: turn });
      return (await this.#request('POST', `/api/v1/bots/${id}/stats`, authorization, body)).status;
    }
    if (kind === 'member') {
      return (await this.#request('GET', '/favourites', { cookie: pick(voters, turn).cookie })).status;
    }
    if (kind === 'stranger') return (await this.#request('GET', `/bot/${id}`)).status;
    const vote = this.#target.nextVote();
    const bot = pick(bots, Math.floor(vote / voters.length) + vote);
    const headers = { 'content-type': 'application/json', cookie: pick(voters, vote).cookie };
    const body = JSON.stringify({ query: CAST, variables: { id: bot.id } });
    const { status, text } = await this.#request('POST', '/graphql', headers, body);
    return /"__typename":"(\w+)"/.exec(text)?.[1] ?? status;
  }

  #request(
    method: string,
    path: string,
    headers: Record<string, string> = {},
    body = '',
    url = this.#url,
  ): Promise<{ status: string; text: string }> {
    return new Promise((resolve, reject) => {
      const length = { 'content-length': String(Buffer.byteLength(body)) };
      const options = { method, agent: this.#agent, signal: AbortSignal.timeout(ANSWER_MS) };
      request(url + path, { ...options, headers: body ? { ...headers, ...length } : headers }, (response) => {
        let text = '';
        response
          .setEncoding('utf8')
          .on('data', (chunk: string) => {
            text += chunk;
          })
          .on('end', () => resolve({ status: String(response.statusCode), text }))
          .on('error', reject);
      })
        .on('error', reject)
        .end(body);
    });
  }
}

function pick<Item>(items: readonly Item[], turn: number): Item {
  const item = items[turn % items.length];
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
}

function summarize(samples: readonly Sample[]): Seen {
  const sorted = samples.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  const ownMost = Math.max(0, ...samples.map(({ ownMs }) => ownMs));
  const outcomes: Record<string, number> = {};
  for (const { outcome } of samples) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  return { count: samples.length, p50: at(0.5), p99: at(0.99), most: at(1), ownMost, outcomes };
}
