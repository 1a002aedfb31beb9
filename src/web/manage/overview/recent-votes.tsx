import { Section } from '../../client/section.tsx';
import { Ago } from '../../client/time.tsx';
import { messages } from '../../words/messages.ts';
import type { Overview } from './documents.ts';

/** The newest votes. The log has ids of users only, no names. */
export function RecentVotes({ votes }: { votes: NonNullable<Overview['recentVotes']> }) {
  return (
    <Section id="votes" title={messages.sections.votes}>
      {votes.length === 0 ? (
        <p class="muted">{messages.numbers.noVotes}</p>
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
