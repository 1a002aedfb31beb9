import { useState } from 'preact/hooks';
import { OutcomeLine, useAction } from '../client/action.tsx';
import { Button } from '../client/buttons.tsx';
import { useData } from '../client/data.tsx';
import { InputField } from '../client/fields.tsx';
import { mutate, query, Refused } from '../client/graphql.ts';
import { focusFirst } from '../client/page.ts';
import { Facts, Section, StateBadge } from '../client/section.tsx';
import { Ago, isSilent } from '../client/time.tsx';
import { WholeIcon } from '../kit/icon.tsx';
import { wordWait } from '../kit/time.tsx';
import { messages } from '../words/messages.ts';
import { formatNumber } from '../words/numbers.ts';
import { ACCEPT_CO_OWNERSHIP, MY_BOTS, type OwnBot, REMOVE_CO_OWNER, REVIEW_TIME } from './documents.ts';
import { Removed } from './removed.tsx';

/** Fewer bots are seen at a glance. */
const SEARCHED_FROM = 6;

/** The user's listings, and their invitations to manage others. */
export function BotsPage() {
  const { data, refusal, instead, reload } = useData(async () => {
    const { viewer } = await query(MY_BOTS, {});
    if (!viewer) throw new Refused('UNAUTHENTICATED', messages.common.signedOut);
    return viewer;
  });
  if (refusal || !data) return instead;
  const { userId, bots, coOwnerInvitations: invitations } = data;
  return (
    <>
      <Removed onUndone={reload} />
      {invitations.length > 0 && (
        <InvitationsSection invitations={invitations} userId={userId} onChange={reload} />
      )}
      {bots.some(({ state }) => state === 'PENDING') && <ReviewWait />}
      {bots.length > 0 ? (
        <Bots bots={bots} />
      ) : (
        <div class="empty">
          <span class="sign">{WholeIcon('bot')}</span>
          <p>
            <b>{messages.bots.empty}</b>
          </p>
          <p>{messages.bots.emptyHint}</p>
          <p>
            <a class="button" href="/submit">
              {messages.bots.submit}
            </a>
          </p>
        </div>
      )}
    </>
  );
}

function Bots({ bots }: { bots: readonly OwnBot[] }) {
  const [search, setSearch] = useState('');
  const found = bots
    .filter((bot) => matches(bot, search))
    // Of two alike, the newer one stays first.
    .toSorted((one, other) => rankOf(one) - rankOf(other));
  return (
    <>
      {bots.length >= SEARCHED_FROM && (
        <div class="bot-search">
          <InputField label={messages.bots.search} type="search" value={search} onValue={setSearch} />
          <p class="muted" role="status">
            {found.length === 0 ? messages.bots.nothing : messages.bots.found({ count: found.length })}
          </p>
        </div>
      )}
      <ul class="bots">
        {found.map((bot) => (
          <BotCard key={bot.botId} bot={bot} />
        ))}
      </ul>
    </>
  );
}

function BotCard({ bot }: { bot: OwnBot }) {
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
          {isSilent(bot.checkedInAt) && <span class="badge pending">{messages.bots.silent}</span>}
          <a href={page}>{bot.state === 'APPROVED' ? messages.bots.publicPage : messages.bots.preview}</a>
        </p>
        <Facts
          class="numbers"
          facts={{
            [messages.bots.votes]: formatNumber(bot.voteCount),
            [messages.bots.servers]:
              bot.serverCount === null ? messages.common.unknown : formatNumber(bot.serverCount),
            [messages.bots.lastReport]:
              bot.checkedInAt === null ? messages.bots.never : <Ago at={bot.checkedInAt} />,
          }}
        />
      </div>
    </li>
  );
}

/** 0 for what needs its owner most. */
function rankOf({ state, checkedInAt }: OwnBot): number {
  if (state === 'REJECTED' || state === 'SUSPENDED') return 0;
  if (isSilent(checkedInAt)) return 1;
  return state === 'PENDING' ? 2 : 3;
}

/** Whether the name, the id or the state of a bot holds all of these words. */
function matches(bot: OwnBot, search: string): boolean {
  const silence = isSilent(bot.checkedInAt) ? messages.bots.silent : '';
  const whole =
    `${bot.name} ${bot.botId} ${messages.common.states[bot.state]} ${silence}`.toLocaleLowerCase();
  return search
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => whole.includes(word));
}

/** For owners of a listing that waits: how many listings wait, and how long reviews took lately. */
function ReviewWait() {
  const { data, refusal } = useData(async () => (await query(REVIEW_TIME, {})).reviewTime);
  // The list of bots is worth more than an error about this.
  if (refusal || !data) return null;
  const { waitingCount, medianSeconds } = data;
  return (
    <p class="notice">
      {messages.reviewWait.waiting({ count: waitingCount })}{' '}
      {medianSeconds === null
        ? messages.reviewWait.unknown
        : messages.reviewWait.usual({ wait: wordWait(medianSeconds, messages.common.wait) })}
    </p>
  );
}

/** Invitations to manage a listing of somebody else. */
function InvitationsSection({
  invitations,
  userId,
  onChange,
}: {
  invitations: readonly { readonly botId: string; readonly name: string }[];
  userId: string;
  onChange: () => Promise<void>;
}) {
  const { isBusy, outcome, run } = useAction();
  const respond = (send: () => Promise<unknown>, ...focused: readonly string[]) =>
    run(async () => {
      await send();
      await onChange();
      focusFirst(...focused, '#invitations-title', '#page-title');
      return undefined;
    });
  const decline = (botId: string) => respond(() => mutate(REMOVE_CO_OWNER, { botId, userId }));
  /** The focus moves to the accepted listing, which is among the user's bots by then. */
  const accept = (botId: string) =>
    respond(() => mutate(ACCEPT_CO_OWNERSHIP, { botId }), `a[href="/bot/${botId}/edit"]`);
  return (
    <Section id="invitations" title={messages.invitations.title}>
      <ul class="owners">
        {invitations.map(({ botId, name }) => (
          <li key={botId}>
            <span>{messages.invitations.what({ name })}</span>
            <span class="actions">
              <Button isBusy={isBusy} onClick={() => void accept(botId)}>
                {messages.invitations.accept({ name })}
              </Button>
              <Button isBusy={isBusy} onClick={() => void decline(botId)}>
                {messages.invitations.decline({ name })}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <OutcomeLine outcome={outcome} />
    </Section>
  );
}
