import type { VNode } from 'preact';
import { graphql, type ResultOf } from '../../documents/graphql.ts';
import { pageViewer } from '../frame/layout.tsx';
import { Avatar } from '../kit/avatar.tsx';
import { Icon } from '../kit/icon.tsx';
import type { IconName } from '../kit/icons.ts';
import { SearchForm } from '../kit/search-form.tsx';
import { byUse, iconOfTag, TagChip, tagLabel } from '../kit/tags.tsx';
import { Tile, Tiles } from '../kit/tile.tsx';
import { BotFacts, type BotRow, BotRows, botRow } from '../listing/bot-row.tsx';
import { WithName } from '../listing/with-name.tsx';
import { botLanguages } from '../words/bot-languages.ts';
import { currentLanguage } from '../words/current-language.ts';
import { messages } from '../words/messages.ts';
import { shortCount } from '../words/numbers.ts';
import { textAttributes } from '../words/text-language.ts';

interface Bots {
  readonly edges: readonly { readonly node: BotRow }[];
}

export const homeDocument = graphql(
  `query Home($first: Int!, $language: String!) {
    viewer { ...PageViewer }
    tags { slug label botCount }
    totals: directoryTotals { bots servers votes }
    featured: featuredBots { ...BotRow featureReason(language: $language) bannerThumbnailUrl }
    trending: bots(order: TRENDING, first: $first) { edges { node { ...BotRow } } }
    newest: bots(order: NEWEST, first: $first) { edges { node { ...BotRow } } }
    servers: bots(order: SERVERS, first: $first) { edges { node { ...BotRow } } }
  }`,
  [pageViewer, botRow],
);

export interface Home extends ResultOf<typeof homeDocument> {
  /** Bots that speak the language of the page; absent in English. */
  readonly speaking: Bots | undefined;
  readonly now: Date;
  /** Whether the page links to the form for a new listing. */
  readonly canSubmit: boolean;
}

/** What people who run a server look for first. Categories that many bots name say little about it. */
const SOUGHT = ['moderation', 'music', 'welcome', 'leveling', 'tickets', 'roles', 'games'];
/** Categories under the search field. */
const SUGGESTED = SOUGHT.length;

/** Bots on a shelf: lines of three cards on a wide screen. More pictures would make the page heavier than 60 kB. */
const TRENDING = 6;
const SHELF = 3;

/** Some bots of a list on the first page. */
interface Shelf extends Bots {
  readonly icon: IconName;
  readonly title: string;
  /** Of the whole list. */
  readonly path: string;
  readonly shows?: 'trend';
}

/** The shelves that have bots, without the bots that moderators chose. No bot is on two shelves. */
export function shelvesOf({ featured, trending, speaking, newest, servers }: Home): readonly Shelf[] {
  const seen = new Set(featured.map(({ botId }) => botId));
  const unseen = ({ edges }: Bots, most = SHELF): Bots => {
    const shown = edges.filter(({ node }) => !seen.has(node.botId)).slice(0, most);
    for (const { node } of shown) seen.add(node.botId);
    return { edges: shown };
  };
  const language = currentLanguage();
  const { orders } = messages.directory;
  const shelves: readonly Shelf[] = [
    {
      icon: 'trending-up',
      title: messages.home.trending,
      path: '/bots?order=trending',
      ...unseen(rising(trending), TRENDING),
      shows: 'trend',
    },
    ...(speaking === undefined
      ? []
      : [
          {
            icon: 'languages',
            title: messages.home.speaking({ language: botLanguages().nameOf(language) }),
            path: `/bots?speaks=${language}`,
            ...unseen(speaking),
          } as const,
        ]),
    { icon: 'sparkles', title: orders.NEWEST, path: '/bots?order=newest', ...unseen(newest) },
    { icon: 'server', title: orders.SERVERS, path: '/bots?order=servers', ...unseen(servers) },
  ];
  return shelves.filter(({ edges }) => edges.length > 0);
}

/** The categories that have bots, those with the most first. */
export const usedTags = ({ tags }: Pick<Home, 'tags'>): Home['tags'] =>
  byUse(tags.filter(({ botCount }) => botCount > 0));

/** The categories under the search field: those that are sought first, and where one has no bots, one with many. */
const suggested = (used: Home['tags']): Home['tags'] =>
  used.toSorted((one, other) => placeOf(one.slug) - placeOf(other.slug)).slice(0, SUGGESTED);

const placeOf = (slug: string): number => (SOUGHT.includes(slug) ? SOUGHT.indexOf(slug) : SUGGESTED);

/** On a wide screen they are wider than the search field, for one line. */
const CHIPS = 'chips justify-center mt-5 [@media(min-width:68rem)]:-mx-40';

