import type { VNode } from 'preact';
import { graphql, type ResultOf } from '../../documents/graphql.ts';
import { Icon } from '../kit/icon.tsx';
import { NameInSentence } from '../kit/name-in-sentence.tsx';
import { type Tag, TagChip, tagLink } from '../kit/tags.tsx';
import { perLanguage } from '../words/current-language.ts';
import { messages } from '../words/messages.ts';
import { formatNumber } from '../words/numbers.ts';
import { defaultOrder, directoryPath, inCategory, type Search, userPath } from './directory-address.ts';
import { directoryCounts } from './filter-panel.tsx';
import { countFilters, missingFilters } from './filters.tsx';

/* What the directory says of a search: what was corrected, left out, or may be meant. */

const relaxedSearch = graphql(
  `fragment RelaxedSearch on RelaxedSearch {
    search tags withoutTags languages minServers isActive isHarmless maxPermissions
  }`,
);

export const offeredSearch = graphql(
  `fragment OfferedSearch on OfferedSearch {
    search { search tags withoutTags languages minServers isActive isHarmless maxPermissions } botCount isExact
  }`,
);

/** What was found of a search besides bots. */
export const findings = graphql(
  `fragment Findings on BotConnection {
    correctedSearch alternativeSearch hasCloseMatch namedTags { ...TagLink } relaxedSearch { ...RelaxedSearch }
    offeredSearches { ...OfferedSearch } makers { userId name } counts { ...DirectoryCounts }
  }`,
  [tagLink, relaxedSearch, offeredSearch, directoryCounts],
);

export type Findings = ResultOf<typeof findings>;

export const list = perLanguage((language) => new Intl.ListFormat(language));

/** The search that the bots match: with the spelling corrected, or without a part that nothing matches. */
export function foundSearch(wanted: Search, { correctedSearch, relaxedSearch: less }: Findings): Search {
  if (correctedSearch !== null) return { ...wanted, search: correctedSearch };
  return less === null ? wanted : searchFrom(wanted, less);
}

/** What was found, in the order of another search. Only words have an order by relevance. */
const searchFrom = ({ order }: Search, found: ResultOf<typeof relaxedSearch>): Search => ({
  ...found,
  order: order === 'RELEVANCE' ? defaultOrder(found.search) : order,
});

/** Says what was left out of a search, because nothing matches all of it. */
export function relaxedText(
  asked: Search,
  shown: Search,
  { relaxedSearch: less }: Findings,
  tags: readonly Tag[],
): string | undefined {
  if (less === null) return undefined;
  const filters = missingFilters(asked, shown, tags);
  const instead = missingFilters(shown, asked, tags);
  return [
    lessText(asked.search, shown.search, instead),
    filters.length === 0 ? '' : messages.filters.less({ filters: list().format(filters) }),
  ]
    .join(' ')
    .trim();
}

/** @param instead the filters that stand in for the words */
function lessText(typed: string, search: string, instead: readonly string[]): string {
  if (instead.length > 0)
    return messages.directory.filtersInstead({ typed, filters: list().format(instead) });
  if (search === typed.toLowerCase()) return '';
  return search === ''
    ? messages.directory.noWords({ typed })
    : messages.directory.lessWords({ typed, search });
}

const PRICES = /\b(?:free|gratis|kostenlose?[nrs]?|gratuite?s?)\b/i;

/** Says that listings have no prices, where a search asks for one. */
export function priceText({ search }: Search): string | undefined {
  const [word] = PRICES.exec(search) ?? [];
  return word === undefined ? undefined : messages.directory.noPrices({ word });
}

/** Says that no bot matches closely. */
export const noCloseText = ({ hasCloseMatch }: Findings): string | undefined =>
  hasCloseMatch ? undefined : messages.directory.noClose;

export function ListNote({ text }: { text: string | undefined }): VNode | null {
  return text === undefined ? null : (
    <p class="notice" role="status">
      {text}
    </p>
  );
}

export function SpellingNote({
  wanted,
  bots: { correctedSearch, alternativeSearch },
  typed,
}: {
  wanted: Search;
  bots: Findings;
  typed: string;
}): VNode | null {
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
  const left = missingFilters(asked, found, tags);
  const words = found.search === '' ? [] : [found.search];
  return {
    path: directoryPath(found),
    label: [
      ...(found.search === asked.search ? [] : words),
      ...missingFilters(found, asked, tags),
      ...(left.length === 0 ? [] : [messages.filters.not({ tag: list().format(left) })]),
    ].join(' · '),
    count: isExact
      ? messages.home.botCount({ count: botCount })
      : messages.directory.more({ count: formatNumber(botCount) }),
  };
}

/** Offers filters for the words that name them, or fewer filters where no bot fits. */
export function OfferedSearches({
  asked,
  offers,
  tags,
}: {
  asked: Search;
  offers: Findings['offeredSearches'];
  tags: readonly Tag[];
}): VNode | null {
  if (offers.length === 0) return null;
  return (
    <div class="named flex flex-wrap items-center gap-x-3 gap-y-[.4rem]">
      <p class="note m-0" id="offered">
        {offers.some(({ search }) => countFilters(searchFrom(asked, search)) < countFilters(asked))
          ? messages.filters.fewer
          : messages.directory.offered}
      </p>
      <ul class="chips" aria-labelledby="offered">
        {offers.map((offer) => {
          const { path, label, count } = offerText(asked, offer, tags);
          return (
            <li>
              <a href={path} rel="nofollow">
                <Icon name="sliders-horizontal" />
                {label} <span class="note">{count}</span>
              </a>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** Links to the bots of users whose name the search begins. */
export function Makers({ makers }: Pick<Findings, 'makers'>): VNode | null {
  return makers.length === 0 ? null : (
    <div class="named flex flex-wrap items-center gap-x-3 gap-y-[.4rem]">
      <ul class="chips">
        {makers.map(({ userId, name }) => (
          <li>
            <a href={userPath(userId)}>
              <Icon name="user" />
              <span>
                <NameInSentence say={messages.user.title} name={name} />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The categories that a search names, each with the filters and the order of the search. */
export function NamedTags({ shown, named }: { shown: Search; named: readonly Tag[] }): VNode | null {
  const tags = named.filter(({ slug }) => !shown.tags.includes(slug));
  if (tags.length === 0) return null;
  return (
    <div class="named flex flex-wrap items-center gap-x-3 gap-y-[.4rem]">
      <p class="note m-0" id="named">
        {messages.directory.named}
      </p>
      <ul class="chips" aria-labelledby="named">
        {tags.map((tag) => (
          <TagChip tag={tag} path={directoryPath(inCategory(shown, tag.slug))} />
        ))}
      </ul>
    </div>
  );
}
