import type { VNode } from 'preact';
import { SearchForm } from '../directory/search-form.tsx';
import { Icon } from '../kit/icon.tsx';
import type { IconName } from '../kit/icons.ts';
import { byUse, iconOfTag, TagChip, tagLabel } from '../kit/tags.tsx';
import { type BotRow, BotRows } from '../listing/bot-row.tsx';
import { messages } from '../words/messages.ts';

interface Bots {
  readonly edges: readonly { readonly node: BotRow }[];
}

export interface Home {
  readonly tags: readonly { readonly slug: string; readonly label: string; readonly botCount: number }[];
  /** Chosen by moderators. */
  readonly featured: readonly BotRow[];
  readonly trending: Bots;
  readonly newest: Bots;
  readonly servers: Bots;
  readonly now: Date;
  /** Whether the page links to the form for a new listing. */
  readonly canSubmit: boolean;
  /** The path of `suggest.js`. */
  readonly suggestScript: string;
}

/** Categories under the search field. */
const SUGGESTED = 7;

/** The first page: what this site is, a search, rows of bots, categories. */
export function HomePage({
  tags,
  featured,
  trending,
  newest,
  servers,
  now,
  canSubmit,
  suggestScript,
}: Home): VNode {
  const used = byUse(tags.filter(({ botCount }) => botCount > 0));
  return (
    <>
      <section class="hero">
        <h1>{messages.home.title}</h1>
        <p>{messages.home.intro}</p>
        {SearchForm({ action: '/bots', label: messages.home.searchLabel, script: suggestScript })}
        <ul class="chips" aria-label={messages.home.popular}>
          {used.slice(0, SUGGESTED).map(TagChip)}
          {used.length > SUGGESTED ? (
            <li>
              <a href="#categories">
                {Icon('compass')}
                {messages.home.allCategories}
              </a>
            </li>
          ) : null}
        </ul>
      </section>
      {Row('star', messages.home.featured, undefined, { edges: featured.map((node) => ({ node })) }, now)}
      {Row('trending-up', messages.home.trending, '/bots?order=trending', rising(trending), now, 'trend')}
      {Row('sparkles', messages.home.newest, '/bots?order=newest', newest, now)}
      {Row('server', messages.home.servers, '/bots?order=servers', servers, now)}
      {used.length === 0 ? null : Categories(used)}
      {canSubmit ? Invitation() : null}
    </>
  );
}

/** Without votes in the last week, the order is arbitrary. */
const rising = ({ edges }: Bots): Bots => ({ edges: edges.filter(({ node }) => node.trend > 0) });

/** @param path of the whole list, if there is one */
function Row(
  icon: IconName,
  title: string,
  path: string | undefined,
  { edges }: Bots,
  now: Date,
  shows: 'numbers' | 'trend' = 'numbers',
): VNode | null {
  if (edges.length === 0) return null;
  return (
    <section class="row">
      <header>
        <h2>
          {Icon(icon)}
          {title}
        </h2>
        {path === undefined ? null : (
          <a href={path}>
            {messages.home.more}
            <span class="hidden">: {title}</span>
            {Icon('arrow-right')}
          </a>
        )}
      </header>
      {BotRows(edges, now, 3, shows)}
    </section>
  );
}

function Categories(tags: Home['tags']): VNode {
  return (
    <section class="row" id="categories">
      <header>
        <h2>
          {Icon('compass')}
          {messages.home.categories}
        </h2>
      </header>
      <ul class="tiles">
        {tags.map((tag) => (
          <li>
            <a href={`/tag/${tag.slug}`}>
              <span class="sign">{Icon(iconOfTag(tag.slug))}</span>
              <span>
                {tagLabel(tag)}
                <small>{messages.home.botCount({ count: tag.botCount })}</small>
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Invitation(): VNode {
  return (
    <section class="invite">
      <div>
        <h2>{messages.home.ownerTitle}</h2>
        <p>{messages.home.ownerText}</p>
      </div>
      <p class="actions">
        <a class="button" href="/submit" rel="nofollow">
          {Icon('plus')}
          {messages.navigation.submit}
        </a>
        <a class="button quiet" href="/docs">
          {messages.home.readDocs}
        </a>
      </p>
    </section>
  );
}
