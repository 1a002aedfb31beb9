import { useId } from 'preact/hooks';
import { StateBadge } from '../client/section.tsx';
import { Time } from '../client/time.tsx';
import { messages } from '../words/messages.ts';
import type { Move } from './documents.ts';

/**
 * The changes of a listing's state and the pictures that were taken down, newest first. Moderators also see the changes before the present owner took the
 * listing over, under a heading of their own.
 */
export function ListingHistory({ moves }: { moves: readonly Move[] }) {
  const earlier = moves.filter((move) => move.isBeforeTakeOver);
  const votes = moves.findLast((move) => move.voteCountBefore !== null)?.voteCountBefore;
  return (
    <>
      <Moves label={messages.state.history} moves={moves.filter((move) => !move.isBeforeTakeOver)} />
      <Moves
        label={messages.state.historyBefore}
        note={messages.state.votesBefore({ count: votes ?? 0 })}
        moves={earlier}
      />
    </>
  );
}

/** Says which picture a moderator took down. */
export function TakenDownBadge({ picture }: { picture: NonNullable<Move['takenDown']> }) {
  return <span class="badge rejected">{messages.state.takenDown[picture]}</span>;
}

function Moves({ label, note, moves }: { label: string; note?: string; moves: readonly Move[] }) {
  const title = useId();
  if (moves.length === 0) return null;
  return (
    <>
      <h3 id={title}>{label}</h3>
      {note !== undefined && <p class="muted">{note}</p>}
      <ol class="history" aria-labelledby={title}>
        {moves.toReversed().map(({ toState, userName, reason, movedAt, takenDown }) => (
          <li key={movedAt}>
            {takenDown === null ? (
              <StateBadge
                state={toState}
                label={toState === 'PENDING' ? messages.state.submitted : undefined}
              />
            ) : (
              <TakenDownBadge picture={takenDown} />
            )}{' '}
            <Time at={movedAt} />
            {userName !== null && (
              <>
                {` ${messages.state.by} `}
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
