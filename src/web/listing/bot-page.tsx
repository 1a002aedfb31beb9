import type { VNode } from 'preact';
import { graphql, type ResultOf } from '../../documents/graphql.ts';
import { hole } from '../../http/message/template.ts';
import { LINK_SELECTION } from '../../terms/listing-fields.ts';
import { Avatar, UserAvatar } from '../kit/avatar.tsx';
import { Icon } from '../kit/icon.tsx';
import { Month } from '../kit/month.tsx';
import { Share } from '../kit/share.tsx';
import { TagChip, tagLink } from '../kit/tags.tsx';
import { botLanguages } from '../words/bot-languages.ts';
import { messages } from '../words/messages.ts';
import { textAttributes } from '../words/text-language.ts';
import { BotCharts, hasCharts } from './bot-charts.tsx';
import { BotCommands } from './bot-commands.tsx';
import { BotNews, newsItem } from './bot-news.tsx';
import { BotPermissions, PermissionCount, PermissionSummary } from './bot-permissions.tsx';
import { BotFacts, BotNumbers, botRow } from './bot-row.tsx';
import { BotScreenshots, screenshot } from './bot-screenshots.tsx';
import { Reporting } from './check-in.tsx';
import { comparePath } from './compare-page.tsx';
import { ConfirmedSite, verification } from './confirmed-site.tsx';
import { hasLinks, LinkList } from './link-list.tsx';
import { MoreByOwner } from './more-by-owner.tsx';
import { SimilarBots, similarBot } from './similar-bots.tsx';
import { WithName } from './with-name.tsx';

export const botDetails = graphql(
  `fragment BotDetails on Bot {
    ...BotRow state revision bannerUrl screenshots { ...Screenshot } longDescriptionHtml(language: $language) textLanguages(language: $language) { longDescription } tags { ...TagLink } languages inviteUrl prefix ${LINK_SELECTION}
    createdAt updatedAt owners { userId name isCoOwner isAccepted site { host method } } commands { name description }
    votesPerDay { day votes } serverCountPerDay { day serverCount }
    inviteScopes invitePermissions reportIntervalSeconds news { ...NewsItem } moreByOwner { ...BotRow } similarBots { ...SimilarBot }
  }`,
  [botRow, tagLink, similarBot, newsItem, screenshot],
);

export type BotDetails = ResultOf<typeof botDetails>;

/**
 * The page of a bot, with holes for `bot-visitor.tsx` to fill. In place of a missing banner, it shows the picture
 * blurred. The page of a listing that is not public is a preview: it offers nothing that needs a public listing.
 *
 * @param url the absolute address of the page
 */
export function BotPage(bot: BotDetails, url: string, now: Date): VNode {
  return (
    <>
      {bot.state === 'APPROVED' ? null : <PreviewNote bot={bot} />}
      <Article bot={bot} url={url} now={now} />
    </>
  );
}

function Article({ bot, url, now }: { bot: BotDetails; url: string; now: Date }): VNode {
  const isPublic = bot.state === 'APPROVED';
  // The contents name only those that are there.
  const about = bot.longDescriptionHtml !== '' || bot.screenshots.length > 0 ? <About bot={bot} /> : null;
  const rest = [
    ['news', messages.news.title, isPublic && bot.news.length > 0 ? <BotNews bot={bot} /> : null],
    ['permissions', messages.permissions.title, <BotPermissions bot={bot} />],
    ['commands', messages.bot.commands, <BotCommands bot={bot} />],
    ['history', messages.bot.history, hasCharts(bot) ? <BotCharts bot={bot} /> : null],
  ] as const;
  return (
    <article class="bot">
      <div class={bot.bannerUrl === null ? 'banner plain' : 'banner'}>
        <img src={bot.bannerUrl ?? bot.avatarUrl} alt="" width="1600" height="400" decoding="async" />
      </div>
      <header>
        <Avatar url={bot.avatarUrl} size={112} />
        <div>
          <h1 class="mb-1">
            <bdi>{bot.name}</bdi>
          </h1>
          <p
            class="lead"
            {...textAttributes(bot.shortDescription, bot.languages, bot.textLanguages.shortDescription)}
          >
            {bot.shortDescription}
          </p>
        </div>
        <div class="more">
          <Glance bot={bot} />
          {bot.tags.length === 0 ? null : <Tags bot={bot} />}
          <BotFacts bot={bot} />
          <p class="note">{hole('check-in')}</p>
          {isPublic ? <Newest bot={bot} /> : null}
          {isPublic ? <Tools bot={bot} url={url} /> : null}
        </div>
      </header>
      <div class="columns grid lg:contents gap-x-10 gap-y-6 [&>*]:min-w-0">
        {about}
        <div class="panel">
          <div class="stays grid content-start gap-4">
            <Actions bot={bot} /> <Contents sections={[['about', messages.bot.about, about], ...rest]} />{' '}
            <Details bot={bot} now={now} />
            {hasLinks(bot) ? <Links bot={bot} /> : null} <Owners bot={bot} />
          </div>
        </div>
        <div class="rest">{rest.map(([, , section]) => section)}</div>
      </div>
      {isPublic ? <Further bot={bot} now={now} /> : null}
    </article>
  );
}

