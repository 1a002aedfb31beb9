import type { VNode } from 'preact';
import { graphql, type ResultOf } from '../../documents/graphql.ts';
import { UserAvatar } from '../kit/avatar.tsx';
import { Month } from '../kit/month.tsx';
import { NameInSentence } from '../kit/name-in-sentence.tsx';
import { PageLinks, pageEnds } from '../kit/page-links.tsx';
import { type BotRow, BotRows, botRow } from '../listing/bot-row.tsx';
import { ConfirmedSite } from '../listing/confirmed-site.tsx';
import { LinkList } from '../listing/link-list.tsx';
import { messages } from '../words/messages.ts';
import { shortCount } from '../words/numbers.ts';
import { userPath } from './directory-address.ts';
import type { BotList } from './directory-page.tsx';

export const profile = graphql(
  `fragment Profile on User {
    userId name listedSince links { name url } sites { host method }
    bots(first: $first, after: $after, last: $last, before: $before) {
      edges { node { ...BotRow } }
      pageInfo { ...PageEnds }
    }
  }`,
  [botRow, pageEnds],
);

/** What the bots have together, if all of them are on the page. */
function Totals({ bots: { edges, pageInfo } }: { bots: BotList }): VNode | null {
  if (edges.length < 2 || pageInfo.hasNextPage || pageInfo.hasPreviousPage) return null;
  const sum = (of: (bot: BotRow) => number) => edges.reduce((total, { node }) => total + of(node), 0);
  const isAnyKnown = edges.some(({ node }) => node.serverCount !== null);
  const parts = [
    messages.home.botCount({ count: edges.length }),
    ...(isAnyKnown ? [messages.card.servers(shortCount(sum(({ serverCount }) => serverCount ?? 0)))] : []),
    messages.card.votes(shortCount(sum(({ voteCount }) => voteCount))),
  ];
  return <p class="note">{parts.join(' · ')}</p>;
}

/** The public bots of a user. */
export function UserPage(
  { userId, name, listedSince, links, sites, bots }: ResultOf<typeof profile>,
  now: Date,
): VNode {
  return (
    <>
      <header class="profile">
        <UserAvatar userId={userId} name={name} size={56} />
        <div>
          <h1>
            <NameInSentence say={messages.user.title} name={name} />
          </h1>
          <Totals bots={bots} />
          {listedSince === null ? null : (
            <p class="note">
              {messages.compare.listedSince} <Month of={listedSince} />
            </p>
          )}
          {sites.map((site) => (
            <ConfirmedSite {...site} />
          ))}
          <LinkList links={Object.fromEntries(links.map((link) => [link.name, link.url]))} />
        </div>
      </header>
      {bots.edges.length === 0 ? (
        <p class="empty">{messages.directory.noMore}</p>
      ) : (
        <BotRows bots={bots.edges} now={now} />
      )}
      <PageLinks pageInfo={bots.pageInfo} pathOf={(position) => userPath(userId, position)} />
    </>
  );
}
