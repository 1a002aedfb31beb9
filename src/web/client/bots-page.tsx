import { ask } from './api.ts';
import { MY_BOTS } from './documents.ts';
import { formatNumber } from './format.ts';
import { LoadFailed, Loading, StateBadge, Time, useData } from './parts.tsx';
import { texts } from './texts.ts';
import type { ListingState } from './types.ts';

interface ManagedBot {
  readonly botId: string;
  readonly name: string;
  readonly avatarUrl: string;
  readonly state: ListingState;
  readonly voteCount: number;
  readonly serverCount: number | null;
  readonly checkedInAt: string | null;
}

/** The listings of whoever is signed in. */
export function BotsPage() {
  const { data, refusal, reload } = useData(async () => {
    const { viewer } = await ask<{ viewer: { bots: ManagedBot[] } | null }>(MY_BOTS);
    return viewer?.bots ?? [];
  });
  if (refusal) return <LoadFailed refusal={refusal} reload={reload} />;
  if (!data) return <Loading />;
  if (data.length === 0) {
    return (
      <div class="card empty">
        <p>{texts.bots.empty}</p>
        <a class="button" href="/submit">
          {texts.bots.submit}
        </a>
      </div>
    );
  }
  return (
    <ul class="bots">
      {data.map((bot) => (
        <BotCard key={bot.botId} bot={bot} />
      ))}
    </ul>
  );
}

function BotCard({ bot }: { bot: ManagedBot }) {
  const page = `/bot/${bot.botId}`;
  return (
    <li class="card">
      <img src={bot.avatarUrl} alt="" width="56" height="56" />
      <div>
        <h2>
          <a href={`${page}/edit`} aria-label={texts.bots.manage(bot.name)}>
            {bot.name}
          </a>
        </h2>
        <p>
          <StateBadge state={bot.state} />
          {bot.state === 'APPROVED' && <a href={page}>{texts.bots.publicPage}</a>}
        </p>
        <dl class="numbers">
          <div>
            <dt>{texts.bots.votes}</dt>
            <dd>{formatNumber(bot.voteCount)}</dd>
          </div>
          <div>
            <dt>{texts.bots.servers}</dt>
            <dd>{bot.serverCount === null ? '–' : formatNumber(bot.serverCount)}</dd>
          </div>
          <div>
            <dt>{texts.bots.lastReport}</dt>
            <dd>{bot.checkedInAt === null ? texts.bots.never : <Time at={bot.checkedInAt} />}</dd>
          </div>
        </dl>
      </div>
    </li>
  );
}