/** The first page: what this site is, a search, shelves of bots, categories. */
export function HomePage(home: Home): VNode {
  const { totals, featured, now, canSubmit } = home;
  const used = usedTags(home);
  return (
    <>
      <section class="hero">
        <h1 class="mb-3 [font-size:calc(1.35*var(--display))] tracking-[-.032em]">{messages.home.title}</h1>
        <p class="max-w-narrow mt-0 mx-auto mb-7 text-large text-muted text-balance">
          {messages.home.intro} <a href="/review">{messages.sitePages.review}</a>
        </p>
        <SearchForm action="/bots" label={messages.home.searchLabel} />
        <ul class={CHIPS} aria-label={messages.home.popular}>
          {suggested(used).map((tag) => (
            <TagChip tag={tag} />
          ))}
          {used.length > SUGGESTED ? (
            <li>
              <a href="#categories">
                <Icon name="compass" />
                {messages.home.allCategories}
              </a>
            </li>
          ) : null}
        </ul>
        {totals.bots === 0 ? null : <Figures totals={totals} />}
      </section>
      <Featured bots={featured} />
      {shelvesOf(home).map((shelf) => (
        <Row shelf={shelf} now={now} />
      ))}
      {used.length === 0 ? null : <Categories tags={used} />}
      {canSubmit ? <Invitation /> : null}
    </>
  );
}

/** How much there is to find. */
function Figures({ totals: { bots, servers, votes } }: { totals: Home['totals'] }): VNode {
  return (
    <ul class="items mt-6 flex flex-wrap justify-center gap-x-5 gap-y-1 text-small font-medium text-muted">
      <li>{messages.home.botCount({ count: bots })}</li>
      {servers === 0 ? null : <li>{messages.home.totalServers(shortCount(servers))}</li>}
      {votes === 0 ? null : <li>{messages.card.votes(shortCount(votes))}</li>}
    </ul>
  );
}

/** The bots that moderators chose, larger than others. In place of a missing banner is the picture, blurred. */
function Featured({ bots }: { bots: Home['featured'] }): VNode | null {
  if (bots.length === 0) return null;
  return (
    <section class="row">
      <header>
        <h2>
          <Icon name="star" />
          {messages.home.featured}
        </h2>
        <p class="note m-0">{messages.home.featuredWhy}</p>
      </header>
      <ul class="featured items fill-19 gap-4">
        {bots.map((bot, index) => (
          <li class="card featured-card">
            <div class={bot.bannerThumbnailUrl === null ? 'banner plain' : 'banner'}>
              <img
                src={bot.bannerThumbnailUrl ?? bot.avatarUrl}
                alt=""
                width="480"
                height="120"
                loading={index === 0 ? 'eager' : 'lazy'}
              />
            </div>
            <Avatar url={bot.avatarUrl} size={56} />
            <h3>
              <a href={`/bot/${bot.botId}`}>
                <bdi>{bot.name}</bdi>
              </a>
            </h3>
            <p {...textAttributes(bot.shortDescription, bot.languages, bot.textLanguages.shortDescription)}>
              {bot.shortDescription}
            </p>
            {bot.featureReason === null ? null : (
              <p class="feature-reason">
                <Icon name="star" />
                <bdi>{bot.featureReason}</bdi>
              </p>
            )}
            <BotFacts bot={bot} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Without votes in the last week, the order is arbitrary. */
const rising = ({ edges }: Bots): Bots => ({ edges: edges.filter(({ node }) => node.trend > 0) });

function Row({ shelf: { icon, title, path, edges, shows }, now }: { shelf: Shelf; now: Date }): VNode {
  return (
    <section class="row">
      <header>
        <h2>
          <Icon name={icon} />
          {title}
        </h2>
        <a href={path}>
          <WithName label={messages.home.more} name={title} />
          <Icon name="arrow-right" />
        </a>
      </header>
      <BotRows bots={edges} now={now} level={3} shows={shows} />
    </section>
  );
}

function Categories({ tags }: { tags: Home['tags'] }): VNode {
  return (
    <section class="row" id="categories">
      <header>
        <h2>
          <Icon name="compass" />
          {messages.home.categories}
        </h2>
      </header>
      <Tiles
        tiles={tags.map((tag) => {
          const count = messages.home.botCount({ count: tag.botCount });
          return (
            <Tile path={`/tag/${tag.slug}`} icon={iconOfTag(tag.slug)} label={tagLabel(tag)} about={count} />
          );
        })}
      />
    </section>
  );
}

const INVITATION =
  'framed rounded border-tint-line flex flex-wrap items-center gap-x-8 gap-y-4 mt-14 p-[clamp(1.25rem,4vw,2.25rem)] bg-wash';

function Invitation(): VNode {
  return (
    <section class={INVITATION}>
      <div class="flex-[1_1_20rem]">
        <h2 class="m-0">{messages.home.ownerTitle}</h2>
        <p class="mt-[.35rem] mb-0 text-muted">{messages.home.ownerText}</p>
      </div>
      <p class="actions m-0 [&>.button]:flex-[1_0_auto]">
        <a class="button" href="/submit" rel="nofollow">
          <Icon name="plus" />
          {messages.navigation.submit}
        </a>
        <a class="button quiet" href="/docs">
          {messages.home.readDocs}
        </a>
      </p>
    </section>
  );
}
