import { useState } from 'preact/hooks';
import { Field } from '../../client/form/field.tsx';
import { query } from '../../client/request/graphql.ts';
import { LoadFailed, Loading } from '../../client/request/loading.tsx';
import { Refused } from '../../client/request/refused.ts';
import { useData } from '../../client/request/use-data.ts';
import { isSilent } from '../../client/silence.ts';
import { StateBadge } from '../../client/state-badge.tsx';
import { Ago } from '../../client/time.tsx';
import { messages } from '../../words/messages.ts';
import { formatNumber } from '../../words/numbers.ts';
import { InvitationsSection } from '../owners/invitations-section.tsx';
import { attentionFirst, matches } from './attention.ts';
import { MY_BOTS, type OwnBot } from './documents.ts';
import { ReviewWait } from './review-wait.tsx';

/** Fewer bots are seen at a glance. */
const SEARCHED_FROM = 6;

/** The user's listings, and their invitations to manage others. */
export function BotsPage() {
  const { data, refusal, reload } = useData(async () => {
    const { viewer } = await query(MY_BOTS, {});
    if (!viewer) throw new Refused('UNAUTHENTICATED', messages.common.signedOut);
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
      {bots.some(({ state }) => state === 'PENDING') && <ReviewWait />}
      {bots.length === 0 ? <NoBots /> : <Bots bots={bots} />}
    </>
  );
}

function NoBots() {
  return (
    <div class="card empty">
      <p>{messages.bots.empty}</p>
      <a class="button" href="/submit">
        {messages.bots.submit}
      </a>
    </div>
  );
}

function Bots({ bots }: { bots: readonly OwnBot[] }) {
  const [search, setSearch] = useState('');
  const now = Date.now();
  const found = attentionFirst(bots, now).filter((bot) => matches(bot, search, now));
  return (
    <>
      {bots.length >= SEARCHED_FROM && (
        <div class="bot-search">
          <Field label={messages.bots.search}>
            {(control) => (
              <input
                {...control}
                type="search"
                value={search}
                autocomplete="off"
                onInput={(event) => setSearch(event.currentTarget.value)}
              />
            )}
          </Field>
          <p class="muted" role="status">
            {found.length === 0 ? messages.bots.nothing : messages.bots.found({ count: found.length })}
          </p>
        </div>
      )}
      <ul class="bots">
        {found.map((bot) => (
          <BotCard key={bot.botId} bot={bot} isQuiet={isSilent(bot.checkedInAt, now)} />
        ))}
      </ul>
    </>
  );
}

function BotCard({ bot, isQuiet }: { bot: OwnBot; isQuiet: boolean }) {
  const page = `/bot/${bot.botId}`;
  return (
    <li class="card">
      <img src={bot.avatarUrl} alt="" width="56" height="56" />
      <div>
        <h2>
          <a href={`${page}/edit`} aria-label={messages.bots.manage({ name: bot.name })}>
            {bot.name}
          </a>
        </h2>
        <p>
          <StateBadge state={bot.state} />
          {isQuiet && <span class="badge pending">{messages.bots.silent}</span>}
          {bot.state === 'APPROVED' && <a href={page}>{messages.bots.publicPage}</a>}
        </p>
        <dl class="numbers">
          <div>
            <dt>{messages.bots.votes}</dt>
            <dd>{formatNumber(bot.voteCount)}</dd>
          </div>
          <div>
            <dt>{messages.bots.servers}</dt>
            <dd>{bot.serverCount === null ? messages.common.unknown : formatNumber(bot.serverCount)}</dd>
          </div>
          <div>
            <dt>{messages.bots.lastReport}</dt>
            <dd>{bot.checkedInAt === null ? messages.bots.never : <Ago at={bot.checkedInAt} />}</dd>
          </div>
        </dl>
      </div>
    </li>
  );
}
