import { StateBadge, Time } from './parts.tsx';
import { texts } from './texts.ts';
import type { Move } from './types.ts';

/** How a listing came into its state, newest first. */
export function History({ moves }: { moves: readonly Move[] }) {
  return (
    <ol class="history">
      {moves.toReversed().map(({ toState, userName, reason, movedAt }) => (
        <li key={movedAt}>
          <StateBadge state={toState} /> <Time at={movedAt} />
          {userName !== null && ` ${texts.state.by} ${userName}`}
          {reason !== null && <blockquote>{reason}</blockquote>}
        </li>
      ))}
    </ol>
  );
}
