import type { VNode } from 'preact';
import type { ResultOf } from '../../documents/graphql.ts';
import { Icon } from '../kit/icon.tsx';
import { PageLinks, type pageEnds } from '../kit/page-links.tsx';
import { SearchForm } from '../kit/search-form.tsx';
import { byUse, type Tag, TagChip, tagLabel } from '../kit/tags.tsx';
import { type BotRow, BotRows } from '../listing/bot-row.tsx';
import { MAX_COMPARED } from '../listing/compare-page.tsx';
import { messages } from '../words/messages.ts';
import { formatNumber } from '../words/numbers.ts';
import { directoryPath, type Order, parametersOf, type Search, withoutWords } from './directory-address.ts';
import { clearPath, FilterPanel, type Offered } from './filter-panel.tsx';
import { ChosenFilters, Contradictions, contradictionsOf, countFilters, hasFilters } from './filters.tsx';
import {
  type Findings,
  foundSearch,
  ListNote,
  list,
  Makers,
  NamedTags,
  noCloseText,
  OfferedSearches,
  priceText,
  relaxedText,
  SpellingNote,
} from './search-notes.tsx';

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

export interface Directory extends Wanted {
  /** The bots, or a sentence that says why the search is refused. */
  readonly bots: (BotList & Findings) | { readonly problem: string };
  readonly offered: Offered;
  readonly now: Date;
  /** Whether the page links to the form for a new listing. */
  readonly canSubmit: boolean;
}

export function directoryTitle({ search, chosen }: Wanted): string {
  const tags = list().format(chosen.map(tagLabel));
  if (tags !== '' && search !== '') return messages.directory.taggedResults({ search, tag: tags });
  if (tags !== '') return messages.directory.tagged({ tag: tags });
  return search === '' ? messages.directory.title : messages.directory.results({ search });
}

export function DirectoryPage(directory: Directory): VNode {
  const { bots, offered } = directory;
  if ('problem' in bots) {
    const contradictions = contradictionsOf(directory, offered.tags);
    const isContradiction = contradictions.length > 0;
    const refusal = (
      <>
        <span role="alert">{bots.problem}</span>
        {isContradiction ? <Contradictions wanted={directory} tags={contradictions} /> : null}
      </>
    );
    const title = isContradiction ? messages.filters.contradiction : messages.failures.inputTitle;
    return (
      <Frame
        directory={directory}
        title={title}
        content={<NoBots directory={directory} message={refusal} />}
      />
    );
  }
  // From here on, links are about the search that was found.
  const shown = foundDirectory(directory, bots);
  return (
    <Frame
      directory={directory}
      title={directoryTitle(shown)}
      content={<FoundBots asked={directory} shown={shown} bots={bots} />}
    />
  );
}

/** What is on the page, where the list has less than was asked for, or another spelling. */
export function foundDirectory<Of extends Wanted>(asked: Of, findings: Findings): Of {
  const found = foundSearch(asked, findings);
  return { ...asked, ...found, chosen: asked.chosen.filter(({ slug }) => found.tags.includes(slug)) };
}

/** The field and the panel have what was asked for. */
function Frame({
  directory,
  title,
  content,
}: {
  directory: Directory;
  title: string;
  content: VNode;
}): VNode {
  const { bots, offered } = directory;
  return (
    <div class="directory grid lg:grid-cols-[15rem_minmax(0,1fr)] gap-x-10 gap-y-5">
      <div class="top lg:col-span-full">
        <h1>{title}</h1>
        <SearchFields directory={directory} />
      </div>
      <FilterPanel wanted={directory} offered={offered} counts={'counts' in bots ? bots.counts : undefined} />
      <div class="list grid content-start gap-4" id="results" tabindex={-1}>
        {content}
      </div>
    </div>
  );
}

