import { useState } from 'preact/hooks';
import { ActButton, ActOutcome, ReloadProvider } from '../client/act.tsx';
import { Secret } from '../client/copy.tsx';
import { useData, useRefresh } from '../client/data.tsx';
import { InputField } from '../client/fields.tsx';
import { asRefused, mutate, query, Refused } from '../client/graphql.ts';
import { Facts, Section, StateBadge } from '../client/section.tsx';
import { Ago, formatMoment, isSilent } from '../client/time.tsx';
import { WholeIcon } from '../kit/icon.tsx';
import { wordWait } from '../kit/time.tsx';
import { messages } from '../words/messages.ts';
import { formatNumber } from '../words/numbers.ts';
import { type Invitation, MY_BOTS, type Offer, type OwnBot, REVIEW_TIME } from './documents.ts';
import { storeSecret } from './kept-secrets.ts';
import { Removed } from './removed.tsx';
import { ACCEPT_TRANSFER, ANSWER_INVITATIONS, END_TRANSFER, RULING } from './team-documents.ts';

/** Fewer bots are seen at a glance. */
const SEARCHED_FROM = 6;

/** The user's listings, and above them what others offer: invitations, and listings to take over. */
export function BotsPage() {
  const { data, instead, reload } = useData(async () => {
    const { viewer } = await query(MY_BOTS, {});
    if (!viewer) throw new Refused('UNAUTHENTICATED', messages.common.signedOut);
    return viewer;
  });
  if (!data) return instead;
  const { bots, coOwnerInvitations: invitations, transferOffers: offers } = data;
  return (
    <ReloadProvider value={reload}>
      <Removed />
      <InvitationsSection invitations={invitations} offers={offers} />
      {bots.some(({ state }) => state === 'PENDING') && <ReviewWait />}
      {bots.length > 0 ? (
        <Bots bots={bots} />
      ) : (
        <div class="empty">
          <span class="sign">
            <WholeIcon name="bot" />
          </span>
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
    </ReloadProvider>
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
        <div class="[&>.field]:flex-[0_1_24rem] flex flex-wrap gap-y-2 gap-x-4 items-end mb-4">
          <InputField label={messages.bots.search} type="search" value={search} onValue={setSearch} />
          <p class="muted my-2" role="status">
            {found.length === 0 ? messages.bots.nothing : messages.bots.found({ count: found.length })}
          </p>
        </div>
      )}
      <ul class="bots items fill-22 gap-4">
        {found.map((bot) => (
          <BotCard key={bot.botId} bot={bot} />
        ))}
      </ul>
    </>
  );
}

/** The numbers stand in one line, at the end of the card. */
const BOT = 'card grid grid-cols-[auto_minmax(0,1fr)] grid-rows-[auto_1fr_auto] gap-x-4 m-0';
const NUMBERS =
  'col-span-full flex flex-wrap gap-x-4 gap-y-2 justify-between m-0 line-t pt-3 ' +
  '[&_dd]:font-semibold [&_dd]:tabular-nums';

