import { Section } from '../section.tsx';
import { texts } from '../texts.ts';
import { Ago } from '../time.tsx';
import type { Overview } from './documents.ts';

/** The newest votes. The log has ids of users only, no names. */
export function RecentVotes({ votes }: { votes: NonNullable<Overview['recentVotes']> }) {
  return (
    <Section id="votes" title={texts.sections.votes}>
      {votes.length === 0 ? (
        <p class="muted">{texts.numbers.noVotes}</p>
      ) : (
        <ol class="votes">
          {votes.map(({ userId, votedAt }) => (
            <li key={`${votedAt}/${userId}`}>
              <span>{userId}</span> <Ago at={votedAt} />
            </li>
          ))}
        </ol>
      )}
    </Section>
  );
}
