import { askedPermissions } from '../../terms/invite-permissions.ts';
import { InvalidInputError } from '../kernel/errors.ts';
import { isBotLanguage, MAX_LANGUAGES } from '../listing/languages.ts';
import type { Listing } from '../listing/read.ts';
import { findTag } from '../listing/tags.ts';

/** Filters of the directory, besides a search. */
export interface Facets {
  /** Slugs. A listing must have all of these tags. */
  readonly tags: readonly string[];
  /** Slugs. A listing must have none of these tags. */
  readonly without: readonly string[];
  /** Codes. The bot speaks at least one of these languages; without any, it may speak none. */
  readonly languages: readonly string[];
  readonly minServers?: number | undefined;
  /** The bot has reported since this time. */
  readonly activeSince?: Date | undefined;
  /** The invite asks for no permission that can harm a server. */
  readonly isHarmless?: boolean | undefined;
  /** The invite asks for at most so many permissions. */
  readonly maxPermissions?: number | undefined;
}

export const NO_FACETS: Facets = { tags: [], without: [], languages: [] };

/** A listing has at most so many tags. */
export const MAX_TAGS = 5;
/** A filter excludes at most so many tags. */
export const MAX_WITHOUT = 10;

/**
 * Checks filters, and drops repeated tags.
 *
 * @throws {InvalidInputError} when there are too many or unknown tags or languages, contradictory tags, or an invalid
 *   number
 */
export function checkFacets(facets: Facets): Facets {
  const { tags, without, languages, minServers, maxPermissions } = facets;
  const [wanted, unwanted, spoken] = [new Set(tags), new Set(without), new Set(languages)];
  if (wanted.size > MAX_TAGS) throw new InvalidInputError('filter.tooManyTags', { max: MAX_TAGS });
  if (unwanted.size > MAX_WITHOUT)
    throw new InvalidInputError('filter.tooManyExcluded', { max: MAX_WITHOUT });
  for (const slug of [...wanted, ...unwanted]) {
    if (!findTag(slug)) throw new InvalidInputError('filter.unknownTag');
  }
  const both = [...wanted].find((slug) => unwanted.has(slug));
  if (both !== undefined) {
    throw new InvalidInputError('filter.contradiction', { tag: findTag(both)?.label ?? both });
  }
  if (spoken.size > MAX_LANGUAGES) {
    throw new InvalidInputError('filter.tooManyLanguages', { max: MAX_LANGUAGES });
  }
  if (![...spoken].every(isBotLanguage)) throw new InvalidInputError('filter.unknownLanguage');
  if (minServers !== undefined && (!Number.isInteger(minServers) || minServers < 0)) {
    throw new InvalidInputError('filter.servers');
  }
  if (maxPermissions !== undefined && (!Number.isInteger(maxPermissions) || maxPermissions < 0)) {
    throw new InvalidInputError('filter.permissions');
  }
  return {
    ...facets,
    tags: [...wanted],
    without: [...unwanted],
    languages: [...spoken],
    minServers: minServers || undefined,
  };
}

/** Whether a listing fits the filters. */
export function fits(
  listing: Pick<
    Listing,
    'tags' | 'languages' | 'serverCount' | 'checkedInAt' | 'inviteScopes' | 'invitePermissions'
  >,
  { tags, without, languages, minServers, activeSince, isHarmless, maxPermissions }: Facets,
): boolean {
  const { known = [], unknownCount = 0 } = askedPermissions(listing) ?? {};
  return (
    tags.every((slug) => listing.tags.includes(slug)) &&
    !without.some((slug) => listing.tags.includes(slug)) &&
    (languages.length === 0 || languages.some((code) => listing.languages.includes(code))) &&
    (minServers === undefined || (listing.serverCount ?? -1) >= minServers) &&
    (activeSince === undefined || (listing.checkedInAt !== null && listing.checkedInAt >= activeSince)) &&
    !(isHarmless && known.some(({ isDangerous }) => isDangerous)) &&
    (maxPermissions === undefined || known.length + unknownCount <= maxPermissions)
  );
}

/** The kinds of filters. */
type FacetName = keyof Facets;

/** The kinds that narrow a list, in the order in which a list without results drops them. */
export function namesOf(facets: Facets): FacetName[] {
  const order: readonly FacetName[] = [
    'activeSince',
    'minServers',
    'maxPermissions',
    'isHarmless',
    'without',
    'languages',
    'tags',
  ];
  return order.filter((name) => {
    const value = facets[name];
    return Array.isArray(value) ? value.length > 0 : value !== undefined && value !== false;
  });
}

/** The filters without those of a kind. */
export function withoutFacet(facets: Facets, name: FacetName): Facets {
  const isList = name === 'tags' || name === 'without' || name === 'languages';
  return { ...facets, [name]: isList ? [] : undefined };
}

/** Each filter on its own. The languages are one, because a bot must speak only one of them. */
export function facetsOneByOne(facets: Facets): Facets[] {
  return namesOf(facets).flatMap((name) =>
    name === 'tags' || name === 'without'
      ? facets[name].map((slug) => ({ ...NO_FACETS, [name]: [slug] }))
      : [{ ...NO_FACETS, [name]: facets[name] }],
  );
}

/** Filters together. */
export function joined(all: readonly Facets[]): Facets {
  return {
    ...Object.assign({}, ...all),
    tags: all.flatMap(({ tags }) => tags),
    without: all.flatMap(({ without }) => without),
    languages: all.flatMap(({ languages }) => languages),
  };
}
