import type { VNode } from 'preact';
import { graphql, type ResultOf } from '../../documents/graphql.ts';
import { Icon } from '../kit/icon.tsx';
import { PageLinks, type pageEnds } from '../kit/page-links.tsx';
import { SearchForm } from '../kit/search-form.tsx';
import { byUse, TagChip, tagLabel, type tagLink } from '../kit/tags.tsx';
import { type BotRow, BotRows } from '../listing/bot-row.tsx';
import { MAX_COMPARED } from '../listing/compare-page.tsx';
import { perLanguage } from '../words/current-language.ts';
import { messages } from '../words/messages.ts';
import { formatNumber } from '../words/numbers.ts';
import {
  defaultOrder,
  directoryPath,
  EVERYTHING,
  type Order,
  parametersOf,
  type Search,
} from './directory-address.ts';
import { type Counts, clearPath, FilterPanel, type Offered } from './filter-panel.tsx';
import { ChosenFilters, Contradictions, countFilters, hasFilters, missingFilters } from './filters.tsx';

export const tagWithCount = graphql('fragment TagWithCount on Tag { slug label botCount }');

export const relaxedSearch = graphql(
  `fragment RelaxedSearch on RelaxedSearch {
    search tags withoutTags languages minServers isActive isHarmless maxPermissions
  }`,
);

export const offeredSearch = graphql(
  `fragment OfferedSearch on OfferedSearch {
    search { search tags withoutTags languages minServers isActive isHarmless maxPermissions } botCount isExact
  }`,
);

export type Tag = ResultOf<typeof tagLink>;

/** One page of a list of bots. */
export interface BotList {
  readonly edges: readonly { readonly node: BotRow }[];
  readonly pageInfo: ResultOf<typeof pageEnds>;
}

/** What a visitor wants to see of the directory. */
export interface Wanted extends Search {
  /** The tags of the search. */
  readonly chosen: readonly Tag[];
  /** Whether the address names a position in the middle of the list. */
  readonly isLaterPage: boolean;
  /** The number of the first bot of the page; NaN when it is not known. */
  readonly from: number;
}

/** What was found of a search besides bots. */
export interface Findings {
  readonly counts: Counts;
  /** What the bots match, if nothing matches all of the search. */
  readonly relaxedSearch: ResultOf<typeof relaxedSearch> | null;
  /** The search that the bots match, if nothing matches the typed one. */
  readonly correctedSearch: string | null;
  /** A search that may be meant. */
  readonly alternativeSearch: string | null;
  readonly namedTags: readonly Tag[];
  /** Searches with filters in the place of words. */
  readonly offeredSearches: readonly ResultOf<typeof offeredSearch>[];
}

export interface Directory extends Wanted {
  /** The bots, or a sentence that says why the search is refused. */
  readonly bots: (BotList & Findings) | { readonly problem: string };
  readonly offered: Offered;
  readonly now: Date;
  /** Whether the page links to the form for a new listing. */
  readonly canSubmit: boolean;
  /** The path of `filters.js`. */
  readonly filtersScript: string;
}

const list = perLanguage((language) => new Intl.ListFormat(language));

export function directoryTitle({ search, chosen }: Wanted): string {
  const tags = list().format(chosen.map(tagLabel));
  if (tags !== '' && search !== '') return messages.directory.taggedResults({ search, tag: tags });
  if (tags !== '') return messages.directory.tagged({ tag: tags });
  return search === '' ? messages.directory.title : messages.directory.results({ search });
}

export function DirectoryPage(directory: Directory): VNode {
  const { bots, offered } = directory;
  if ('problem' in bots) {
    const contradictions = Contradictions(directory, offered.tags);
    const refusal = (
      <>
        <span role="alert">{bots.problem}</span>
        {contradictions}
      </>
    );
    const title = contradictions ? messages.filters.contradiction : messages.failures.inputTitle;
    return Frame(directory, title, NoBots(directory, refusal));
  }
  // From here on, links are about the search that was found.
  const shown = { ...directory, ...foundSearch(directory, bots) };
  return Frame(shown, directoryTitle(shown), FoundBots(directory, shown, bots), directory);
}

