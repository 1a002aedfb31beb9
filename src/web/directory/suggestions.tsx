import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { graphql, type ResultOf } from '../../documents/graphql.ts';
import type { Reply } from '../../http/message/reply.ts';
import type { HttpRequest, Route } from '../../http/message/request.ts';
import { PAGE_HEADERS } from '../frame/page-response.ts';
import type { Site } from '../frame/site.ts';
import { Avatar } from '../kit/avatar.tsx';
import { WholeIcon } from '../kit/icon.tsx';
import { iconOfTag, tagLabel } from '../kit/tags.tsx';
import { comparePath } from '../listing/compare-page.tsx';
import { comparedIds } from '../listing/compare-routes.ts';
import { messages } from '../words/messages.ts';
import { textAttributes } from '../words/text-language.ts';
import { directoryPath, inCategory, readSearch, type Search, userPath } from './directory-address.ts';
import { countFilters } from './filters.tsx';
import { type Findings, offeredSearch, offerText } from './search-notes.tsx';

export const suggestionsDocument = graphql(
  `query Suggestions($text: String!, $language: String!) {
    searchSuggestions(text: $text, language: $language) { tags { slug label } offeredSearches { ...OfferedSearch } makers { userId name } bots { botId name(language: $language) avatarUrl shortDescription(language: $language) textLanguages(language: $language) { shortDescription } languages } }
    tags { slug label }
  }`,
  [offeredSearch],
);

/**
 * As long as the schema may remember them. Browsers and proxies get the same for all readers of a language.
 */
const HEADERS = { ...PAGE_HEADERS, 'cache-control': 'private, max-age=30' };
const MAX_LENGTH = 100;

/** The options of a search field while somebody types, for `suggest.ts`: of the directory, and of a comparison. */
export function createSuggestionsRoutes({ runDocument }: Site): readonly Route[] {
  const suggest =
    (groupsOf: typeof directoryGroups) =>
    async (request: HttpRequest): Promise<Reply> => {
      const { query } = request;
      const typed = (query.get('q') ?? '').replaceAll('\0', '').slice(0, MAX_LENGTH);
      const suggested = await runDocument(request, suggestionsDocument, { text: typed });
      return { status: 200, headers: HEADERS, body: renderGroups(groupsOf(suggested, typed.trim(), query)) };
    };
  return [
    ['GET', '/bots/suggestions', suggest(directoryGroups)],
    ['GET', '/compare/suggestions', suggest(comparisonGroups)],
  ];
}

type Suggested = ResultOf<typeof suggestionsDocument>;

/** Options with a name for all of them. */
interface OptionGroup {
  readonly label: string;
  readonly options: readonly VNode[];
}

/** Bots that are not compared yet. */
function comparisonGroups(
  { searchSuggestions: { bots } }: Suggested,
  _typed: string,
  query: URLSearchParams,
): readonly OptionGroup[] {
  const compared = comparedIds(query);
  const isShort = query.get('only') === 'differences';
  const added = bots.filter(({ botId }) => !compared.includes(botId));
  return [botGroup(added, (botId) => comparePath([...compared, botId], isShort))];
}

type Offer = Findings['offeredSearches'][number];

/** An offer together with the filters of the form. */
function within(asked: Search, { search, ...offer }: Offer): Offer {
  const tags = [...new Set([...asked.tags, ...search.tags])];
  return {
    ...offer,
    search: {
      ...search,
      tags,
      withoutTags: asked.withoutTags.filter((slug) => !tags.includes(slug)),
      languages: search.languages.length > 0 ? search.languages : asked.languages,
      minServers: asked.minServers,
      isActive: asked.isActive,
      isHarmless: search.isHarmless || asked.isHarmless,
      maxPermissions: search.maxPermissions ?? asked.maxPermissions,
    },
  };
}

const Option = ({ id, href, content }: { id: string; href: string; content: VNode }): VNode => (
  <a role="option" id={id} href={href} tabindex={-1} aria-selected="false">
    {content}
  </a>
);

/** Lists, filters and bots. The options about lists keep the filters and the order of the form. */
function directoryGroups(
  { searchSuggestions: { tags, bots, offeredSearches, makers }, tags: all }: Suggested,
  typed: string,
  query: URLSearchParams,
): readonly OptionGroup[] {
  const asked = { ...readSearch(query), search: typed };
  // The filters of the form are not counted.
  const isFiltered = countFilters(asked) > 0;
  const offers = {
    label: messages.directory.offered,
    options: offeredSearches.map((offer, index) => {
      const { path, label, count } = offerText(asked, within(asked, offer), all);
      return (
        <Option
          id={`offer-${index}`}
          href={path}
          content={
            <>
              <WholeIcon name="sliders-horizontal" />
              <span>
                {label} {isFiltered ? null : <small>{count}</small>}
              </span>
            </>
          }
        />
      );
    }),
  };
  const ofMakers = makers.map(({ userId, name }) => (
    <Option
      id={`maker-${userId}`}
      href={userPath(userId)}
      content={
        <>
          <WholeIcon name="user" />
          <span>{messages.user.title({ name })}</span>
        </>
      }
    />
  ));
  const groups = [
    {
      label: messages.fields.tags,
      options: tags.map((tag) => (
        <Option
          id={`tag-${tag.slug}`}
          href={directoryPath(inCategory(asked, tag.slug))}
          content={
            <>
              <WholeIcon name={iconOfTag(tag.slug)} />
              <span>{tagLabel(tag)}</span>
            </>
          }
        />
      )),
    },
    botGroup(bots, (botId) => `/bot/${botId}`),
  ];
  // Bots are first, unless the text begins the name of a category and of no bot.
  const start = asked.search.toLocaleLowerCase();
  const begins = (name: string) => name.toLocaleLowerCase().startsWith(start);
  const isCategory = tags.some((tag) => begins(tagLabel(tag))) && !bots.some(({ name }) => begins(name));
  return [
    { ...offers, options: [...offers.options, ...ofMakers] },
    ...(isCategory ? groups : groups.toReversed()),
  ];
}

const botGroup = (
  bots: Suggested['searchSuggestions']['bots'],
  pathOf: (botId: string) => string,
): OptionGroup => ({
  label: messages.directory.suggestedBots,
  options: bots.map(({ botId, name, avatarUrl, shortDescription, textLanguages, languages }) => (
    <Option
      id={`bot-${botId}`}
      href={pathOf(botId)}
      content={
        <>
          <Avatar url={avatarUrl} size={32} />
          <span>
            <bdi>{name}</bdi>
            <small {...textAttributes(shortDescription, languages, textLanguages.shortDescription)}>
              {shortDescription}
            </small>
          </span>
        </>
      }
    />
  )),
});

const renderGroups = (groups: readonly OptionGroup[]): string =>
  groups
    .filter(({ options }) => options.length > 0)
    .map(({ label, options }) =>
      renderToString(
        // biome-ignore lint/a11y/useSemanticElements: a list box may have groups, and no fieldset
        <div role="group" aria-label={label}>
          {options}
        </div>,
      ),
    )
    .join('');
