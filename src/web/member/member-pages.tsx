import type { VNode } from 'preact';
import { graphql, type ResultOf } from '../../documents/graphql.ts';
import { Icon } from '../kit/icon.tsx';
import type { IconName } from '../kit/icons.ts';
import { NameInSentence } from '../kit/name-in-sentence.tsx';
import { PageLinks, type Position, pageEnds, setPosition } from '../kit/page-links.tsx';
import { Sign } from '../kit/tile.tsx';
import { Time } from '../kit/time.tsx';
import { NewsItem, type newsItem } from '../listing/bot-news.tsx';
import { FavouriteButton } from '../listing/favourite-button.tsx';
import { type MemberRow, MemberRows } from '../listing/member-rows.tsx';
import { AllRemindersButton, ReminderButton, reminderStateOf } from '../listing/reminder-button.tsx';
import { WithName } from '../listing/with-name.tsx';
import { Countdown, VOTES_PATH, VoteButton } from '../vote/vote-page.tsx';
import { messages } from '../words/messages.ts';

export const FAVOURITES_PATH = '/favourites';

const memberBot = graphql(
  'fragment MemberBot on Bot { botId name(language: $language) avatarUrl isViewerFavourite }',
);

const ownVote = graphql(
  'fragment MemberVote on OwnVote { votedAt nextVoteAt bot { ...MemberBot viewerWantsReminder } }',
  [memberBot],
);

export const ownVotes = graphql(
  'fragment OwnVotes on OwnVotesConnection { edges { node { ...MemberVote } } pageInfo { ...PageEnds } }',
  [ownVote, pageEnds],
);
export const favourites = graphql(
  `fragment Favourites on FavouritesConnection {
    edges { node { ...MemberBot viewerNextVoteAt viewerWantsReminder } } pageInfo { ...PageEnds }
  }`,
  [memberBot, pageEnds],
);

export interface MemberVotes {
  readonly open: ResultOf<typeof ownVotes>;
  /** The newest vote first. Empty on later pages. */
  readonly waiting: ResultOf<typeof ownVotes>['edges'];
  /** The bot that the viewer has just voted for. */
  readonly justVoted: string | null;
  /** Whether the viewer is reminded of all bots that they follow. */
  readonly remindsFavourites: boolean;
}

interface Surroundings {
  readonly now: Date;
  readonly hasCaptcha: boolean;
}

/** The bots that the viewer has voted for: those that are open again first. */
export function VotesPage(votes: MemberVotes, surroundings: Surroundings): VNode {
  const { open, waiting, justVoted } = votes;
  const labels = messages.myVotes;
  const voted = waiting.find(({ node }) => node.bot.botId === justVoted);
  const isEmpty = open.edges.length === 0 && waiting.length === 0;
  return (
    <div class="member">
      <h1>{labels.title}</h1>
      <Tabs current={VOTES_PATH} />
      {voted ? (
        <p class="counted" role="status">
          <Icon name="check" />
          <span>
            <NameInSentence say={labels.justVoted} name={voted.node.bot.name} />
          </span>
        </p>
      ) : null}
      {isEmpty ? <Empty icon="vote" message={labels.none} hint={labels.noneHint} /> : null}
      {open.edges.length === 0 ? null : (
        <section>
          <h2>{labels.open}</h2>
          <MemberRows rows={open.edges.map(({ node }) => openRow(node, surroundings))} />
          <PageLinks pageInfo={open.pageInfo} pathOf={pathAt(VOTES_PATH)} />
        </section>
      )}
      {waiting.length === 0 ? null : (
        <section>
          <h2>{labels.waiting}</h2>
          <MemberRows rows={waiting.toReversed().map(({ node }) => waitingRow(node, votes, surroundings))} />
        </section>
      )}
    </div>
  );
}

/** A note of a bot that the viewer follows. */
interface FollowedNews {
  readonly bot: { readonly botId: string; readonly name: string; readonly languages: readonly string[] };
  readonly news: ResultOf<typeof newsItem>;
}