/** The search that the bots match: with the spelling corrected, or without a part that nothing matches. */
export function foundSearch(wanted: Search, { correctedSearch, relaxedSearch: less }: Findings): Search {
  if (correctedSearch !== null) return { ...wanted, search: correctedSearch };
  return less === null ? wanted : searchFrom(wanted, less);
}

/** The search as the schema has it, in the order of another one. */
function searchFrom({ order }: Search, found: ResultOf<typeof relaxedSearch>): Search {
  return {
    order,
    search: found.search,
    tags: found.tags,
    without: found.withoutTags,
    languages: found.languages,
    servers: found.minServers ?? undefined,
    active: found.isActive,
    isHarmless: found.isHarmless,
    maxPermissions: found.maxPermissions ?? undefined,
  };
}

/** @param asked whose filters are in the panel */
function Frame(directory: Directory, title: string, content: VNode, asked: Search = directory): VNode {
  const { bots, offered, filtersScript } = directory;
  return (
    <div class="directory">
      <div class="top">
        <h1>{title}</h1>
        {SearchFields(directory)}
      </div>
      {FilterPanel(asked, offered, 'counts' in bots ? bots.counts : undefined)}
      <div class="list" id="results" tabindex={-1}>
        {content}
      </div>
      <script type="module" src={filtersScript} />
    </div>
  );
}

/** @param asked the search as it was typed and filtered */
function FoundBots(asked: Directory, shown: Directory, bots: BotList & Findings): VNode {
  const { offered, from } = shown;
  const next = from + bots.edges.length;
  return (
    <>
      <div class="directory-tools">
        {OrderList(shown)}
        {FiltersButton(asked)}
      </div>
      {ChosenFilters(asked, offered.tags)}
      {SpellingNote(shown, bots, asked.search)}
      {RelaxedNote(relaxedText(asked, shown, bots, offered.tags))}
      {OfferedSearches(asked, bots.offeredSearches, offered.tags)}
      {NamedTags(bots.namedTags.filter(({ slug }) => !shown.tags.includes(slug)))}
      {bots.edges.length === 0 ? NoBots(shown, noneText(shown)) : ComparableRows(shown, bots)}
      {PageLinks(
        bots.pageInfo,
        (position) => directoryPath(shown, position),
        Number.isNaN(from) ? undefined : { from, next },
      )}
      {shown.canSubmit ? (
        <p class="note">
          {messages.directory.missing}{' '}
          <a href="/submit" rel="nofollow">
            {messages.navigation.submit}
          </a>
        </p>
      ) : null}
    </>
  );
}

/** The numbers of each choice, for the script that counts it. */
const COUNTS = Array.from({ length: MAX_COMPARED }, (_, index) => index + 1);

/** The cards, in a form that compares those that are chosen. */
function ComparableRows(shown: Directory, bots: BotList & Findings): VNode {
  return (
    <>
      <div class="found">
        {RangeNote(rangeText(shown, bots))}
        <p class="note">{messages.compare.hint({ max: MAX_COMPARED })}</p>
      </div>
      <form class="comparing" action="/compare">
        {BotRows(bots.edges, shown.now, 2, shown.order === 'TRENDING' ? 'trend' : 'numbers', true)}
        <div class="bar">
          <output data-full={messages.compare.full({ max: MAX_COMPARED })} />
          <button
            type="submit"
            class="button"
            data-counts={JSON.stringify(COUNTS.map((count) => messages.compare.chosenCount({ count })))}
          >
            {Icon('columns-2')}
            <span>{messages.compare.chosen}</span>
          </button>
          <button type="reset" class="quiet" title={messages.compare.clear}>
            {Icon('x')}
            <span class="hidden">{messages.compare.clear}</span>
          </button>
        </div>
      </form>
    </>
  );
}

