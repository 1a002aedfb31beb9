import type { VNode } from 'preact';
import { graphql, type ResultOf } from '../../documents/graphql.ts';
import { html } from '../html.ts';
import { text } from '../text.ts';
import { type BotRow, BotRows } from './bot-row.ts';
import { defaultOrder, directoryPath, type Order, type Search } from './directory-address.ts';
import { PageLinks, type pageEnds } from './page-links.ts';

export const tagLink = graphql('fragment TagLink on Tag { slug label }');

export type Tag = ResultOf<typeof tagLink>;

/** One page of a list of bots. */
export interface BotList {
  readonly edges: readonly { readonly node: BotRow }[];
  readonly pageInfo: ResultOf<typeof pageEnds>;
}

/** What a visitor wants to see of the directory. */
export interface Wanted extends Search {
  readonly tag?: Tag | undefined;
  /** Whether the address names a position in the middle of the list. */
  readonly isLaterPage: boolean;
}

export interface Directory extends Wanted {
  /** The bots, or a sentence that says why the search is refused. */
  readonly bots: BotList | { readonly problem: string };
  readonly tags: readonly Tag[];
  readonly now: Date;
  /** Whether the page links to the form for a new listing. */
  readonly canSubmit: boolean;
}

export function directoryTitle({ search, tag }: Wanted): string {
  if (tag && search !== '') return text.directory.taggedResults(search, tag.label);
  if (tag) return text.directory.tagged(tag.label);
  return search === '' ? text.directory.title : text.directory.results(search);
}

export function DirectoryPage(directory: Directory): VNode {
  const { bots } = directory;
  const isFound = 'edges' in bots;
  return html`
    <div class="directory">
      <div class="top">
        <h1>${isFound ? directoryTitle(directory) : text.failures.inputTitle}</h1>
        ${SearchForm(directory)}
      </div>
      ${TagList(isFound ? directory : { ...directory, search: '', order: defaultOrder('') })}
      <div class="list">${isFound ? FoundBots(directory, bots) : html`<p role="alert">${bots.problem}</p>`}</div>
    </div>
  `;
}

function FoundBots(directory: Directory, bots: BotList): VNode {
  const { search, tag, now } = directory;
  const none =
    search !== '' ? text.directory.noneFound : tag ? text.directory.noneTagged : text.directory.none;
  return html`
    ${OrderList(directory)}
    ${
      bots.edges.length === 0
        ? html`<p class="empty">${directory.isLaterPage ? text.directory.noMore : none}</p>`
        : BotRows(bots.edges, now)
    }
    ${PageLinks(bots.pageInfo, (position) => directoryPath(directory, tag?.slug, position))}
    ${
      directory.canSubmit
        ? html`<p class="note">
            ${text.directory.missing} <a href="/submit" rel="nofollow">${text.navigation.submit}</a>
          </p>`
        : null
    }
  `;
}

function SearchForm({ search, tag, order }: Directory): VNode {
  const label = tag ? text.directory.searchTaggedLabel(tag.label) : text.directory.searchLabel;
  const keepsOrder = order !== 'VOTES' && order !== 'RELEVANCE';
  return html`
    <search>
      <form class="search" action=${tag ? `/tag/${tag.slug}` : '/'}>
        <label for="search">${label}</label>
        <input id="search" type="search" name="q" value=${search} maxlength="100" autocomplete="off" />
        ${keepsOrder ? html`<input type="hidden" name="order" value=${order.toLowerCase()} />` : null}
        <button class="button">${text.directory.search}</button>
        ${search === '' ? null : html`<a href=${tag ? `/tag/${tag.slug}` : '/'}>${text.directory.clear}</a>`}
      </form>
    </search>
  `;
}

function TagList({ tags, tag, ...wanted }: Directory): VNode {
  const link = (slug: string | undefined, label: string) =>
    html`<li>
      <a href=${directoryPath(wanted, slug)} aria-current=${slug === tag?.slug ? 'true' : null}>${label}</a>
    </li>`;
  return html`
    <nav class="tags" aria-labelledby="tags">
      <h2 id="tags">${text.directory.tags}</h2>
      <ul>${link(undefined, text.directory.everyTag)}${tags.map(({ slug, label }) => link(slug, label))}</ul>
    </nav>
  `;
}

function OrderList(directory: Directory): VNode {
  const orders = (Object.keys(text.directory.orders) as Order[]).filter(
    (order) => order !== 'RELEVANCE' || directory.search !== '',
  );
  return html`
    <nav class="orders" aria-label=${text.directory.order}>
      <ul>
        ${orders.map(
          (order) => html`<li><a href=${directoryPath({ ...directory, order }, directory.tag?.slug)}
            aria-current=${order === directory.order ? 'true' : null}>${text.directory.orders[order]}</a></li>`,
        )}
      </ul>
    </nav>
  `;
}
