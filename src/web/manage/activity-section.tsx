import type { FieldName } from '../../terms/listing-fields.ts';
import { ActButton, ActOutcome } from '../client/act.tsx';
import { useBot } from '../client/data.tsx';
import { query } from '../client/graphql.ts';
import { Section, StateBadge } from '../client/section.tsx';
import { Time } from '../client/time.tsx';
import { locale } from '../words/current-language.ts';
import { messages } from '../words/messages.ts';
import { ACTIVITY, type HistoryEntry } from './documents.ts';
import { TakenDownBadge } from './listing-history.tsx';

const labels = messages.activity;

/** Who did what to the listing, newest first. */
export function ActivitySection({ botId }: { botId: string }) {
  const { data, instead, change } = useBot(() => query(ACTIVITY, { botId, after: null }));
  const activity = data?.bot.activity;
  const older = async () => {
    const next = (await query(ACTIVITY, { botId, after: activity?.pageInfo.endCursor ?? null })).bot
      ?.activity;
    if (activity && next) change({ activity: { ...next, edges: [...activity.edges, ...next.edges] } });
  };
  return (
    <Section id="history" title={messages.state.history}>
      {!activity && instead}
      {activity?.edges.length === 0 && <p class="muted">{messages.state.noHistory}</p>}
      {activity && activity.edges.length > 0 && (
        <ol class="history" aria-labelledby="history-title">
          {activity.edges.map((edge) => edge?.node && <Entry key={edge.cursor} {...edge.node} />)}
        </ol>
      )}
      {activity?.pageInfo.hasNextPage && (
        <div class="actions">
          <ActButton isRead act={older}>
            {labels.older}
          </ActButton>
        </div>
      )}
      <ActOutcome />
    </Section>
  );
}

function Entry(entry: HistoryEntry) {
  const { kind, userId, userName, toState, takenDown, reason, happenedAt } = entry;
  return (
    <li>
      {toState !== null && takenDown === null && (
        <StateBadge state={toState} label={toState === 'PENDING' ? messages.state.submitted : undefined} />
      )}
      {takenDown !== null && <TakenDownBadge picture={takenDown} />}
      {kind !== 'MOVED' && kind !== 'TAKEN_DOWN' && wordEvent(entry, kind)}{' '}
      <span class="muted">
        <Time at={happenedAt} /> {messages.state.by}{' '}
        {userId === null ? labels.service : <bdi>{userName ?? labels.former}</bdi>}
      </span>
      {reason !== null && <blockquote>{reason}</blockquote>}
    </li>
  );
}

/** What an edit can change besides fields. */
const PARTS: Readonly<Record<string, string>> = {
  picture: messages.sections.picture,
  banner: messages.sections.banner,
  screenshots: messages.sections.screenshots,
  translations: messages.translationsForm.title,
};
const list = new Intl.ListFormat(locale());

function wordEvent(
  { otherName, role, fields }: HistoryEntry,
  kind: Exclude<HistoryEntry['kind'], 'MOVED' | 'TAKEN_DOWN'>,
): string {
  const words = labels.kinds[kind];
  // Sentences without parameters are plain strings.
  if (typeof words === 'string') return words;
  return words({
    other: otherName ?? labels.former,
    role: role === null ? '' : messages.owners.roles[role],
    fields: list.format(fields.map((name) => PARTS[name] ?? messages.fields[name as FieldName])),
  });
}
