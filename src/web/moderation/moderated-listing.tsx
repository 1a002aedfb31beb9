import { useEffect, useRef } from 'preact/hooks';
import { query } from '../client/request/graphql.ts';
import { LoadFailed, Loading } from '../client/request/loading.tsx';
import { Refused } from '../client/request/refused.ts';
import { useData } from '../client/request/use-data.ts';
import { useRefresh } from '../client/request/use-refresh.ts';
import { StateBadge } from '../client/state-badge.tsx';
import { messages } from '../words/messages.ts';
import { ClaimBar } from './claim-bar.tsx';
import { type DecisionListener, Decisions } from './decisions.tsx';
import { LISTING_NOW, MODERATED_BOT } from './documents.ts';
import { Featured } from './featured.tsx';
import { bringIntoView } from './in-view.ts';
import { ListingDetails } from './listing-details.tsx';
import { Notes } from './notes.tsx';
import { overtakenBy } from './overtaken.ts';
import { LIVE_MS } from './queue.ts';
import { ReviewFacts } from './review-facts.tsx';

/** One listing in full, with what a moderator needs beside it and the decisions that they can make about it. */
export function ModeratedListing({
  botId,
  isChosen,
  onOpen,
  ...listener
}: DecisionListener & {
  botId: string;
  /** Whether the moderator has asked for this listing. */
  isChosen: boolean;
  onOpen: (botId: string) => void;
}) {
  const shown = useRef<HTMLElement>(null);
  const { data, refusal, reload } = useData(async () => {
    const { bot, viewer } = await query(MODERATED_BOT, { botId });
    if (!bot) throw new Refused('NOT_FOUND', messages.moderation.gone);
    return { bot, viewerId: viewer?.userId };
  });
  const now = useData(() => query(LISTING_NOW, { botId }));
  useRefresh(now.reload, LIVE_MS);
  const reloadAll = () => {
    // What is known of now is older than what comes.
    now.setData(() => undefined);
    return reload();
  };
  // On a phone it is below the queue. On a desktop the page may stand at the end of the listing before.
  const isLoaded = data !== undefined;
  useEffect(() => {
    const top = shown.current?.getBoundingClientRect().top ?? 0;
    if (shown.current && isChosen && isLoaded && (top < 0 || top > innerHeight / 2))
      bringIntoView(shown.current);
  }, [isChosen, isLoaded]);
  if (refusal) return <LoadFailed refusal={refusal} reload={reload} title="#listing-title" />;
  if (!data) return <Loading />;
  const { bot, viewerId } = data;
  const { review } = bot;
  const claim = now.data?.bot?.review ? now.data.bot.review.claim : review?.claim;
  return (
    <article class="card moderated" aria-labelledby="listing-title" ref={shown}>
      <header>
        <img src={bot.avatarUrl} alt="" width="56" height="56" />
        <div>
          <h2 id="listing-title" tabIndex={-1}>
            {bot.name}
          </h2>
          <p>
            <StateBadge state={bot.state} /> <span class="muted">{bot.botId}</span>
          </p>
        </div>
      </header>
      <ClaimBar botId={botId} claim={claim} viewerId={viewerId} onReload={reloadAll} />
      <p>{bot.shortDescription}</p>
      <Decisions
        listing={bot}
        overtaken={now.data && overtakenBy(bot, now.data.bot)}
        onReload={reloadAll}
        {...listener}
      />
      {review && <ReviewFacts listing={bot} review={review} onOpen={onOpen} />}
      <ListingDetails listing={bot} />
      {review && <Notes botId={botId} notes={review.notes} onReload={reload} />}
      {review && <Featured listing={bot} features={review.features} onReload={reload} />}
    </article>
  );
}
