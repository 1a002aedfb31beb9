import { useId } from 'preact/hooks';
import { StateBadge, Time } from './parts.tsx';
import { texts } from './texts.ts';
import type { Move } from './types.ts';

/** How a listing came into its state, newest first; nothing for one that was always there. */
export function History({ moves }: { moves: readonly Move[] }) {
  const title = useId();
  if (moves.length === 0) return null;
  return (
    <>
      <h3 id={title}>{texts.state.history}</h3>
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