/** Links to the sections that the page has. */
function Contents({
  sections,
}: {
  sections: readonly (readonly [id: string, label: string, section: VNode | null])[];
}): VNode {
  return (
    <nav class="contents" aria-label={messages.bot.contents}>
      <ul>
        {sections.map(([id, label, section]) =>
          section === null ? null : (
            <li>
              <a href={`#${id}`}>{label}</a>
            </li>
          ),
        )}
      </ul>
    </nav>
  );
}

const ONLY_YOU =
  'only-you flex gap-[.6rem] mt-0 mb-4 px-4 py-3 rounded bg-wait-tint leading-[1.45] [&>.icon]:mt-[.2em] [&>.icon]:text-wait';

function PreviewNote({ bot: { state } }: { bot: BotDetails }): VNode {
  return (
    <p class={ONLY_YOU}>
      <Icon name="lock" />
      <span>
        <strong>{messages.bot.preview({ state: messages.common.states[state] })}</strong>{' '}
        {messages.bot.onlyYou}
      </span>
    </p>
  );
}

/** What it last changed, with the way to the notes further down. */
function Newest({ bot }: { bot: BotDetails }): VNode | null {
  const {
    news: [newest],
  } = bot;
  if (newest === undefined) return null;
  return (
    <p class="note">
      <Icon name="sparkles" /> {messages.news.latest}{' '}
      <a href="#news">
        <bdi>{newest.title}</bdi>
      </a>
    </p>
  );
}

function Tools({ bot: { botId, name }, url }: { bot: BotDetails; url: string }): VNode {
  return (
    <div class="tools">
      {hole('favourite')}
      <a class="quiet" href={comparePath([botId])} rel="nofollow">
        <Icon name="columns-2" />
        <WithName label={messages.compare.label} name={name} />
      </a>
      <Share url={url} title={name} />
      <a class="quiet" href={`/bot/${botId}/report`} rel="nofollow">
        <Icon name="flag" />
        <WithName label={messages.bot.report} name={name} />
      </a>
    </div>
  );
}

/**
 * On a narrow screen, what one decides by stands before the long text. Wide ones have it beside the text, and only the
 * owner here, by the name.
 */
function Glance({ bot }: { bot: BotDetails }): VNode {
  const { languages, owners } = bot;
  const site = verification(owners);
  return (
    <dl class="facts glance">
      <PermissionSummary bot={bot} />
      <div class="maker">
        <dt>
          <Icon name="user" />
          <span class="sr-only">{messages.bot.by}</span>
        </dt>
        <dd>
          {owners.map(({ userId, name }, index) => (
            <>
              {index === 0 ? null : ', '}
              <a href={`/user/${userId}`}>
                <bdi>{name}</bdi>
              </a>
            </>
          ))}{' '}
          {site === undefined ? null : <small>{site}</small>}
        </dd>
      </div>
      {languages.length === 0 ? null : (
        <div>
          <dt>
            <Icon name="languages" />
            <span class="sr-only">{messages.fields.languages}</span>
          </dt>
          <dd>{botLanguages().listed(languages)}</dd>
        </div>
      )}
    </dl>
  );
}