/** @param asked the search as it was typed and filtered */
function FoundBots({
  asked,
  shown,
  bots,
}: {
  asked: Directory;
  shown: Directory;
  bots: BotList & Findings;
}): VNode {
  const { offered, from } = shown;
  const next = from + bots.edges.length;
  return (
    <>
      <div class="directory-tools flex flex-wrap items-start justify-between gap-3">
        {bots.edges.length === 0 ? null : <OrderList directory={shown} />}
        <FiltersButton wanted={asked} />
      </div>
      <ChosenFilters wanted={asked} tags={offered.tags} />
      <SpellingNote wanted={shown} bots={bots} typed={asked.search} />
      <ListNote text={relaxedText(asked, shown, bots, offered.tags) ?? noCloseText(bots)} />
      <ListNote text={priceText(asked)} />
      <OfferedSearches asked={asked} offers={bots.offeredSearches} tags={offered.tags} />
      <Makers makers={bots.makers} />
      <NamedTags shown={shown} named={bots.namedTags} />
      {bots.edges.length > 0 ? (
        <ComparableRows shown={shown} bots={bots} />
      ) : bots.makers.length === 0 ? (
        <NoBots directory={shown} message={noneText(shown)} />
      ) : null}
      <PageLinks
        pageInfo={bots.pageInfo}
        pathOf={(position) => directoryPath(shown, position)}
        numbers={Number.isNaN(from) ? undefined : { from, next }}
      />
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
function ComparableRows({ shown, bots }: { shown: Directory; bots: BotList & Findings }): VNode {
  return (
    <>
      <div class="flex flex-wrap justify-between gap-x-4">
        <RangeNote text={rangeText(shown, bots)} />
        <p class="note m-0">{messages.compare.hint({ max: MAX_COMPARED })}</p>
      </div>
      <form class="comparing" action="/compare">
        <BotRows
          bots={bots.edges}
          now={shown.now}
          level={2}
          shows={shown.order === 'TRENDING' ? 'trend' : 'numbers'}
          isChoice
        />
        <div class="bar">
          <output class="text-small" data-full={messages.compare.full({ max: MAX_COMPARED })} />
          <button
            type="submit"
            class="button"
            data-counts={JSON.stringify(COUNTS.map((count) => messages.compare.chosenCount({ count })))}
          >
            <Icon name="columns-2" />
            <span>{messages.compare.chosen}</span>
          </button>
          <button type="reset" class="quiet" title={messages.compare.clear}>
            <Icon name="x" />
            <span class="sr-only">{messages.compare.clear}</span>
          </button>
        </div>
      </form>
    </>
  );
}

const COUNT =
  'grid place-items-center min-w-[1.35rem] h-[1.35rem] px-[.35rem] rounded-[1rem] bg-fill text-on-fill text-tiny tabular-nums';

/** Opens the filters on a phone, where they are a sheet. */
function FiltersButton({ wanted }: { wanted: Search }): VNode {
  // The category of a page is where the visitor is: nobody chose it as a filter.
  const count = hasFilters(wanted) ? countFilters(wanted) : 0;
  return (
    <button type="button" class="quiet open-filters rounded-[2rem] text-small" popovertarget="filters">
      <Icon name="sliders-horizontal" />
      {messages.filters.title}
      {count === 0 ? null : <span class={COUNT}>{count}</span>}
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

const RangeNote = ({ text }: { text: string | undefined }): VNode | null =>
  text === undefined ? null : <p class="range note m-0 tabular-nums">{text}</p>;

/** Categories to go on with where no bot is shown. */
const OFFERED = 6;

function NoBots({ directory, message }: { directory: Directory; message: VNode | string }): VNode {
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
          {popular.map((tag) => (
            <TagChip tag={tag} />
          ))}
          <li>
            <a href="/bots">
              <Icon name="compass" />
              {messages.directory.title}
            </a>
          </li>
        </ul>
      )}
    </div>
  );
}

function SearchFields({ directory }: { directory: Directory }): VNode {
  const { search, chosen } = directory;
  const [tag, ...others] = chosen;
  const isTagPage = tag !== undefined && others.length === 0;
  const label = isTagPage
    ? messages.directory.searchTaggedLabel({ tag: tagLabel(tag) })
    : messages.directory.searchLabel;
  const kept = withoutWords(directory);
  return (
    <>
      <SearchForm
        action={isTagPage ? `/tag/${tag.slug}` : '/bots'}
        label={label}
        search={search}
        kept={parametersOf(isTagPage ? { ...kept, tags: [] } : kept)}
      />
      {search === '' ? null : (
        <p class="note">
          <a href={directoryPath(kept)}>{messages.directory.clear}</a>
        </p>
      )}
    </>
  );
}

/** A row of links on a wide screen. On a phone a button shows the chosen order, and opens the list of them. */
function OrderList({ directory }: { directory: Directory }): VNode {
  const orders = (Object.keys(messages.directory.orders) as Order[]).filter(
    (order) => order !== 'RELEVANCE' || directory.search !== '',
  );
  return (
    <nav class="orders" aria-label={messages.directory.order}>
      <button type="button" class="quiet open-orders" popovertarget="orders">
        <span class="sr-only">{messages.directory.order} </span>
        <span>{messages.directory.orders[directory.order]}</span>
        <Icon name="chevron-down" />
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
