import { Counter, type Registry } from 'prom-client';
import { type Cache, type CacheStatus, createCache } from '../../lib/cache.ts';
import { copyOf } from './copy-of.ts';
import { type Kept, type PackedResponse, pack, type Rendered } from './packed-response.ts';
import { type Template, templateOf } from './template.ts';

/** The version of a listing. A cached response with the same version is still valid. */
export interface ListingVersion {
  /** Changes with everything that is shown, except the check-in time. */
  readonly content: string;
  readonly checkedInAt: Date | null;
}

/** Caches rendered responses: those about a listing by its version, lists of bots for a second. */
export interface PageCache {
  /**
   * Returns a cached response without waiting, if its listing was checked, or its list rendered, within the last second.
   *
   * @param url path and query as they were requested
   * @param variant of the response, as in `serve`
   */
  peek(url: string, variant?: string): PackedResponse | undefined;
  /**
   * Returns the cached response if it is still valid, and otherwise renders a new one. Concurrent requests share it.
   *
   * @param url path and query in their normalized form
   * @param render renders the response; undefined when there is nothing to show
   * @param variant what else decides the response, such as its language. There must be few: each is kept
   * @returns undefined when the listing is not public
   */
  serve(
    url: string,
    botId: string,
    render: () => Promise<Rendered | undefined>,
    variant?: string,
  ): Promise<Kept | undefined>;
  /**
   * Returns a list that was rendered within the last second, and otherwise renders it. Concurrent requests share it.
   *
   * @param url path and query in their only form: each one is kept
   * @throws whatever `render` throws
   */
  serveList(url: string, render: () => Promise<Rendered>, variant?: string): Promise<Kept>;
  /** Reports that a listing may have changed. It is checked before its next response. */
  touch(botId: string): void;
}

/** The parts that the cache needs. */
export interface PageCacheOptions {
  /** @returns undefined when the listing is not public */
  readonly readVersion: (botId: string) => Promise<ListingVersion | undefined>;
  readonly now: () => Date;
  /** Milliseconds since any moment, of a clock that never jumps. Default: this process's. */
  readonly steadyMs?: () => number;
  /** Receives the counters of the cache. */
  readonly registry: Registry;
}

/** The result of a check of a listing. Responses refer to it, so it is compared by identity. */
interface Look {
  /** Undefined when the listing is not public. */
  readonly version: ListingVersion | undefined;
  /** Part of the key of each response: another content has other responses. */
  readonly content: string;
  /** The content that the check before found, if it was another one. */
  readonly before?: string | undefined;
}

interface Answer {
  readonly rendered: Omit<Rendered, 'body'>;
  readonly template: Template;
  look: Look;
  packed: PackedResponse;
}

type RenderList = () => Promise<Rendered>;

/** How a response is made, when it is not in the cache. */
interface Rendering {
  readonly look: Look;
  readonly render: () => Promise<Rendered | undefined>;
}

/** The time between two checks of a listing. A change by another process shows up after this time. */
const FRESH_MS = 1000;
/** Of about twenty thousand checks. */
const LOOK_BYTES = 10 * 1024 * 1024;
/** About 150 pages with their widgets, in a process of 200 MB. */
const MAX_BYTES = 16 * 1024 * 1024;
/** About 80 lists with their compressed bytes. */
const MAX_LIST_BYTES = 8 * 1024 * 1024;
const ADDRESS = /^\/(?:bot|widget)\/(\d{17,19})(?![/\d])/;

/**
 * Makes the cache. Before it serves a response, it checks the listing: one read by primary keys, at most once a
 * second per requested listing. So each process sees the changes of all processes without messages between them, and
 * a change costs nothing extra. Changes by this process are visible at the next request.
 */
export function createPageCache({
  readVersion,
  now,
  steadyMs = () => performance.now(),
  registry,
}: PageCacheOptions): PageCache {
  const { hits, misses, invalidations } = createCounters(registry);
  const looks = createLooks(readVersion, now, steadyMs);
  const answers = createAnswers();
  const lists = createLists(steadyMs);

  function dropOutdated(url: string, variant: string | undefined, { before }: Look): void {
    const key = keyOf(url, variant, before ?? '');
    if (before === undefined || answers.peek(key) === undefined) return;
    answers.delete(key);
    invalidations.inc();
  }

  function peekList(url: string, variant: string | undefined): PackedResponse | undefined {
    const list = lists.get(keyOf(url, variant, LIST))?.packed;
    if (list) hits.inc();
    return list;
  }

  return {
    peek(url, variant) {
      const botId = ADDRESS.exec(url)?.[1];
      if (botId === undefined) return peekList(url, variant);
      const look = looks.get(botId);
      if (!look?.version) return undefined;
      const answer = answers.get(keyOf(url, variant, look.content));
      if (answer === undefined || answer === 'nothing') return undefined;
      hits.inc();
      return bringUp(answer, look).packed;
    },

    async serve(url, botId, render, variant) {
      const look = await looks.fetch(botId);
      if (!look) return undefined;
      dropOutdated(url, variant, look);
      if (!look.version) return undefined;
      const status: CacheStatus<Answer | 'nothing', Rendering> = {};
      const key = keyOf(url, variant, look.content);
      const rendering = answers.fetch(key, { context: { look, render }, status });
      const isMiss = status.fetch === 'miss';
      if (isMiss) misses.inc();
      const answer = await rendering;
      if (answer === undefined || answer === 'nothing') {
        answers.delete(key);
        return undefined;
      }
      if (!isMiss) hits.inc();
      const { packed, template } = bringUp(answer, look);
      return { packed, template, checkedInAt: look.version.checkedInAt };
    },

    async serveList(url, render, variant) {
      const status: CacheStatus<Kept, RenderList> = {};
      const rendering = lists.fetch(keyOf(url, variant, LIST), { context: render, status });
      (status.fetch === 'miss' || status.fetch === 'stale' ? misses : hits).inc();
      const list = await rendering;
      if (!list) throw new Error('A list was not rendered.');
      return list;
    },

    touch(botId) {
      const look = looks.peek(botId);
      // What is known stays, to compare with it, but is outdated from now on. A running check is replaced.
      if (look) looks.set(botId, look, { start: steadyMs() - FRESH_MS });
      else looks.delete(botId);
    },
  };
}

