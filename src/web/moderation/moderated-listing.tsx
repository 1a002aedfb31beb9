import { useEffect, useRef } from 'preact/hooks';
import { ActButton, ActOutcome, Acts, ReloadProvider } from '../client/act.tsx';
import { useBot, useData } from '../client/data.tsx';
import { asRefused, mutate, query, type Refused } from '../client/graphql.ts';
import { leaving, useEnded } from '../client/held.tsx';
import { StateBadge } from '../client/section.tsx';
import { locale } from '../words/current-language.ts';
import { messages } from '../words/messages.ts';
import { type DecisionListener, Decisions } from './decisions.tsx';
import { CLAIM, LISTING_NOW, MODERATED_BOT, type ModeratedBot, RELEASE, type Review } from './documents.ts';
import { Edits } from './edits.tsx';
import { Featured } from './featured.tsx';
import { bringIntoView } from './keyboard.tsx';
import { ListingDetails } from './listing-details.tsx';
import { ListingVotes } from './listing-votes.tsx';
import { Notes } from './notes.tsx';
import { overtakenBy } from './overtaken.ts';
import { useLive } from './queue.ts';
import { ReviewFacts } from './review-facts.tsx';

const { claim: labels } = messages.moderationTools;
/** A claim ends within minutes. */
const clock = new Intl.DateTimeFormat(locale(), { timeStyle: 'short' });

/** One listing in full, with what a moderator needs beside it and the decisions that they can make about it. */
export function ModeratedListing({
  botId,
  isChosen,
  isQueued,
  onTaken,
  onOpen,
  ...listener
}: DecisionListener & {
  botId: string;
  /** Whether the moderator has asked for this listing. */
  isChosen: boolean;
  /** Whether it waits for a decision. */
  isQueued: boolean;
  /** Called when another moderator has claimed a listing that nobody has asked for. */
  onTaken: () => void;
  onOpen: (botId: string) => void;
}) {
  const shown = useRef<HTMLElement>(null);
  const load = () => query(MODERATED_BOT, { botId });
  const { data, instead, reload } = useBot(load, { title: '#listing-title' });
  const now = useData(() => query(LISTING_NOW, { botId }));
  useLive(now.reload);
  const reloadAll = () => {
    // What is known of now is older than what comes.
    now.setData(() => undefined);
    return reload();
  };
  useEnded((decision, end) => {
    const isAboutIt = decision.botId === botId && end !== 'undone';
    return isAboutIt ? reloadAll() : undefined;
  });
  // On a phone it is below the queue. On a desktop the page may stand at the end of the listing before.
  const isLoaded = data !== undefined;
  useEffect(() => {
    // What was decided last, and its undo, stand above it.
    const frame = shown.current?.closest('.moderation');
    if (!shown.current || !frame || !isChosen || !isLoaded) return;
    const { top } = shown.current.getBoundingClientRect();
    const { scrollPaddingTop } = getComputedStyle(document.documentElement);
    const least = Number.parseFloat(scrollPaddingTop) || 0;
    if (top < least || top > innerHeight / 2) bringIntoView(shown.current);
    if (frame.getBoundingClientRect().top < least) bringIntoView(frame);
  }, [isChosen, isLoaded]);
  useClaimWhileOpen(botId, isLoaded && isQueued, (refused) => {
    if (refused?.code === 'CLAIMED' && !isChosen) onTaken();
    else void now.reload();
  });
  if (!data) return instead;
  const { bot, viewer } = data;
  const { review } = bot;
  const claim = now.data?.bot?.review ? now.data.bot.review.claim : review?.claim;
  // Moderators see no review of a listing of their own.
  const isDoubtful = !review || (claim ? claim.userId !== viewer?.userId : false);
  return (
    <article class="card moderated" aria-labelledby="listing-title" ref={shown}>
      <header class="flex gap-4 items-center">
        <img src={bot.avatarUrl} alt="" width="56" height="56" />
        <div>
          <h2 class="m-0" id="listing-title" tabIndex={-1}>
            {bot.name}
          </h2>
          <p class="m-0">
            <StateBadge state={bot.state} /> <span class="muted">{bot.botId}</span>
          </p>
        </div>
      </header>
      <ClaimBar botId={botId} claim={claim} viewerId={viewer?.userId} onReload={reloadAll} />
      <p>{bot.shortDescription}</p>
      <OwnersNote listing={bot} />
      <Decisions
        listing={bot}
        overtaken={now.data && overtakenBy(bot, now.data.bot)}
        isDoubtful={isDoubtful}
        onReload={reloadAll}
        {...listener}
      />
      <Edits listing={bot} isDoubtful={isDoubtful} {...listener} />
      {review && <ReviewFacts listing={bot} review={review} onOpen={onOpen} />}
      <ListingDetails listing={bot} />
      {review && (
        <ReloadProvider value={reload}>
          <Notes listing={bot} review={review} />
          <ListingVotes listing={bot} />
          <Featured listing={bot} review={review} />
        </ReloadProvider>
      )}
    </article>
  );
}