/** Opens the filters on a phone, where they are a sheet. */
function FiltersButton(wanted: Search): VNode {
  // The category of a page is where the visitor is: nobody chose it as a filter.
  const count = hasFilters(wanted) ? countFilters(wanted) : 0;
  return (
    <button type="button" class="quiet open-filters" popovertarget="filters">
      {Icon('sliders-horizontal')}
      {messages.filters.title}
      {count === 0 ? null : <span class="count">{count}</span>}
    </button>
  );
}

/** Says that there are no bots, in the words for the search. */
export function noneText(directory: Wanted): string {
  if (directory.isLaterPage) return messages.directory.noMore;
  if (hasFilters(directory)) return messages.filters.noneFit;
  if (directory.search !== '') return messages.directory.noneFound;
  return directory.tags.length > 0 ? messages.directory.noneTagged : messages.directory.none;
}

/** Which bots of how many are on the page; undefined when the position is not known. */
export function rangeText(
  { from, isLaterPage }: Wanted,
  { edges, counts, pageInfo }: BotList & Findings,
): string | undefined {
  if (Number.isNaN(from)) return undefined;
  const to = from + edges.length - 1;
  const isWhole = !isLaterPage && !pageInfo.hasNextPage;
  // Counts may be a minute old, and do not have those that match in their long texts only.
  const total = isWhole ? to : Math.max(counts.total, to);
  const isExact = isWhole || (counts.isExact && total === counts.total);
  const numbers = { from: formatNumber(from), to: formatNumber(to), total: formatNumber(total) };
  if (isWhole) return messages.home.botCount({ count: total });
  return isExact ? messages.directory.range(numbers) : messages.directory.rangeOfMany(numbers);
}

const RangeNote = (text: string | undefined): VNode | null =>
  text === undefined ? null : <p class="range note">{text}</p>;

/** Says what was left out of a search, because nothing matches all of it. */
export function relaxedText(
  asked: Search,
  shown: Search,
  { relaxedSearch: less }: Findings,
  tags: readonly Tag[],
): string | undefined {
  if (less === null) return undefined;
  const filters = missingFilters(asked, shown, tags);
  return [
    shown.search === asked.search.toLowerCase()
      ? ''
      : shown.search === ''
        ? messages.directory.noWords({ typed: asked.search })
        : messages.directory.lessWords({ typed: asked.search, search: shown.search }),
    filters.length === 0 ? '' : messages.filters.less({ filters: list().format(filters) }),
  ]
    .join(' ')
    .trim();
}

function RelaxedNote(text: string | undefined): VNode | null {
  return text === undefined ? null : (
    <p class="notice" role="status">
      {text}
    </p>
  );
}

/** Categories to go on with where no bot is shown. */
const OFFERED = 6;

function NoBots(directory: Directory, message: VNode | string): VNode {
  const popular = byUse(directory.offered.tags.filter(({ botCount }) => botCount > 0)).slice(0, OFFERED);
  return (
    <div class="empty">
      <div>{message}</div>
      {hasFilters(directory) && !directory.isLaterPage ? (
        <a class="button quiet small" href={clearPath(directory)}>
          {messages.filters.clear}
        </a>
      ) : null}
      {popular.length === 0 ? null : (
        <ul class="chips" aria-label={messages.home.popular}>
          {popular.map(TagChip)}
          <li>
            <a href="/bots">
              {Icon('compass')}
              {messages.directory.title}
            </a>
          </li>
        </ul>
      )}
    </div>
  );
}

