import { useData } from '../client/data.tsx';
import { query, Refused } from '../client/graphql.ts';
import { HeldDecision, useEnded } from '../client/held.tsx';
import { Facts, Section, StateBadge } from '../client/section.tsx';
import { Time } from '../client/time.tsx';
import { Chart } from '../kit/chart.tsx';
import { ListingHistory } from '../manage/listing-history.tsx';
import { messages } from '../words/messages.ts';
import { BlockForm, BlockItem } from './blocks.tsx';
import { MODERATED_USER, type ModeratedUser, type UserBot } from './documents.ts';

const labels = messages.moderatedUser;

async function load(userId: string) {
  const { moderatedUser, moderationSearch } = await query(MODERATED_USER, { userId, search: userId });
  if (!moderatedUser) throw new Refused('NOT_FOUND', labels.gone);
  return { user: moderatedUser, bots: moderationSearch?.edges.map(({ node }) => node) ?? [] };
}

/** What a moderator should know of a user, and the blocks. */
export function UserPage({ subjectId }: { subjectId: string }) {
  const { data, instead, reload } = useData(() => load(subjectId));
  useEnded(reload);
  if (!data) return instead;
  const { user, bots } = data;
  return (
    <>
      <Section id="user" title={user.name}>
        <Facts
          class="facts"
          facts={{
            [messages.owners.id]: user.userId,
            [labels.since]: <Time at={user.createdAt} />,
            [messages.owners.role]: user.role === null ? labels.noRole : messages.team.roles[user.role],
          }}
        />
      </Section>
      <Section id="blocks" title={messages.blocks.title}>
        {user.blocks.length === 0 && <p class="muted">{labels.noBlocks}</p>}
        <ol class="history">
          {user.blocks.map((block) => (
            <BlockItem key={block.id} block={block} isOfUser />
          ))}
        </ol>
        <HeldDecision />
        {user.role === null ? (
          <BlockForm userId={user.userId} name={user.name} />
        ) : (
          <p class="muted">{labels.isTeam}</p>
        )}
      </Section>
      <Listings bots={bots} />
      <Votes votes={user.votes} signals={user.voteSignals} />
      <Reports reports={user.reports} />
    </>
  );
}

/** The listings of the user with what was decided about each. */
function Listings({ bots }: { bots: readonly UserBot[] }) {
  return (
    <Section id="listings" title={labels.listings}>
      {bots.length === 0 ? (
        <p class="muted">{labels.noListings}</p>
      ) : (
        <ul class="history">
          {bots.map(({ botId, name, state, history }) => (
            <li key={botId}>
              <details>
                <summary>
                  <bdi>{name}</bdi> <span class="muted">{botId}</span> <StateBadge state={state} />
                </summary>
                <ListingHistory moves={history ?? []} />
              </details>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function Votes({
  votes: { days, bots },
  signals,
}: Pick<ModeratedUser, 'votes'> & { signals: ModeratedUser['voteSignals'] }) {
  const total = days.reduce((sum, { votes }) => sum + votes, 0);
  const most = Math.max(...days.map(({ votes }) => votes));
  return (
    <Section id="votes" title={labels.votes}>
      {total === 0 ? (
        <p class="muted">{labels.noVotes}</p>
      ) : (
        <>
          <Chart
            kind="bars"
            title={messages.chart.votes}
            summary={messages.chart.votesSummary({ total, most })}
            days={days.map(({ day, votes }) => ({ day, value: votes }))}
          />
          <h3 id="most-voted">{labels.mostVoted}</h3>
          <ul class="history" aria-labelledby="most-voted">
            {bots.map(({ botId, name, votes }) => (
              <li key={botId}>
                <a href={`/bot/${botId}`} dir="auto">
                  {name}
                </a>{' '}
                <span class="muted">{labels.voteCount({ count: votes })}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {signals.length > 0 && (
        <>
          <h3 id="signals">{messages.moderationTools.votes.signals}</h3>
          <p class="muted">{messages.moderationTools.votes.noVerdict}</p>
          <ul class="history" aria-labelledby="signals">
            {signals.map(({ botId, botName, signal: { kind, from } }) => (
              <li key={`${botId} ${kind} ${from}`}>
                <a href={`/bot/${botId}`} dir="auto">
                  {botName}
                </a>{' '}
                <span class="badge">{messages.moderationTools.votes.kinds[kind]}</span>{' '}
                <span class="muted">
                  <Time at={from} />
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}

function Reports({ reports }: Pick<ModeratedUser, 'reports'>) {
  const { openCount: open, actedCount: acted, dismissedCount: dismissed, newest } = reports;
  return (
    <Section id="reports" title={labels.reports}>
      <p class="muted">{labels.reportCounts({ open, acted, dismissed })}</p>
      {newest.length > 0 && (
        <ul class="reports">
          {newest.map(({ id, botId, botName, category, text, createdAt, outcome }) => (
            <li key={id}>
              <a href={`/bot/${botId}`} dir="auto">
                {botName}
              </a>{' '}
              <span class="badge">{messages.moderation.categories[category]}</span>{' '}
              <span class="muted">
                <Time at={createdAt} /> · {labels.outcomes[outcome ?? 'OPEN']}
              </span>
              <p class="my-[.15rem]">{text}</p>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