/** The bots that the viewer follows, and their news. */
export function FavouritesPage(
  { edges, pageInfo }: ResultOf<typeof favourites>,
  hasReminders: boolean,
  news: readonly FollowedNews[],
  { now, hasCaptcha }: Surroundings,
): VNode {
  return (
    <div class="member">
      <h1>{messages.favourite.title}</h1>
      <Tabs current={FAVOURITES_PATH} />
      {edges.length > 0 || hasReminders ? (
        <div class="tools">
          <AllRemindersButton isOn={hasReminders} />
        </div>
      ) : null}
      {edges.length === 0 ? (
        <Empty icon="heart" message={messages.favourite.none} hint={messages.favourite.noneHint} />
      ) : (
        <MemberRows
          rows={edges.map(({ node: { viewerNextVoteAt, viewerWantsReminder, ...bot } }) => ({
            bot,
            fact: <Wait until={viewerNextVoteAt} now={now} />,
            actions: [
              // Where all are reminded of, the button above says so.
              hasReminders ? null : (
                <ReminderButton
                  bot={bot}
                  state={viewerWantsReminder ? 'on' : 'off'}
                  returnTo={FAVOURITES_PATH}
                  look="quiet symbol"
                />
              ),
              <FavouriteButton bot={bot} isFavourite returnTo={FAVOURITES_PATH} />,
              viewerNextVoteAt === null ? <VoteButton bot={bot} hasCaptcha={hasCaptcha} /> : null,
            ],
          }))}
          level={2}
        />
      )}
      <PageLinks pageInfo={pageInfo} pathOf={pathAt(FAVOURITES_PATH)} />
      {news.length === 0 ? null : (
        <section aria-labelledby="news">
          <h2 id="news">{messages.news.of}</h2>
          {news.map(({ bot, news: item }) => (
            <NewsItem item={item} languages={bot.languages} bot={bot} />
          ))}
        </section>
      )}
    </div>
  );
}

function openRow({ bot, votedAt }: ResultOf<typeof ownVote>, { hasCaptcha }: Surroundings): MemberRow {
  return {
    bot,
    fact: (
      <>
        {messages.myVotes.votedAt} <Time at={votedAt} />
      </>
    ),
    actions: [
      <FavouriteButton bot={bot} isFavourite={bot.isViewerFavourite} returnTo={VOTES_PATH} />,
      <VoteButton bot={bot} hasCaptcha={hasCaptcha} returnsToVotes />,
    ],
  };
}

function waitingRow(
  { bot, nextVoteAt }: ResultOf<typeof ownVote>,
  viewer: Pick<MemberVotes, 'remindsFavourites'>,
  { now }: Surroundings,
): MemberRow {
  return {
    bot,
    // The window may have ended while the page was made.
    fact: <Wait until={nextVoteAt} now={now} />,
    actions: [
      nextVoteAt ? (
        <ReminderButton
          bot={bot}
          state={reminderStateOf(bot, viewer)}
          returnTo={VOTES_PATH}
          look="quiet symbol"
        />
      ) : null,
      nextVoteAt ? <Remind bot={bot} /> : null,
      <FavouriteButton bot={bot} isFavourite={bot.isViewerFavourite} returnTo={VOTES_PATH} />,
    ],
  };
}

/** The time until the next vote. */
function Wait({ until, now }: { until: string | null; now: Date }): VNode {
  if (until === null) return <>{messages.myVotes.openNow}</>;
  return (
    <>
      <Icon name="clock" />
      <Countdown until={until} now={now} over={messages.myVotes.openNow} />
    </>
  );
}

/** A file for calendars that reminds of the next vote. */
function Remind({ bot: { botId, name } }: { bot: MemberRow['bot'] }): VNode {
  const { remind } = messages.afterVote;
  return (
    <a class="quiet symbol" href={`/bot/${botId}/vote/reminder.ics`} download title={remind}>
      <Icon name="calendar-plus" />
      <WithName label={remind} name={name} />
    </a>
  );
}

function Tabs({ current }: { current: string }): VNode {
  const tab = (path: string, label: string) => (
    <li>
      <a href={path} aria-current={path === current ? 'page' : undefined}>
        {label}
      </a>
    </li>
  );
  return (
    <nav class="orders" aria-label={messages.myVotes.tabs}>
      <ul class="items flex flex-wrap">
        {tab(VOTES_PATH, messages.myVotes.title)}
        {tab(FAVOURITES_PATH, messages.favourite.title)}
      </ul>
    </nav>
  );
}

/** Says that a list is empty, and what will be in it. */
export function Empty({ icon, message, hint }: { icon: IconName; message: string; hint: string }): VNode {
  return (
    <div class="empty">
      <Sign icon={icon} />
      <p>
        <b>{message}</b>
      </p>
      <p>{hint}</p>
      <p>
        <a class="button" href="/bots">
          {messages.footer.find}
        </a>
      </p>
    </div>
  );
}

/** The addresses of the pages of a list. */
export function pathAt(path: string): (position: Position) => string {
  return (position) => {
    const query = new URLSearchParams();
    setPosition(query, position);
    return `${path}?${query}`;
  };
}