function SpellingNote(
  wanted: Search,
  { correctedSearch, alternativeSearch }: Findings,
  typed: string,
): VNode | null {
  if (correctedSearch !== null) {
    return (
      <p class="notice" role="status">
        {messages.directory.corrected({ typed, search: correctedSearch })}
      </p>
    );
  }
  if (alternativeSearch === null) return null;
  const path = directoryPath({ ...wanted, search: alternativeSearch });
  return (
    <p class="notice">
      {messages.directory.alternative} <a href={path}>{alternativeSearch}</a>?
    </p>
  );
}

/** An offer: its path, its name and its count. */
export function offerText(
  asked: Search,
  { search, botCount, isExact }: Findings['offeredSearches'][number],
  tags: readonly Tag[],
): { readonly path: string; readonly label: string; readonly count: string } {
  const found = searchFrom(asked, search);
  const words = found.search === '' ? [] : [found.search];
  const order = asked.order === 'RELEVANCE' ? defaultOrder(found.search) : asked.order;
  return {
    path: directoryPath({ ...found, order }),
    label: [...words, ...missingFilters(found, asked, tags)].join(' · '),
    count: isExact
      ? messages.home.botCount({ count: botCount })
      : messages.directory.more({ count: formatNumber(botCount) }),
  };
}

/** Offers filters for the words that name them. */
function OfferedSearches(
  asked: Search,
  offers: Findings['offeredSearches'],
  tags: readonly Tag[],
): VNode | null {
  if (offers.length === 0) return null;
  return (
    <div class="named">
      <p class="note" id="offered">
        {messages.directory.offered}
      </p>
      <ul class="chips" aria-labelledby="offered">
        {offers.map((offer) => {
          const { path, label, count } = offerText(asked, offer, tags);
          return (
            <li>
              <a href={path} rel="nofollow">
                {Icon('sliders-horizontal')}
                {label} <span class="note">{count}</span>
              </a>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The categories that a search names. */
function NamedTags(tags: readonly Tag[]): VNode | null {
  if (tags.length === 0) return null;
  return (
    <div class="named">
      <p class="note" id="named">
        {messages.directory.named}
      </p>
      <ul class="chips" aria-labelledby="named">
        {tags.map(TagChip)}
      </ul>
    </div>
  );
}

function SearchFields(directory: Directory): VNode {
  const { search, chosen, order } = directory;
  const [tag, ...others] = chosen;
  const isTagPage = tag !== undefined && others.length === 0;
  const label = isTagPage
    ? messages.directory.searchTaggedLabel({ tag: tagLabel(tag) })
    : messages.directory.searchLabel;
  const keepsOrder = order !== 'VOTES' && order !== 'RELEVANCE';
  const kept = { ...directory, search: '', order: keepsOrder ? order : EVERYTHING.order };
  const cleared = { ...kept, order: EVERYTHING.order };
  return (
    <>
      {SearchForm({
        action: isTagPage ? `/tag/${tag.slug}` : '/bots',
        label,
        search,
        kept: parametersOf(isTagPage ? { ...kept, tags: [] } : kept),
      })}
      {search === '' ? null : (
        <p class="note">
          <a href={directoryPath(cleared)}>{messages.directory.clear}</a>
        </p>
      )}
    </>
  );
}

/** A row of links on a wide screen. On a phone a button shows the chosen order, and opens the list of them. */
function OrderList(directory: Directory): VNode {
  const orders = (Object.keys(messages.directory.orders) as Order[]).filter(
    (order) => order !== 'RELEVANCE' || directory.search !== '',
  );
  return (
    <nav class="orders" aria-label={messages.directory.order}>
      <button type="button" class="quiet open-orders" popovertarget="orders">
        <span class="hidden">{messages.directory.order} </span>
        <span>{messages.directory.orders[directory.order]}</span>
        {Icon('chevron-down')}
      </button>
      <ul id="orders" popover="auto">
        {orders.map((order) => (
          <li>
            <a
              href={directoryPath({ ...directory, order })}
              aria-current={order === directory.order ? 'true' : undefined}
            >
              {messages.directory.orders[order]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
