import type { VNode } from 'preact';
import { graphql, type ResultOf } from '../../documents/graphql.ts';
import { BlocksLink } from '../frame/block.tsx';
import type { Captcha } from '../frame/site.ts';
import { Avatar } from '../kit/avatar.tsx';
import { NOTICES_PATH } from '../kit/bell.tsx';
import { Icon } from '../kit/icon.tsx';
import { NameInSentence } from '../kit/name-in-sentence.tsx';
import { Share } from '../kit/share.tsx';
import { hoursAndMinutes, Soon } from '../kit/time.tsx';
import { type BotRow, botRow } from '../listing/bot-row.tsx';
import { MemberRows } from '../listing/member-rows.tsx';
import { ReminderButton, reminderStateOf } from '../listing/reminder-button.tsx';
import { WithName } from '../listing/with-name.tsx';
import { messages } from '../words/messages.ts';
import { formatNumber } from '../words/numbers.ts';
import { textAttributes } from '../words/text-language.ts';

/** The path that a vote may return to instead of the page after the vote. */
export const VOTES_PATH = '/votes';

export const afterVoteDocument = graphql(
  `query AfterVote($botId: ID!, $language: String!) {
    viewer { remindsFavourites voteSuggestions(first: 3, except: $botId) { ...BotRow } }
    bot(botId: $botId) { rank viewerWantsReminder isViewerFavourite }
  }`,
  [botRow],
);

/** What somebody sees who has voted and waits for the next vote. */
interface Voted {
  readonly kind: 'voted';
  readonly more: ResultOf<typeof afterVoteDocument>;
  /** Whether the vote was cast a moment ago. */
  readonly isJustCast: boolean;
  readonly nextVoteAt: string;
  /** The absolute address of the bot's page. */
  readonly url: string;
}

/** The field that the script fills. */
export const CAPTCHA_FIELD = 'cf-turnstile-response';

/** Whether the viewer can vote now, and why not. */
export type VoteStanding =
  | { readonly kind: 'open'; readonly problem?: string }
  | { readonly kind: 'sign-in'; readonly isPossible: boolean }
  | Voted
  | {
      readonly kind: 'refused';
      readonly message: string;
      readonly nextVoteAt?: string;
      readonly mayVoteAt?: string;
      readonly isBlocked: boolean;
    };

export function VotePage(bot: BotRow, standing: VoteStanding, now: Date, captcha?: Captcha): VNode {
  return (
    <>
      <div class="narrow centered">
        <Avatar url={bot.avatarUrl} size={96} />
        <h1 {...(standing.kind === 'voted' && standing.isJustCast && FOCUSED)}>
          <NameInSentence
            say={standing.kind === 'voted' ? messages.vote.voted : messages.vote.title}
            name={bot.name}
          />
        </h1>
        {standing.kind === 'voted' ? null : (
          <p
            class="lead"
            {...textAttributes(bot.shortDescription, bot.languages, bot.textLanguages.shortDescription)}
          >
            {bot.shortDescription}
          </p>
        )}
        {standing.kind === 'open' ? (
          <VoteForm problem={standing.problem} captcha={captcha} />
        ) : (
          <Standing bot={bot} standing={standing} now={now} />
        )}
        <p class="note">
          <a href={`/bot/${bot.botId}`}>
            <NameInSentence say={messages.vote.back} name={bot.name} />
          </a>
        </p>
      </div>
      {standing.kind === 'voted' ? <VoteNext standing={standing} hasCaptcha={captcha !== undefined} /> : null}
    </>
  );
}

/** After the form was sent, readers are told what it did. */
const FOCUSED = { tabindex: -1, autofocus: true };

function VoteForm({
  problem,
  captcha,
}: {
  problem?: string | undefined;
  captcha?: Captcha | undefined;
}): VNode {
  return (
    <>
      {problem ? <p role="alert">{problem}</p> : null}
      <form method="post">
        {captcha ? <CaptchaWidget captcha={captcha} /> : null}
        <button type="submit" class="button" autofocus>
          <Icon name="arrow-up" />
          {messages.vote.button}
        </button>
        <p class="note">{messages.vote.rule}</p>
      </form>
    </>
  );
}

function CaptchaWidget({ captcha: { captchaSiteKey, captchaScriptUrl } }: { captcha: Captcha }): VNode {
  return (
    <>
      <noscript>
        <p>{messages.vote.captcha({ host: new URL(captchaScriptUrl).host })}</p>
      </noscript>
      <div class="cf-turnstile" data-sitekey={captchaSiteKey} />
      <script src={captchaScriptUrl} async defer />
    </>
  );
}

