import { type Position, setPosition } from '../kit/page-links.tsx';
import { messages } from '../words/messages.ts';

export type Order = keyof typeof messages.directory.orders;

/** What a visitor searches for, with which filters, and in which order. The filters have the schema's names. */
export interface Search {
  /** Words, or an empty text for all bots. */
  readonly search: string;
  readonly order: Order;
  /** Slugs of the tags that a bot must have. */
  readonly tags: string[];
  /** Slugs of the tags that a bot must not have. */
  readonly withoutTags: string[];
  /** Codes of languages. A bot must speak one of them. */
  readonly languages: string[];
  /** The minimum server count, or null. */
  readonly minServers: number | null;
  /** Whether the bot must have reported in the last 24 hours. */
  readonly isActive: boolean;
  /** Whether the bot must ask for no permission that can harm a server. */
  readonly isHarmless: boolean;
  /** The maximum number of permissions, or null. */
  readonly maxPermissions: number | null;
}

/** The choice for the maximum number of permissions. */
export const FEW_PERMISSIONS = 5;

/** A search has at most so many categories. */
const MAX_TAGS = 5;

/** The first page of the directory. */
export const EVERYTHING: Search = {
  search: '',
  order: 'VOTES',
  tags: [],
  withoutTags: [],
  languages: [],
  minServers: null,
  isActive: false,
  isHarmless: false,
  maxPermissions: null,
};

/** The order of a list whose address names none. */
export function defaultOrder(search: string): Order {
  return search === '' ? 'VOTES' : 'RELEVANCE';
}

/**
 * A search in another category, with the other filters and the order. A single category is where the visitor is, and
 * the new one replaces it; of several, which were chosen as filters, all stay.
 */
export function inCategory(wanted: Search, slug: string): Search {
  const kept =
    wanted.tags.length > 1 ? wanted.tags.filter((other) => other !== slug).slice(0, MAX_TAGS - 1) : [];
  return {
    ...withoutWords(wanted),
    tags: [...kept, slug],
    withoutTags: wanted.withoutTags.filter((other) => other !== slug),
  };
}

/** The list of a search without its words. Only words have an order by relevance. */
export function withoutWords(wanted: Search): Search {
  return { ...wanted, search: '', order: wanted.order === 'RELEVANCE' ? EVERYTHING.order : wanted.order };
}

/** The path of a page of the directory, without the parameters that have their default. One tag has a path of its own. */
export function directoryPath(wanted: Search, position: Position = {}): string {
  const [tag, ...others] = wanted.tags;
  const isTagPage = tag !== undefined && others.length === 0;
  const query = new URLSearchParams(parametersOf({ ...wanted, tags: isTagPage ? [] : wanted.tags }));
  setPosition(query, position);
  const path = isTagPage ? `/tag/${tag}` : '/bots';
  return query.size === 0 ? path : `${path}?${query}`;
}

/** The parameters of a search, which are also the hidden fields of its forms. */
export function parametersOf({
  search,
  order,
  tags,
  withoutTags,
  languages,
  minServers,
  isActive,
  isHarmless,
  maxPermissions,
}: Search): [string, string][] {
  return [
    ...(search === '' ? [] : [['q', search] as [string, string]]),
    ...tags.map((slug): [string, string] => ['tag', slug]),
    ...withoutTags.map((slug): [string, string] => ['not', slug]),
    // `lang` is the language of the page.
    ...languages.map((code): [string, string] => ['speaks', code]),
    ...(minServers === null ? [] : [['servers', `${minServers}`] as [string, string]]),
    ...(isActive ? [['active', '1'] as [string, string]] : []),
    ...(isHarmless ? [['sensitive', 'none'] as [string, string]] : []),
    ...(maxPermissions === null ? [] : [['permissions', `${maxPermissions}`] as [string, string]]),
    ...(order === defaultOrder(search) ? [] : [['order', order.toLowerCase()] as [string, string]]),
  ];
}

/**
 * Reads a search from a query. An unknown order or number counts as none. Tags may be written as labels.
 *
 * @param tag the slug of the tag in the path
 */
export function readSearch(query: URLSearchParams, tag?: string): Search {
  const search = query.get('q')?.trim() ?? '';
  const order = query.get('order')?.toUpperCase() ?? '';
  const isOrder = Object.hasOwn(messages.directory.orders, order) && (order !== 'RELEVANCE' || search !== '');
  const servers = /^[1-9]\d{0,8}$/.exec(query.get('servers') ?? '')?.[0];
  const permissions = /^\d{1,2}$/.exec(query.get('permissions') ?? '')?.[0];
  return {
    search,
    order: isOrder ? (order as Order) : defaultOrder(search),
    tags: slugs([...(tag === undefined ? [] : [tag]), ...query.getAll('tag')]),
    withoutTags: slugs(query.getAll('not')),
    languages: slugs(query.getAll('speaks')),
    minServers: servers === undefined ? null : Number(servers),
    isActive: query.get('active') === '1',
    isHarmless: query.get('sensitive') === 'none',
    maxPermissions: permissions === undefined ? null : Number(permissions),
  };
}

/** A search takes fewer, and says so. The rest of a longer list changes nothing. */
const MAX_SLUGS = 100;

function slugs(values: readonly string[]): string[] {
  const written = values.map((value) => value.trim().toLowerCase().replaceAll(' ', '-'));
  return [...new Set(written)].filter((slug) => slug !== '').slice(0, MAX_SLUGS);
}

/** The path of a page of a user's bots. */
export function userPath(userId: string, position: Position = {}): string {
  const query = new URLSearchParams();
  setPosition(query, position);
  return query.size === 0 ? `/user/${userId}` : `/user/${userId}?${query}`;
}