/** Other bots. */
function Further({ bot, now }: { bot: BotDetails; now: Date }): VNode {
  return (
    <>
      <MoreByOwner bots={bot.moreByOwner} owner={bot.owners[0]} now={now} />
      <SimilarBots bots={bot.similarBots} botId={bot.botId} />
    </>
  );
}

function Tags({ bot: { tags } }: { bot: BotDetails }): VNode {
  return (
    <ul class="chips mb-3" aria-label={messages.fields.tags}>
      {tags.map((tag) => (
        <TagChip tag={tag} />
      ))}
    </ul>
  );
}

function Actions({ bot }: { bot: BotDetails }): VNode {
  return (
    <>
      <section class="card first" aria-label={messages.bot.actions}>
        {hole('dead')}
        <div class="actions">
          <a class="button" href={bot.inviteUrl} rel="nofollow noopener">
            <Icon name="plus" />
            <WithName label={messages.bot.invite} name={bot.name} />
          </a>
          {bot.state === 'APPROVED' ? hole('vote') : null}
          {bot.state === 'APPROVED' ? hole('reminder') : null}
        </div>
      </section>
      {hole(['manage', ...bot.owners.map(({ userId }) => userId)].join(' '))}
    </>
  );
}

function Details({ bot, now }: { bot: BotDetails; now: Date }): VNode {
  return (
    <section class="card" aria-label={messages.bot.details}>
      <BotNumbers bot={bot} />
      <dl class="details grid text-small">
        {bot.languages.length === 0 ? null : (
          <div class="above">
            <dt>{messages.fields.languages}</dt>
            <dd>{botLanguages().listed(bot.languages)}</dd>
          </div>
        )}
        {bot.prefix === null ? null : (
          <div>
            <dt>{messages.fields.prefix}</dt>
            <dd>
              <code>{bot.prefix}</code>
            </dd>
          </div>
        )}
        <Reporting bot={bot} now={now} /> <PermissionCount bot={bot} />{' '}
        <div>
          <dt>{messages.compare.listedSince}</dt>
          <dd>
            <Month of={bot.createdAt} />
          </dd>
        </div>
      </dl>
    </section>
  );
}

/** The beginning of a text tells its language. */
const MAX_LOOKED_AT = 2000;

function About({ bot }: { bot: BotDetails }): VNode {
  const { longDescriptionHtml, screenshots, languages, textLanguages } = bot;
  const text = longDescriptionHtml.slice(0, MAX_LOOKED_AT).replaceAll(/<[^>]*>/g, ' ');
  return (
    <section class="text" aria-labelledby="about">
      <h2 id="about">{messages.bot.about}</h2>
      <BotScreenshots screenshots={screenshots} languages={languages} />
      <div
        class="whole"
        {...textAttributes(text, languages, textLanguages.longDescription)}
        dangerouslySetInnerHTML={{ __html: longDescriptionHtml }}
      />
      {isLong(longDescriptionHtml) ? (
        <details class="unfold">
          <summary>
            <span>{messages.bot.readMore}</span>
            <span>{messages.bot.readLess}</span>
            <Icon name="chevron-down" />
          </summary>
        </details>
      ) : null}
    </section>
  );
}

/** On a phone, folding must hide more than a few lines. A picture is as high as many. */
const MANY_CHARACTERS = 900;
const isLong = (html: string): boolean => html.length > MANY_CHARACTERS || html.includes('<img');

function Links({ bot }: { bot: BotDetails }): VNode {
  return (
    <section class="card">
      <h2>{messages.bot.links}</h2>
      <LinkList links={bot} />
    </section>
  );
}

function Owners({ bot: { owners } }: { bot: BotDetails }): VNode {
  return (
    <section class="card">
      <h2>{messages.bot.by}</h2>
      <ul class="people">
        {owners.map(({ userId, name, isCoOwner, site }) => (
          <li>
            <a href={`/user/${userId}`}>
              <UserAvatar userId={userId} name={name} size={28} />
              <bdi>{name}</bdi>
              {isCoOwner ? <small class="text-muted">{messages.owners.coOwner}</small> : null}
            </a>
            {site ? <ConfirmedSite {...site} /> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
