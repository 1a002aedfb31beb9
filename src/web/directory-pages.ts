import type { VNode } from 'preact';
import { graphql, type ResultOf } from '../documents/graphql.ts';
import { html } from './html.ts';
import { Avatar, formatNumber, Liveness, WithName } from './pages.ts';
import { text } from './text.ts';

export const botRow = graphql(
  'fragment BotRow on Bot { botId name avatarUrl shortDescription serverCount voteCount checkedInAt }',
);
export const tagLink = graphql('fragment TagLink on Tag { slug label }');
export const passage = graphql(
  'fragment Passage on PageInfo { hasNextPage endCursor hasPreviousPage startCursor }',
);

export type BotRow = ResultOf<typeof botRow>;
export type Tag = ResultOf<typeof tagLink>;

/** A part of a list that is read on from its ends. */
export interface Connection {
  readonly edges: readonly { readonly node: BotRow }[];
  readonly pageInfo: ResultOf<typeof passage>;
}

export type Order = keyof typeof text.directory.orders;

/** What the visitor wants to see of the directory. */
export interface Wanted {
  readonly search: string;
  readonly tag?: Tag | undefined;
  readonly order: Order;
  /** Whether it begins or ends at a place in the middle. */
  readonly isPart: boolean;
}

export interface Directory extends Wanted {
  /** Or why they cannot be found, in a sentence. */
  readonly bots: Connection | { readonly problem: string };
  readonly tags: readonly Tag[];
  readonly now: Date;
  /** Whether there is a way to sign in, and so to list a bot. */
  readonly canSubmit: boolean;
}

/** The order where none is asked for. */
export function defaultOrder(search: string): Order {
  return search === '' ? 'VOTES' : 'RELEVANCE';
}

/** The address of a list of bots; what is usual is left out of it. */
export function directoryPath(
  { search, order }: Pick<Wanted, 'search' | 'order'>,
  tagSlug: string | undefined,
  place: { after?: string | null; before?: string | null } = {},
): string {
  const query = new URLSearchParams();
  if (search !== '') query.set('q', search);
  if (order !== defaultOrder(search)) query.set('order', order.toLowerCase());
  if (place.after) query.set('after', place.after);
  if (place.before) query.set('before', place.before);
  const path = tagSlug === undefined ? '/' : `/tag/${tagSlug}`;
  return query.size === 0 ? path : `${path}?${query}`;
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
      <div class="list">${isFound ? Found(directory, bots) : html`<p role="alert">${bots.problem}</p>`}</div>
    </div>
  `;
}

function Found(directory: Directory, bots: Connection): VNode {
  const { search, tag, now } = directory;
  const none =
    search !== '' ? text.directory.noneFound : tag ? text.directory.noneTagged : text.directory.none;
  return html`
    ${OrderList(directory)}
    ${bots.edges.length === 0 ? html`<p class="empty">${directory.isPart ? text.directory.noMore : none}</p>` : BotRows(bots, now)}
    ${PageLinks(bots, (place) => directoryPath(directory, tag?.slug, place))}
    ${directory.canSubmit ? html`<p class="note">${text.directory.missing} <a href="/submit" rel="nofollow">${text.navigation.submit}</a></p>` : null}
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
    html`<li><a href=${directoryPath(wanted, slug)} aria-current=${slug === tag?.slug ? 'true' : null}>${label}</a></li>`;
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

function BotRows(bots: Connection, now: Date): VNode {
  return html`
    <ul class="rows">
      ${bots.edges.map(
        ({ node }) => html`
          <li>
            ${Avatar(node.avatarUrl, 56)}
            <div>
              <h2><a href=${`/bot/${node.botId}`}>${node.name}</a></h2>
              <p>${node.shortDescription}</p>
              ${Numbers(node)}
              <p class="note">${Liveness(node.checkedInAt, now)}</p>
            </div>
          </li>
        `,
      )}
    </ul>
  `;
}

/** The two numbers that bots are compared by. */
export function Numbers({ serverCount, voteCount }: Pick<BotRow, 'serverCount' | 'voteCount'>): VNode {
  return html`
    <dl class="facts">
      <div><dt>${text.bot.servers}</dt><dd>${serverCount === null ? text.bot.unknown : formatNumber(serverCount)}</dd></div>
      <div><dt>${text.bot.votes}</dt><dd>${formatNumber(voteCount)}</dd></div>
    </dl>
  `;
}

type Place = Parameters<typeof directoryPath>[2];

function PageLinks({ pageInfo }: Connection, pathOf: (place: Place) => string): VNode | null {
  const { hasPreviousPage, startCursor, hasNextPage, endCursor } = pageInfo;
  if (!hasPreviousPage && !hasNextPage) return null;
  return html`
    <nav class="pages" aria-label=${text.directory.pages}>
      ${hasPreviousPage ? html`<a class="quiet" rel="prev" href=${pathOf({ before: startCursor })}>${text.directory.previous}</a>` : null}
      ${hasNextPage ? html`<a class="quiet" rel="next" href=${pathOf({ after: endCursor })}>${text.directory.next}</a>` : null}
    </nav>
  `;
}

export interface Profile {
  readonly userId: string;
  readonly name: string;
  readonly bots: Connection;
}

export function UserPage({ userId, name, bots }: Profile, now: Date): VNode {
  const pathOf = (place: Place) => {
    const query = new URLSearchParams();
    if (place?.after) query.set('after', place.after);
    if (place?.before) query.set('before', place.before);
    return `/user/${userId}?${query}`;
  };
  return html`
    <h1>${WithName(text.user.title, name)}</h1>
    ${bots.edges.length === 0 ? html`<p class="empty">${text.directory.noMore}</p>` : BotRows(bots, now)}
    ${PageLinks(bots, pathOf)}
  `;
}
