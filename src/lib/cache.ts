import { LRUCache } from 'lru-cache';

/** A cache of this process by keys that were checked before. What was not used for the longest time goes first. */
export type Cache<Value extends NonNullable<unknown>, Context = undefined> = LRUCache<string, Value, Context>;

/** What a fetch found in the cache. */
export type CacheStatus<Value extends NonNullable<unknown>, Context> = LRUCache.Status<
  string,
  Value,
  Context
>;

interface Options<Value extends NonNullable<unknown>, Context>
  extends Omit<
    LRUCache.OptionsBase<string, Value, Context>,
    'max' | 'maxSize' | 'sizeCalculation' | 'ignoreFetchAbort'
  > {
  /** The memory of all entries with their keys, about. A larger entry is not kept. */
  readonly maxBytes: number;
  /** The memory of a value. Default: {@link bytesOf}, which visits all of it. */
  readonly sizeOf?: (value: Value) => number;
  /** What each entry counts with its key, where entries grow after they were set. */
  readonly entryBytes?: number;
}

/** Of an entry in the lists and maps of the library. */
const ENTRY_BYTES = 100;

/**
 * Makes a cache whose memory is bounded in bytes, whatever its entries are. All caches of the service come from here.
 *
 * A fetch that others push out meanwhile still answers those who wait for it.
 */
export function createCache<Value extends NonNullable<unknown>, Context = undefined>({
  maxBytes,
  sizeOf = bytesOf,
  entryBytes,
  ...options
}: Options<Value, Context>): Cache<Value, Context> {
  return new LRUCache<string, Value, Context>({
    ...options,
    // With `max`, lru-cache would take memory for all entries at once.
    maxSize: maxBytes,
    sizeCalculation: (value, key) => entryBytes ?? Math.ceil(ENTRY_BYTES + 2 * key.length + sizeOf(value)),
    ignoreFetchAbort: true,
  });
}

/** Makes a cache for each object that one is asked for, such as a database. */
export function cachePer<Of extends object, Value extends NonNullable<unknown>, Context = undefined>(
  optionsFor: (of: Of) => Options<Value, Context>,
): (of: Of) => Cache<Value, Context> {
  const caches = new WeakMap<Of, Cache<Value, Context>>();
  return (of) => {
    const known = caches.get(of);
    if (known) return known;
    const cache = createCache(optionsFor(of));
    caches.set(of, cache);
    return cache;
  };
}

/** Of an object or a list without what is in it, and of each of its places. */
const OBJECT_BYTES = 40;
const PLACE_BYTES = 8;

/** About the memory of plain data: texts, numbers, lists, objects, maps and bytes. */
export function bytesOf(value: unknown): number {
  let bytes = 0;
  const open = [value];
  const seen = new Set<object>();
  while (open.length > 0) {
    const next = open.pop();
    bytes += PLACE_BYTES;
    if (typeof next === 'string') bytes += 2 * next.length;
    if (typeof next !== 'object' || next === null || seen.has(next)) continue;
    seen.add(next);
    bytes += OBJECT_BYTES;
    if (ArrayBuffer.isView(next)) bytes += next.byteLength;
    else if (next instanceof Map) open.push(...next.keys(), ...next.values());
    else open.push(...(next instanceof Set ? next : Object.values(next)));
  }
  return bytes;
}
