import { LRUCache } from 'lru-cache';
import { Counter, type Registry } from 'prom-client';
import { copyOf, pack, type Rendered, type Served } from './served.ts';

/** What tells whether an answer about a listing is still true. */
export interface ListingVersion {
  /** Another one after each change of what is shown, apart from the time of the last report. */
  readonly content: string;
  readonly checkedInAt: Date | null;
}

export interface PageCache {
  /**
   * An answer whose listing was looked at a moment ago, without waiting for anything.
   *
   * @param url path and query, as they were asked for
   */
  peek(url: string): Served | undefined;
  /**
   * The answer at this address: the cached one as long as it is true, else a new one, which all get who ask meanwhile.
   *
   * @param url path and query in their only spelling
   * @param render undefined when there is nothing to be shown
   * @returns undefined when the listing is not public
   */
  serve(url: string, botId: string, render: () => Promise<Rendered | undefined>): Promise<Served | undefined>;
  /** A listing may have changed: it is looked at before anything of it is served again. */
  touch(botId: string): void;
}

export interface PageCacheOptions {
  /** @returns undefined when the listing is not public */
  readonly readVersion: (botId: string) => Promise<ListingVersion | undefined>;
  readonly now: () => Date;
  /** Gets the counters of the cache. */
  readonly registry: Registry;
}

/** What was found when a listing was looked at; answers refer to it, so that they are of one look. */
interface Look extends ListingVersion {
  readonly at: number;
}

interface Answer {
  readonly rendered: Rendered;
  readonly content: string;
  look: Look;
  served: Served;
}

interface Cached {
  readonly answers: Map<string, Answer>;
  /** Under way, by address, for all who ask while the listing is like this. */
  readonly renderings: Map<
    string,
    { readonly content: string; readonly answer: Promise<Answer | undefined> }
  >;
  look?: Look | undefined;
  /** Under way. */
  looking?: Promise<Look | undefined> | undefined;
}

/** So long after a look a listing counts as unchanged, whatever another process did. */
const FRESH_MS = 1000;
/** Some 400 pages and their widgets: what many ask for at the same time, in a process of 200 MB. */
const MAX_BYTES = 24 * 1024 * 1024;
const ADDRESS = /^\/(?:bot|widget)\/(\d{17,19})(?![/\d])/;

/**
 * Keeps rendered answers about listings. Before one is served, its listing is looked at: one read by primary keys, at most
 * once a second for a listing that is asked for. So each process notices what any other changed without being told, and
 * changing a listing or reporting costs nothing for it. What this process itself changes it notices at the next request.
 */
export function createPageCache({ readVersion, now, registry }: PageCacheOptions): PageCache {
  const cache = new LRUCache<string, Cached>({ maxSize: MAX_BYTES, sizeCalculation: sizeOf });
  const registers = [registry];
  const hits = new Counter({
    name: 'page_cache_hits_total',
    help: 'Answers about listings that were served as they were rendered for somebody else.',
    registers,
  });
  const misses = new Counter({
    name: 'page_cache_misses_total',
    help: 'Answers about listings that had to be rendered.',
    registers,
  });
  const invalidations = new Counter({
    name: 'page_cache_invalidations_total',
    help: 'Answers that were dropped because their listing had changed.',
    registers,
  });

  const isFresh = (look: Look | undefined) => look !== undefined && now().getTime() - look.at < FRESH_MS;

  async function read(botId: string): Promise<Look | undefined> {
    const at = now();
    const version = await readVersion(botId);
    // Charts end with the present day.
    const content = `${at.toISOString().slice(0, 10)} ${version?.content}`;
    return version && { ...version, content, at: at.getTime() };
  }

  /** One at a time for a listing; what was touched meanwhile may be out of date already, and is not kept. */
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

  /** It is there before its listing is looked at, so that all who ask meanwhile share it, and {@link PageCache.touch} finds it. */
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
        // What was overtaken or thrown out meanwhile is not kept.
        if (answer && cached.renderings.get(url) === rendering && cache.peek(botId) === cached) {
          cached.answers.set(url, answer);
          // Set anew, so that its size is counted anew.
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

/** The text, in which a character takes two bytes at most, the bytes that are sent, and the compressed ones, which are fewer. */
function sizeOf({ answers }: Cached): number {
  let size = 1000;
  for (const { rendered, served } of answers.values())
    size += 2 * rendered.body.length + 1.5 * served.body.length;
  return Math.ceil(size);
}

function answerOf(rendered: Rendered, look: Look): Answer {
  return { rendered, content: look.content, look, served: pack(rendered, bytesOf(rendered, look)) };
}

/** What has not changed but for the time of the last report. */
function bringUp(answer: Answer, found: Look): Served {
  answer.look = found;
  const bytes = bytesOf(answer.rendered, found);
  if (!bytes.equals(answer.served.body)) answer.served = pack(answer.rendered, bytes);
  return answer.served;
}

function bytesOf({ body, withLife }: Rendered, { checkedInAt }: Look): Buffer {
  return copyOf(Buffer.from(withLife(body, checkedInAt)));
}
