import { useId } from 'preact/hooks';
import type { Move } from './listing-history-fragment.ts';
import { StateBadge } from './state-badge.tsx';
import { texts } from './texts.ts';
import { Time } from './time.tsx';

/**
 * The changes of a listing's state, newest first. Moderators also see the changes before the present owner took the
 * listing over, under a heading of their own.
 */
export function ListingHistory({ moves }: { moves: readonly Move[] }) {
  const earlier = moves.filter((move) => move.isBeforeTakeOver);
  const votes = moves.findLast((move) => move.voteCountBefore !== null)?.voteCountBefore;
  return (
    <>
      <Moves label={texts.state.history} moves={moves.filter((move) => !move.isBeforeTakeOver)} />
      <Moves label={texts.state.historyBefore} note={texts.state.votesBefore(votes ?? 0)} moves={earlier} />
    </>
  );
}

function Moves({ label, note, moves }: { label: string; note?: string; moves: readonly Move[] }) {
  const title = useId();
  if (moves.length === 0) return null;
  return (
    <>
      <h3 id={title}>{label}</h3>
      {note !== undefined && <p class="muted">{note}</p>}
      <ol class="history" aria-labelledby={title}>
        {moves.toReversed().map(({ toState, userName, reason, movedAt }) => (
          <li key={movedAt}>
            <StateBadge state={toState} label={toState === 'PENDING' ? texts.state.submitted : undefined} />{' '}
            <Time at={movedAt} />
            {userName !== null && (
              <>
                {` ${texts.state.by} `}
                <bdi>{userName}</bdi>
              </>
            )}
            {reason !== null && <blockquote>{reason}</blockquote>}
          </li>
        ))}
      </ol>
    </>
  );
}
