import { LoadFailed, Loading, useData } from './action.tsx';
import { ask, Refused } from './api.ts';
import { MY_BOTS, type OwnBot } from './documents.ts';
import { formatNumber } from './format.ts';
import { InvitationsSection } from './invitations.tsx';
import { StateBadge, Time } from './parts.tsx';
import { texts } from './texts.ts';

/** The listings of whoever is signed in, and those that they are invited to manage. */
export function BotsPage() {
  const { data, refusal, reload } = useData(async () => {
    const { viewer } = await ask(MY_BOTS, {});
    if (!viewer) throw new Refused('UNAUTHENTICATED', texts.signedOut);
    return viewer;
  });
  if (refusal) return <LoadFailed refusal={refusal} reload={reload} />;
  if (!data) return <Loading />;
  const { userId, bots, coOwnerInvitations: invitations } = data;
  return (
    <>
      {invitations.length > 0 && (
        <InvitationsSection invitations={invitations} userId={userId} onChange={reload} />
      )}
      {bots.length === 0 ? <NoBots /> : <Bots bots={bots} />}
    </>
  );
}

function NoBots() {
  return (
    <div class="card empty">
      <p>{texts.bots.empty}</p>
      <a class="button" href="/submit">
        {texts.bots.submit}
      </a>
    </div>
  );
}

function Bots({ bots }: { bots: readonly OwnBot[] }) {
  return (
    <ul class="bots">
      {bots.map((bot) => (
        <BotCard key={bot.botId} bot={bot} />
      ))}
    </ul>
  );
}

function BotCard({ bot }: { bot: OwnBot }) {
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
            <dd>{bot.serverCount === null ? texts.unknown : formatNumber(bot.serverCount)}</dd>
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
