import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { graphql, type ResultOf } from '../../documents/graphql.ts';
import { hole } from '../../http/message/template.ts';
import { Icon } from '../kit/icon.tsx';
import { keptPart } from '../kit/kept-part.ts';
import { PageLinks, type pageEnds } from '../kit/page-links.tsx';
import { byUse, iconOfTag, TagChip, tagLabel, type tagLink } from '../kit/tags.tsx';
import { type BotRow, BotRows } from '../listing/bot-row.tsx';
import { perLanguage } from '../words/current-language.ts';
import { messages } from '../words/messages.ts';
import { formatNumber } from '../words/numbers.ts';
import { directoryPath, EVERYTHING, type Order, parametersOf, type Search } from './directory-address.ts';
import { ChosenFilters, FilterPanel, hasFilters } from './filter-panel.tsx';
import { NamedLanguages } from './named-languages.tsx';
import { SearchForm } from './search-form.tsx';

export const tagWithCount = graphql('fragment TagWithCount on Tag { slug label botCount }');

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
}

/** What was found of a search besides bots. */
export interface Spelling {
  /** The search that the bots match, if nothing matches the typed one. */
  readonly correctedSearch: string | null;
  /** A search that may be meant. */
  readonly alternativeSearch: string | null;
  readonly namedTags: readonly Tag[];
}

export interface Directory extends Wanted {
  /** The bots, or a sentence that says why the search is refused. */
  readonly bots: (BotList & Spelling) | { readonly problem: string };
  readonly allTags: readonly ResultOf<typeof tagWithCount>[];
  /** The codes of all languages that a bot can speak. */
  readonly allLanguages: readonly string[];
  readonly now: Date;
  /** Whether the page links to the form for a new listing. */
  readonly canSubmit: boolean;
  /** The path of `suggest.js`. */
  readonly suggestScript: string;
}

const list = perLanguage((language) => new Intl.ListFormat(language));

export function directoryTitle({ search, chosen }: Wanted): string {
  const tags = list().format(chosen.map(tagLabel));
  if (tags !== '' && search !== '') return messages.directory.taggedResults({ search, tag: tags });
  if (tags !== '') return messages.directory.tagged({ tag: tags });
  return search === '' ? messages.directory.title : messages.directory.results({ search });
}

export function DirectoryPage(directory: Directory): VNode {
  const { bots } = directory;
  if ('problem' in bots) {
    return Frame(
      directory,
      messages.failures.inputTitle,
      EVERYTHING,
      NoBots(directory, <span role="alert">{bots.problem}</span>),
    );
  }
  // From here on, links are about the search that was found.
  const shown = bots.correctedSearch === null ? directory : { ...directory, search: bots.correctedSearch };
  return Frame(shown, directoryTitle(shown), shown, FoundBots(shown, bots, directory.search));
}

/** @param linked the search that the links to tags keep */
function Frame(directory: Directory, title: string, linked: Search, content: VNode): VNode {
  return (
    <div class="directory">
      <div class="top">
        <h1>{title}</h1>
        {SearchFields(directory)}
      </div>
      {TagList(linked, directory.allTags)}
      <div class="list">{content}</div>
    </div>
  );
}

function FoundBots(directory: Directory, bots: BotList & Spelling, typed: string): VNode {
  const none = hasFilters(directory)
    ? messages.filters.noneFit
    : directory.search !== ''
      ? messages.directory.noneFound
      : directory.tags.length > 0
        ? messages.directory.noneTagged
        : messages.directory.none;
  return (
    <>
      <div class="directory-tools">
        {OrderList(directory)}
        {FilterPanel(directory, directory.allTags, directory.allLanguages)}
      </div>
      {ChosenFilters(directory, directory.allTags)}
      {SpellingNote(directory, bots, typed)}
      {NamedLanguages(directory, directory.allLanguages)}
      {NamedTags(bots.namedTags.filter(({ slug }) => !directory.tags.includes(slug)))}
      {bots.edges.length === 0
        ? NoBots(directory, directory.isLaterPage ? messages.directory.noMore : none)
        : BotRows(bots.edges, directory.now, 2, directory.order === 'TRENDING' ? 'week' : 'numbers')}
      {PageLinks(bots.pageInfo, (position) => directoryPath(directory, position))}
      {directory.canSubmit ? (
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

/** Categories to go on with where no bot is shown. */
const OFFERED = 6;

function NoBots({ allTags }: Directory, message: VNode | string): VNode {
  const popular = byUse(allTags.filter(({ botCount }) => botCount > 0)).slice(0, OFFERED);
  return (
    <div class="empty">
      <p>{message}</p>
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
  { correctedSearch, alternativeSearch }: Spelling,
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
  const { search, chosen, order, suggestScript } = directory;
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
        script: suggestScript,
      })}
      {search === '' ? null : (
        <p class="note">
          <a href={directoryPath(cleared)}>{messages.directory.clear}</a>
        </p>
      )}
    </>
  );
}

/** Stands for what a search adds to the path of a list. */
const QUERY = hole('query');

function TagList(wanted: Search, tags: Directory['allTags']): VNode {
  const [chosen, ...others] = wanted.tags;
  const current = others.length === 0 ? chosen : null;
  // The counts are those of all bots.
  const isNarrowed = directoryPath({ ...wanted, tags: [], order: 'VOTES' }) !== directoryPath(EVERYTHING);
  const links = (pathTo: PathTo) => TagLinks(tags, current, isNarrowed, pathTo);
  const html = wanted.without.length > 0 ? renderToString(links(pathsOf(wanted))) : keptLinks();

  function keptLinks(): string {
    const kept = keptPart(`tags ${isNarrowed} ${current}`, [tags], () =>
      links((slug) => pathsOf(EVERYTHING)(slug) + QUERY),
    );
    const query = pathsOf(wanted)(undefined).slice(directoryPath(EVERYTHING).length);
    return kept.replaceAll(QUERY, query.replaceAll('&', '&amp;'));
  }

  return <nav class="tags" aria-labelledby="tags" dangerouslySetInnerHTML={{ __html: html }} />;
}

/** @param slug of a tag; undefined for all bots */
type PathTo = (slug: string | undefined) => string;

const pathsOf =
  (wanted: Search): PathTo =>
  (slug) =>
    directoryPath({
      ...wanted,
      tags: slug === undefined ? [] : [slug],
      without: wanted.without.filter((other) => other !== slug),
    });

function TagLinks(
  tags: Directory['allTags'],
  current: string | null | undefined,
  isNarrowed: boolean,
  pathTo: PathTo,
): VNode {
  const link = (slug: string | undefined, label: string, count?: number) => (
    <li>
      <a href={pathTo(slug)} aria-current={slug === current ? 'true' : undefined}>
        {Icon(slug === undefined ? 'compass' : iconOfTag(slug))}
        {label}
        {count === undefined || isNarrowed ? null : <span class="count">{formatNumber(count)}</span>}
      </a>
    </li>
  );
  const shown = byUse(tags).filter(({ slug, botCount }) => botCount > 0 || slug === current);
  return (
    <>
      <h2 id="tags">{messages.directory.tags}</h2>
      <ul>
        {link(undefined, messages.directory.everyTag)}
        {shown.map((tag) => link(tag.slug, tagLabel(tag), tag.botCount))}
      </ul>
    </>
  );
}

function OrderList(directory: Directory): VNode {
  const orders = (Object.keys(messages.directory.orders) as Order[]).filter(
    (order) => order !== 'RELEVANCE' || directory.search !== '',
  );
  return (
    <nav class="orders" aria-label={messages.directory.order}>
      <ul>
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