function BotCard({ bot }: { bot: OwnBot }) {
  const page = `/bot/${bot.botId}`;
  const webhook = webhookProblem(bot);
  return (
    <li class={BOT}>
      <img class="row-span-2" src={bot.avatarUrl} alt="" width="56" height="56" />
      <div class="[display:contents]">
        <h2 class="m-0">
          <a
            class="[&:not(:hover)]:plain-link"
            href={`${page}/edit`}
            aria-label={messages.bots.manage({ name: bot.name })}
          >
            {bot.name}
          </a>
        </h2>
        <p class="flex flex-wrap gap-x-4 gap-y-1 items-center self-start mt-1 mb-3">
          <StateBadge state={bot.state} />
          {!bot.viewerMayChange && <span class="badge">{messages.owners.roles.REPORTS}</span>}
          {isSilent(bot.checkedInAt) && <span class="badge pending">{messages.bots.silent}</span>}
          {webhook && (
            <a class="badge rejected" href={`${page}/edit/webhook`}>
              {webhook}
            </a>
          )}
          <a href={page}>{bot.state === 'APPROVED' ? messages.bots.publicPage : messages.bots.preview}</a>
        </p>
        <Facts
          class={NUMBERS}
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

/** What is wrong with the webhook; undefined while it works or there is none. */
function webhookProblem({ webhook }: OwnBot): string | undefined {
  const { FAILING, HELD } = messages.bots.webhooks;
  if (webhook?.health.state === 'FAILING') return FAILING;
  return webhook?.health.state === 'HELD' ? HELD : undefined;
}

/** 0 for what needs its owner most. */
function rankOf(bot: OwnBot): number {
  const { state, checkedInAt } = bot;
  if (state === 'REJECTED' || state === 'SUSPENDED') return 0;
  if (isSilent(checkedInAt) || webhookProblem(bot)) return 1;
  return state === 'PENDING' ? 2 : 3;
}

/** Whether the name, the id or the state of a bot holds all of these words. */
function matches(bot: OwnBot, search: string): boolean {
  const silence = isSilent(bot.checkedInAt) ? messages.bots.silent : '';
  const whole =
    `${bot.name} ${bot.botId} ${messages.common.states[bot.state]} ${silence} ${webhookProblem(bot) ?? ''}`.toLocaleLowerCase();
  return search
    .toLocaleLowerCase()
    .split(/\s+/)
    .every((word) => whole.includes(word));
}

/** For owners of a listing that waits: how many listings wait, and how long reviews took lately. */
function ReviewWait() {
  const { data } = useData(async () => (await query(REVIEW_TIME, {})).reviewTime);
  // The list of bots is worth more than an error about this.
  if (!data) return null;
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

/**
 * What waits for an answer of the user: invitations, one by one or together, and listings to take over. After a take-over
 * it shows the new token and secret until the page is left, so it stays while there is nothing else.
 */
function InvitationsSection({
  invitations,
  offers,
}: {
  invitations: readonly Invitation[];
  offers: readonly Offer[];
}) {
  const labels = messages.invitations;
  const [taken, setTaken] = useState<readonly Taken[]>([]);
  const takeOver = async ({ botId, botName, endsAt }: Offer) => {
    const made = { botId, name: botName, endsAt, ...(await mutate(ACCEPT_TRANSFER, { botId })) };
    const show = (isStored: boolean) =>
      setTaken((all) => [...all.filter((other) => keyOf(other) !== keyOf(made)), { ...made, isStored }]);
    show(false);
    void storeTaken(made).then(show);
    return labels.taken({ name: botName });
  };
  const open = offers.filter((offer) => !taken.some((other) => keyOf(other) === keyOf(offer)));
  if (invitations.length + open.length + taken.length === 0) return null;
  const botIds = invitations.map(({ botId }) => botId);
  return (
    <Section id="invitations" title={labels.title}>
      <ul class="owners">
        {open.map((offer) => (
          <li key={`offer-${offer.botId}`}>
            <span>
              {labels.offer({ owner: offer.fromName, name: offer.botName, time: formatMoment(offer.endsAt) })}
            </span>
            <span class="actions">
              <ActButton kind="quiet" warning={labels.takeWarning} act={() => takeOver(offer)}>
                {labels.take({ name: offer.botName })}
              </ActButton>
              <ActButton focus={HEADINGS} act={() => mutate(END_TRANSFER, { botId: offer.botId })}>
                {labels.decline({ name: offer.botName })}
              </ActButton>
            </span>
          </li>
        ))}
        {invitations.map(({ botId, name, role, inviterName }) => (
          <li key={botId}>
            <span>{labels.what[role]({ name, inviter: inviterName ?? labels.somebody })}</span>
            <span class="actions">
              <AnswerButton botIds={[botId]} accepts>
                {labels.accept({ name })}
              </AnswerButton>
              <AnswerButton botIds={[botId]}>{labels.decline({ name })}</AnswerButton>
            </span>
          </li>
        ))}
      </ul>
      {invitations.length > 1 && (
        <div class="actions">
          <AnswerButton kind="main" botIds={botIds} accepts>
            {labels.acceptAll}
          </AnswerButton>
          <AnswerButton botIds={botIds}>{labels.declineAll}</AnswerButton>
        </div>
      )}
      <ActOutcome />
      {taken.map((each) => (
        <NewCredentials key={keyOf(each)} {...each} />
      ))}
    </Section>
  );
}

const HEADINGS = ['#invitations-title', '#page-title'];

/** Accepts or declines invitations. The focus moves to an accepted listing, which is then among the user's bots. */
function AnswerButton({
  botIds,
  accepts = false,
  ...button
}: {
  botIds: readonly string[];
  accepts?: boolean;
  kind?: 'main';
  children: string;
}) {
  const answer = () => mutate(ANSWER_INVITATIONS, { botIds: [...botIds], accepts });
  const accepted = accepts ? [`a[href="/bot/${botIds[0]}/edit"]`] : [];
  return <ActButton {...button} focus={[...accepted, ...HEADINGS]} act={answer} />;
}

/** A listing that the user has just taken over, with what it got by that. */
interface Made {
  readonly botId: string;
  readonly endsAt: string;
  readonly name: string;
  readonly token: string | null;
  readonly tokenFingerprint: string | null;
  readonly secret: string | null;
  readonly secretFingerprint: string | null;
  readonly webhookUrl: string | null;
}

interface Taken extends Made {
  /** Whether the pages of the listing show token and secret after a reload, too. */
  readonly isStored: boolean;
}

/** Names an accepted offer, which may still be among those that were loaded. */
const keyOf = ({ botId, endsAt }: Pick<Made, 'botId' | 'endsAt'>) => `${botId} ${endsAt}`;

async function storeTaken({ botId, token, tokenFingerprint, secret, secretFingerprint }: Made) {
  const stored = await Promise.all([
    !token || !tokenFingerprint || storeSecret(botId, tokenFingerprint, token),
    !secret || !secretFingerprint || storeSecret(botId, secretFingerprint, secret),
  ]);
  return stored.every(Boolean);
}

/** They go when the service says that others rule, or that the listing is not the user's any more. */
function NewCredentials(taken: Taken) {
  const { botId, name, webhookUrl, isStored } = taken;
  const labels = messages.invitations;
  const { onceHere } = messages.token;
  const { tabs } = messages.dashboard;
  const { data, reload } = useData(async () => {
    try {
      return (await query(RULING, { botId })).bot;
    } catch (error) {
      if (asRefused(error).code === 'FORBIDDEN') return null;
      throw error;
    }
  });
  useRefresh(reload);
  const isKnown = data !== undefined;
  const rules = (mine: string | null, current: string | null | undefined) => !isKnown || mine === current;
  const token = rules(taken.tokenFingerprint, data?.apiToken?.fingerprint) ? taken.token : null;
  const secret = rules(taken.secretFingerprint, data?.webhook?.secretFingerprint) ? taken.secret : null;
  if (data === null) return null;
  return (
    <>
      {webhookUrl !== null && (
        <p class="notice">
          {labels.webhookStays} <code>{webhookUrl}</code>
        </p>
      )}
      {secret !== null && (
        <Secret key={secret} label={labels.secretOf({ name })} hint={onceHere} value={secret} />
      )}
      {token !== null && (
        <Secret key={token} label={labels.tokenOf({ name })} hint={onceHere} value={token} />
      )}
      {isStored && (token !== null || secret !== null) && (
        <p>
          {labels.keptAt} {token !== null && <a href={`/bot/${botId}/edit/api`}>{tabs.api}</a>}
          {token !== null && secret !== null && ' · '}
          {secret !== null && <a href={`/bot/${botId}/edit/webhook`}>{tabs.webhook}</a>}
        </p>
      )}
    </>
  );
}
