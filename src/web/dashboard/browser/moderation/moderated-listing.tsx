import { useEffect, useRef } from 'preact/hooks';
import { query } from '../request/graphql.ts';
import { LoadFailed, Loading } from '../request/loading.tsx';
import { Refused } from '../request/refused.ts';
import { useData } from '../request/use-data.ts';
import { StateBadge } from '../state-badge.tsx';
import { texts } from '../texts.ts';
import { ClaimBar } from './claim-bar.tsx';
import { type DecisionListener, Decisions } from './decisions.tsx';
import { MODERATED_BOT } from './documents.ts';
import { Featured } from './featured.tsx';
import { ListingDetails } from './listing-details.tsx';
import { Notes } from './notes.tsx';
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
    if (!bot) throw new Refused('NOT_FOUND', texts.moderation.gone);
    return { bot, viewerId: viewer?.userId };
  });
  // On a phone it is below the queue.
  const isLoaded = data !== undefined;
  useEffect(() => {
    const top = shown.current?.getBoundingClientRect().top ?? 0;
    if (isChosen && isLoaded && top > innerHeight / 2) shown.current?.scrollIntoView();
  }, [isChosen, isLoaded]);
  if (refusal) return <LoadFailed refusal={refusal} reload={reload} title="#listing-title" />;
  if (!data) return <Loading />;
  const { bot, viewerId } = data;
  const { review } = bot;
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
      <ClaimBar listing={bot} viewerId={viewerId} onReload={reload} />
      <p>{bot.shortDescription}</p>
      <Decisions listing={bot} onReload={reload} {...listener} />
      {review && <ReviewFacts listing={bot} review={review} onOpen={onOpen} />}
      <ListingDetails listing={bot} />
      {review && <Notes botId={botId} notes={review.notes} onReload={reload} />}
      {review && <Featured listing={bot} features={review.features} onReload={reload} />}
    </article>
  );
}