/** What an owner wrote when they submitted a rejected listing again. */
function OwnersNote({ listing: { state, history } }: { listing: ModeratedBot }) {
  const note = history?.findLast(({ takenDown }) => takenDown === null)?.reason;
  if (state !== 'PENDING' || !note) return null;
  return (
    <div>
      <p>{messages.moderation.ownersNote}</p>
      <blockquote dir="auto">{note}</blockquote>
    </div>
  );
}

/**
 * Claims a listing while it is open, and while a decision about it waits, so that no two moderators read the same one.
 * The claim of a closed page ends by itself.
 *
 * @param onClaimed learns why it was not possible, such as a claim of another moderator
 */
function useClaimWhileOpen(botId: string, isOn: boolean, onClaimed: (refused?: Refused) => void): void {
  const latest = useRef(onClaimed);
  latest.current = onClaimed;
  useEffect(() => {
    if (!isOn) return undefined;
    const claiming = mutate(CLAIM, { botId, takesOver: false }).then(
      () => undefined,
      (error: unknown) => asRefused(error),
    );
    let isOpen = true;
    void claiming.then((refused) => isOpen && latest.current(refused));
    return () => {
      isOpen = false;
      void claiming.then((refused) => {
        // A decision that waits ends the claim.
        if (!refused && !leaving().includes(botId)) mutate(RELEASE, { botId }).catch(() => {});
      });
    };
  }, [botId, isOn]);
}

const CLAIM_BAR =
  'claim framed flex flex-wrap gap-x-3 gap-y-2 items-center mt-4 p-2 ps-3.5 ' +
  '[&>.outcome:not(:empty)]:w-full [&>.outcome]:m-0';

/** Who works on the listing. The button claims it, gives it back, or takes it over. */
function ClaimBar({
  botId,
  claim,
  viewerId,
  onReload,
}: {
  botId: string;
  claim: Review['claim'] | undefined;
  viewerId: string | undefined;
  onReload: () => Promise<void>;
}) {
  const isMine = claim?.userId === viewerId;
  const send = async (work: Promise<unknown>) => {
    try {
      await work;
    } finally {
      await onReload();
    }
  };
  return (
    <div class={`${CLAIM_BAR} ${claim && !isMine ? 'border-wait bg-wait-tint' : ''}`}>
      <p class="flex-[1_1_12rem] m-0">
        {claim ? (
          <>
            {isMine ? labels.mine : labels.by({ name: claim.userName ?? claim.userId })}{' '}
            <time dateTime={claim.claimedUntil}>{clock.format(new Date(claim.claimedUntil))}</time>
          </>
        ) : (
          <span class="muted">{labels.none}</span>
        )}
      </p>
      <Acts>
        {claim && isMine ? (
          <ActButton shortcut="c" act={() => send(mutate(RELEASE, { botId }))}>
            {labels.release}
          </ActButton>
        ) : (
          <ActButton shortcut="c" act={() => send(mutate(CLAIM, { botId, takesOver: Boolean(claim) }))}>
            {claim ? labels.takeOver : labels.claim}
          </ActButton>
        )}
        <ActOutcome />
      </Acts>
    </div>
  );
}
