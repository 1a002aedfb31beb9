import { LRUCache } from 'lru-cache';
import { Counter, type Registry } from 'prom-client';
import { copyOf, type PackedResponse, pack, type Rendered } from './packed-response.ts';

/** The version of a listing. A cached response with the same version is still valid. */
export interface ListingVersion {
  /** Changes with everything that is shown, except the check-in time. */
  readonly content: string;
  readonly checkedInAt: Date | null;
}

/** Caches rendered responses about listings. */
export interface PageCache {
  /**
   * Returns a cached response without waiting, if its listing was checked within the last second.
   *
   * @param url path and query as they were requested
   */
  peek(url: string): PackedResponse | undefined;
  /**
   * Returns the cached response if it is still valid, and otherwise renders a new one. Concurrent requests share it.
   *
   * @param url path and query in their normalized form
   * @param render renders the response; undefined when there is nothing to show
   * @returns undefined when the listing is not public
   */
  serve(
    url: string,
    botId: string,
    render: () => Promise<Rendered | undefined>,
  ): Promise<PackedResponse | undefined>;
  /** Reports that a listing may have changed. It is checked before its next response. */
  touch(botId: string): void;
}

/** The parts that the cache needs. */
export interface PageCacheOptions {
  /** @returns undefined when the listing is not public */
  readonly readVersion: (botId: string) => Promise<ListingVersion | undefined>;
  readonly now: () => Date;
  /** Receives the counters of the cache. */
  readonly registry: Registry;
}

/** The result of a check of a listing. Responses refer to it, so it is compared by identity. */
interface Look extends ListingVersion {
  readonly at: number;
}

interface Answer {
  readonly rendered: Rendered;
  readonly content: string;
  look: Look;
  served: PackedResponse;
}

interface Cached {
  readonly answers: Map<string, Answer>;
  /** Running renderings by URL. Concurrent requests with the same version share them. */
  readonly renderings: Map<
    string,
    { readonly content: string; readonly answer: Promise<Answer | undefined> }
  >;
  look?: Look | undefined;
  /** The running check. */
  looking?: Promise<Look | undefined> | undefined;
}

/** The time between two checks of a listing. A change by another process shows up after this time. */
const FRESH_MS = 1000;
/** About 400 pages with their widgets, in a process of 200 MB. */
const MAX_BYTES = 24 * 1024 * 1024;
const ADDRESS = /^\/(?:bot|widget)\/(\d{17,19})(?![/\d])/;

/**
 * Makes the cache. Before it serves a response, it checks the listing: one read by primary keys, at most once a
 * second per requested listing. So each process sees the changes of all processes without messages between them, and
 * a change costs nothing extra. Changes by this process are visible at the next request.
 */
export function createPageCache({ readVersion, now, registry }: PageCacheOptions): PageCache {
  const cache = new LRUCache<string, Cached>({ maxSize: MAX_BYTES, sizeCalculation: sizeOf });
  const registers = [registry];
  const hits = new Counter({
    name: 'page_cache_hits_total',
    help: 'Responses about listings that were served from the cache.',
    registers,
  });
  const misses = new Counter({
    name: 'page_cache_misses_total',
    help: 'Responses about listings that were rendered.',
    registers,
  });
  const invalidations = new Counter({
    name: 'page_cache_invalidations_total',
    help: 'Cached responses that were dropped because their listing had changed.',
    registers,
  });

  const isFresh = (look: Look | undefined) => look !== undefined && now().getTime() - look.at < FRESH_MS;

  async function read(botId: string): Promise<Look | undefined> {
    const at = now();
    const version = await readVersion(botId);
    // Charts end today, so the day is part of the version.
    const content = `${at.toISOString().slice(0, 10)} ${version?.content}`;
    return version && { ...version, content, at: at.getTime() };
  }

  /** Checks a listing, once for concurrent requests. After a `touch` the result may be outdated and is not kept. */
  async function look(botId: string, cached: Cached): Promise<Look | undefined> {
    const looking = cached.looking ?? read(botId);
    cached.looking = looking;
    try {
      const found = await looking;
      if (cached.looking === looking) cached.look = found;
      return found;
    } finally {
      if (cached.looking === looking) cached.looking = undefined;
    }
  }

  /** Adds the entry before the check, so that concurrent requests share it and {@link PageCache.touch} finds it. */
  function open(botId: string): Cached {
    const cached: Cached = { answers: new Map(), renderings: new Map() };
    cache.set(botId, cached);
    return cached;
  }

  function dropOutdated(cached: Cached, found: Look | undefined): void {
    for (const [url, { content }] of cached.answers) {
      if (content === found?.content) continue;
      cached.answers.delete(url);
      invalidations.inc();
    }
  }

  return {
    peek(url) {
      const cached = cache.get(ADDRESS.exec(url)?.[1] ?? '');
      const answer = cached?.answers.get(url);
      if (!answer || answer.look !== cached?.look || !isFresh(answer.look)) return undefined;
      hits.inc();
      return answer.served;
    },

    async serve(url, botId, render) {
      const cached = cache.get(botId) ?? open(botId);
      const found = isFresh(cached.look) ? cached.look : await look(botId, cached);
      dropOutdated(cached, found);
      if (!found) {
        if (cache.peek(botId) === cached) cache.delete(botId);
        return undefined;
      }
      const { content } = found;
      const underWay = cached.renderings.get(url);
      const known = cached.answers.get(url) ?? (underWay?.content === content ? underWay.answer : undefined);
      if (known) {
        const answer = await known;
        if (!answer) return undefined;
        hits.inc();
        return bringUp(answer, found);
      }
      misses.inc();
      const rendering = {
        content,
        answer: render().then((rendered) => rendered && answerOf(rendered, found)),
      };
      cached.renderings.set(url, rendering);
      try {
        const answer = await rendering.answer;
        // An outdated or evicted result is not kept.
        if (answer && cached.renderings.get(url) === rendering && cache.peek(botId) === cached) {
          cached.answers.set(url, answer);
          // Setting it again updates its size.
          cache.delete(botId);
          cache.set(botId, cached);
        }
        return answer?.served;
      } finally {
        if (cached.renderings.get(url) === rendering) cached.renderings.delete(url);
      }
    },

    touch(botId) {
      const cached = cache.peek(botId);
      if (!cached) return;
      cached.look = undefined;
      cached.looking = undefined;
    },
  };
}

/**
 * The size in bytes: the text (at most two bytes per character), the sent bytes, and the smaller compressed bytes.
 */
function sizeOf({ answers }: Cached): number {
  let size = 1000;
  for (const { rendered, served } of answers.values())
    size += 2 * rendered.body.length + 1.5 * served.body.length;
  return Math.ceil(size);
}

function answerOf(rendered: Rendered, look: Look): Answer {
  return { rendered, content: look.content, look, served: pack(rendered, bytesOf(rendered, look)) };
}

/** Updates the check-in time of a response that is otherwise unchanged. */
function bringUp(answer: Answer, found: Look): PackedResponse {
  answer.look = found;
  const bytes = bytesOf(answer.rendered, found);
  if (!bytes.equals(answer.served.body)) answer.served = pack(answer.rendered, bytes);
  return answer.served;
}

function bytesOf({ body, withCheckIn }: Rendered, { checkedInAt }: Look): Buffer {
  return copyOf(Buffer.from(withCheckIn(body, checkedInAt)));
}