function createCounters(registry: Registry) {
  // Caches of one process share them.
  const counter = (name: string, help: string) =>
    (registry.getSingleMetric(name) as Counter | undefined) ??
    new Counter({ name, help, registers: [registry] });
  return {
    hits: counter(
      'page_cache_hits_total',
      'Responses about listings, and lists of them, that were served from the cache.',
    ),
    misses: counter(
      'page_cache_misses_total',
      'Responses about listings, and lists of them, that were rendered.',
    ),
    invalidations: counter(
      'page_cache_invalidations_total',
      'Cached responses that were dropped because their listing had changed.',
    ),
  };
}

/** The checks of listings by the id of the bot. */
function createLooks(
  readVersion: PageCacheOptions['readVersion'],
  now: () => Date,
  steadyMs: () => number,
): Cache<Look> {
  return createCache<Look>({
    maxBytes: LOOK_BYTES,
    ...freshness(steadyMs),
    // The check before stays, to compare with it.
    noDeleteOnStaleGet: true,
    async fetchMethod(botId, before, { options }) {
      const at = now();
      const startedAt = steadyMs();
      const version = await readVersion(botId);
      options.ttl = timeLeft(steadyMs() - startedAt);
      // Charts end today, and a page shows cards of other bots. So the tens of minutes are part of the version.
      const content = `${at.toISOString().slice(0, 15)} ${version?.content}`;
      return { version, content, ...(before && before.content !== content && { before: before.content }) };
    },
  });
}

/** The responses about listings. They do not age: a new version has new keys. */
function createAnswers(): Cache<Answer | 'nothing', Rendering> {
  return createCache<Answer | 'nothing', Rendering>({
    maxBytes: MAX_BYTES,
    sizeOf: (answer) => (answer === 'nothing' ? 0 : sizeOf(answer)),
    async fetchMethod(_key, _before, { context: { look, render } }) {
      const rendered = await render();
      return rendered ? newAnswer(rendered, look) : 'nothing';
    },
  });
}

function createLists(steadyMs: () => number): Cache<Kept, RenderList> {
  return createCache<Kept, RenderList>({
    maxBytes: MAX_LIST_BYTES,
    sizeOf,
    ...freshness(steadyMs),
    // Only a rendered list has a TTL: one that takes longer than a second is not purged while it is rendered.
    ttl: 0,
    // Nobody is sent an old list, so it leaves the memory at once: after a busy minute that is all of the size above.
    ttlAutopurge: true,
    async fetchMethod(_key, _before, { context: render, options }) {
      const startedAt = steadyMs();
      const { headers, body, fill } = await render();
      options.ttl = timeLeft(steadyMs() - startedAt);
      const template = templateOf(body);
      const bytes = template.fill((hole) => fill(hole, null));
      return { packed: pack({ headers }, copyOf(bytes)), template, checkedInAt: null };
    },
  });
}

/** An entry is fresh up to and including its TTL. */
const TTL_MS = FRESH_MS - 1;

const freshness = (steadyMs: () => number) => ({
  ttl: TTL_MS,
  // With the time of day, a step back would keep a suspended listing public for as long.
  perf: { now: steadyMs },
  ttlResolution: 0,
});

/** An entry is as old as the start of its reading, not its end. */
const timeLeft = (readMs: number) => Math.max(1, TTL_MS - readMs);

/** In the place of a listing's version. */
const LIST = 'list';

/** An address has no space, so an address and a variant never read as another address. */
const keyOf = (url: string, variant = '', content: string): string => `${content} ${variant} ${url}`;

function newAnswer({ body, ...rendered }: Rendered, look: Look): Answer {
  const template = templateOf(body);
  return { rendered, look, template, packed: pack(rendered, bytesOf({ rendered, template }, look)) };
}

/** The size in bytes: the template, the sent bytes, and the smaller compressed bytes. */
function sizeOf({ template, packed }: Pick<Kept, 'template' | 'packed'>): number {
  return Math.ceil(1000 + template.bytes + 1.5 * packed.body.length);
}

/** Updates the check-in time of a response that is otherwise unchanged. */
function bringUp(answer: Answer, look: Look): Answer {
  if (answer.look === look) return answer;
  answer.look = look;
  const bytes = bytesOf(answer, look);
  if (!bytes.equals(answer.packed.body)) answer.packed = pack(answer.rendered, bytes);
  return answer;
}

function bytesOf({ rendered, template }: Pick<Answer, 'rendered' | 'template'>, { version }: Look): Buffer {
  return copyOf(template.fill((hole) => rendered.fill(hole, version?.checkedInAt ?? null)));
}
