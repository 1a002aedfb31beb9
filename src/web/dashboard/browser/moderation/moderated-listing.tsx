import { query } from '../request/graphql.ts';
import { LoadFailed, Loading } from '../request/loading.tsx';
import { Refused } from '../request/refused.ts';
import { useData } from '../request/use-data.ts';
import { StateBadge } from '../state-badge.tsx';
import { texts } from '../texts.ts';
import { type DecisionListener, Decisions } from './decisions.tsx';
import { MODERATED_BOT } from './documents.ts';
import { ListingDetails } from './listing-details.tsx';

/** One listing in full, with the decisions that a moderator can make about it. */
export function ModeratedListing({ botId, ...listener }: DecisionListener & { botId: string }) {
  const { data, refusal, reload } = useData(async () => {
    const { bot } = await query(MODERATED_BOT, { botId });
    if (!bot) throw new Refused('NOT_FOUND', texts.moderation.gone);
    return bot;
  });
  if (refusal) return <LoadFailed refusal={refusal} reload={reload} title="#listing-title" />;
  if (!data) return <Loading />;
  return (
    <article class="card moderated" aria-labelledby="listing-title">
      <header>
        <img src={data.avatarUrl} alt="" width="56" height="56" />
        <div>
          <h2 id="listing-title" tabIndex={-1}>
            {data.name}
          </h2>
          <p>
            <StateBadge state={data.state} /> <span class="muted">{data.botId}</span>
          </p>
        </div>
      </header>
      <p>{data.shortDescription}</p>
      <Decisions listing={data} onReload={reload} {...listener} />
      <ListingDetails listing={data} />
    </article>
  );
}
