import type { VNode } from 'preact';
import { UserAvatar } from '../kit/avatar.tsx';
import { Month } from '../kit/month.tsx';
import { NameInSentence } from '../kit/name-in-sentence.tsx';
import { PageLinks } from '../kit/page-links.tsx';
import { type BotRow, BotRows } from '../listing/bot-row.tsx';
import { ConfirmedSite } from '../listing/confirmed-site.tsx';
import { LinkList } from '../listing/link-list.tsx';
import { messages } from '../words/messages.ts';
import { shortCount } from '../words/numbers.ts';
import { userPath } from './directory-address.ts';
import type { BotList } from './directory-page.tsx';

export interface Profile {
  readonly userId: string;
  readonly name: string;
  readonly listedSince: string | null;
  /** The websites that name the user as an owner of a bot. */
  readonly sites: readonly Parameters<typeof ConfirmedSite>[0][];
  readonly links: readonly { readonly name: string; readonly url: string }[];
  readonly bots: BotList;
}

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
export function UserPage({ userId, name, listedSince, links, sites, bots }: Profile, now: Date): VNode {
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
          {sites.map(ConfirmedSite)}
          {LinkList(Object.fromEntries(links.map((link) => [link.name, link.url])))}
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