function Standing({
  bot,
  standing,
  now,
}: {
  bot: BotRow;
  standing: Exclude<VoteStanding, { kind: 'open' }>;
  now: Date;
}): VNode {
  switch (standing.kind) {
    case 'sign-in':
      if (!standing.isPossible) return <p>{messages.vote.impossible}</p>;
      return (
        <>
          <p>
            <a class="button" rel="nofollow" href={`/sign-in?return=/bot/${bot.botId}/vote`}>
              {messages.vote.signIn}
            </a>
          </p>
          <p class="note">{messages.vote.rule}</p>
        </>
      );
    case 'voted':
      return <AfterVote bot={bot} standing={standing} now={now} />;
    case 'refused':
      return (
        <>
          <p role="alert">
            {standing.message}
            {standing.nextVoteAt ? (
              <>
                {' '}
                {messages.vote.again} <Soon iso={standing.nextVoteAt} now={now} />.
              </>
            ) : null}
            {standing.mayVoteAt ? (
              <>
                {' '}
                {messages.vote.mayFrom} <Soon iso={standing.mayVoteAt} now={now} />.
              </>
            ) : null}
          </p>
          {standing.isBlocked ? <BlocksLink /> : null}
          {standing.nextVoteAt ? (
            <p class="left">
              <Countdown until={standing.nextVoteAt} now={now} over={messages.vote.over} />
            </p>
          ) : null}
        </>
      );
  }
}

/** What the vote did, and when the next one is possible. */
function AfterVote({ bot, standing, now }: { bot: BotRow; standing: Voted; now: Date }): VNode {
  const { more, isJustCast, nextVoteAt, url } = standing;
  const labels = messages.afterVote;
  const rank = more.bot?.rank ?? null;
  return (
    <>
      <p class="counted" role={isJustCast ? 'status' : undefined}>
        <Icon name="check" />
        <span>{isJustCast ? messages.vote.recorded : messages.vote.counted}</span>
      </p>
      <dl class="figures">
        <div>
          <dt>{messages.bot.votes}</dt>
          <dd>{formatNumber(bot.voteCount)}</dd>
        </div>
        {rank === null ? null : (
          <div>
            <dt>{labels.rank}</dt>
            <dd>
              <a href="/bots?order=votes">{labels.place({ rank: formatNumber(rank) })}</a>
            </dd>
          </div>
        )}
      </dl>
      <p class="m-0 text-muted">
        {messages.vote.again} <Soon iso={nextVoteAt} now={now} />
      </p>
      <p class="left">
        <Countdown until={nextVoteAt} now={now} over={messages.vote.over} />
      </p>
      <div class="tools">
        {more.bot ? (
          <ReminderButton
            bot={bot}
            state={reminderStateOf(more.bot, more.viewer)}
            returnTo={`/bot/${bot.botId}/vote`}
          />
        ) : null}
        <a class="quiet" href={`/bot/${bot.botId}/vote/reminder.ics`} download>
          <Icon name="calendar-plus" />
          {labels.remind}
        </a>
        <Share url={url} title={bot.name} />
      </div>
      {more.bot ? (
        <p class="note">
          {messages.reminder.where} <a href={`${NOTICES_PATH}/settings`}>{messages.reminder.elsewhere}</a>
        </p>
      ) : null}
    </>
  );
}

/** Other bots that are open for a vote; nothing when there are none. */
function VoteNext({ standing, hasCaptcha }: { standing: Voted; hasCaptcha: boolean }): VNode | null {
  const { more } = standing;
  const bots = more.viewer?.voteSuggestions ?? [];
  if (bots.length === 0) return null;
  return (
    <section class="next">
      <h2>{messages.afterVote.next}</h2>
      <MemberRows
        rows={bots.map((bot) => {
          const { shortDescription: text, languages, textLanguages } = bot;
          const fact = (
            <span {...textAttributes(text, languages, textLanguages.shortDescription)}>{text}</span>
          );
          return { bot, fact, actions: [<VoteButton bot={bot} hasCaptcha={hasCaptcha} />] };
        })}
      />
      <p>
        <a class="target" href={VOTES_PATH}>
          {messages.myVotes.title}
          <Icon name="arrow-right" />
        </a>
      </p>
    </section>
  );
}

/** The time left when the page was rendered. `public.ts` turns it into a countdown, and at its end into `over`. */
export function Countdown({ until, now, over }: { until: string; now: Date; over: string }): VNode {
  const left = messages.vote.left(hoursAndMinutes(Date.parse(until) - now.getTime()));
  return (
    <span data-until={until} data-left={messages.vote.countdown({ time: '{time}' })} data-over={over}>
      {left}
    </span>
  );
}

/**
 * A button that votes at once. Where a captcha is needed, it leads to the page with the captcha.
 *
 * @param returnsToVotes whether the list of the voter's votes is shown afterwards
 */
export function VoteButton({
  bot: { botId, name },
  hasCaptcha,
  returnsToVotes = false,
}: {
  readonly bot: { readonly botId: string; readonly name: string };
  readonly hasCaptcha: boolean;
  readonly returnsToVotes?: boolean;
}): VNode {
  const path = `/bot/${botId}/vote`;
  const label = (
    <>
      <Icon name="arrow-up" />
      <WithName label={messages.vote.button} name={name} />
    </>
  );
  if (hasCaptcha)
    return (
      <a class="button small" href={path}>
        {label}
      </a>
    );
  return (
    <form method="post" action={path}>
      {returnsToVotes ? <input type="hidden" name="return" value={VOTES_PATH} /> : null}
      <button type="submit" class="button small">
        {label}
      </button>
    </form>
  );
}
