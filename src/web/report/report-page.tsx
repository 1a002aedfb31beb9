import type { VNode } from 'preact';
import { BlocksLink } from '../frame/block.tsx';
import { Icon } from '../kit/icon.tsx';
import { NameInSentence } from '../kit/name-in-sentence.tsx';
import type { BotRow } from '../listing/bot-row.tsx';
import { messages, sentenceOf } from '../words/messages.ts';

/** What the reporter has written, and why it was refused. */
export interface ReportDraft {
  readonly category?: string;
  readonly text?: string;
  /** What an impersonation imitates. */
  readonly original?: string;
  readonly problem?: string;
  /** Whether the session ended before the form was sent. */
  readonly isSignedOut?: boolean;
  /** Whether a moderator has blocked the reporter. */
  readonly isBlocked?: boolean;
}

/** What the page shows: the form, a link to the sign-in, or that the report was sent. */
export type ReportStanding =
  | ({ readonly kind: 'open'; readonly userId: string | undefined } & ReportDraft)
  | { readonly kind: 'sign-in'; readonly isPossible: boolean }
  | { readonly kind: 'already' }
  | { readonly kind: 'done'; readonly userId: string };

export function ReportPage(bot: BotRow, standing: ReportStanding): VNode {
  return (
    <div class="narrow">
      <h1>
        <NameInSentence say={messages.report.title} name={bot.name} />
      </h1>
      <Standing bot={bot} standing={standing} />
      <p class="note">
        <a href={`/bot/${bot.botId}`}>
          <NameInSentence say={messages.vote.back} name={bot.name} />
        </a>
      </p>
    </div>
  );
}

function Standing({ bot: { botId }, standing }: { bot: BotRow; standing: ReportStanding }): VNode {
  if (standing.kind === 'done')
    return (
      <p class="counted" role="status" data-draft-sent={standing.userId}>
        <Icon name="check" />
        <span>{messages.report.done}</span>
      </p>
    );
  if (standing.kind === 'already')
    return <p role="status">{sentenceOf({ message: '', reason: 'report.already', parameters: [] })}</p>;
  if (standing.kind === 'open') return <ReportForm draft={standing} />;
  if (!standing.isPossible) return <p>{messages.report.impossible}</p>;
  return (
    <>
      <p>{messages.report.intro}</p>
      <p>
        <a class="button" rel="nofollow" href={`/sign-in?return=/bot/${botId}/report`}>
          {messages.report.signIn}
        </a>
      </p>
    </>
  );
}

function ReportForm({ draft }: { draft: ReportDraft & { userId: string | undefined } }): VNode {
  return (
    <>
      <p>{messages.report.intro}</p>
      {draft.problem ? (
        <p role="alert" id="problem">
          {draft.problem}
        </p>
      ) : null}
      {draft.isSignedOut ? (
        <p>
          {/* In a new tab, so that the form keeps what the reporter has written. */}
          <a class="button quiet" target="_blank" rel="noopener nofollow" href="/sign-in?return=/account">
            {messages.drafts.signIn}
          </a>
        </p>
      ) : null}
      {draft.isBlocked ? <BlocksLink /> : null}
      {/* `drafts.ts` keeps what is typed, and shows the note when it has brought it back. */}
      <form method="post" class="stack" data-draft={draft.userId}>
        <p class="draft" role="status" hidden data-restored={messages.drafts.restored({ time: '{time}' })}>
          <span />{' '}
          <button type="reset" class="quiet">
            {messages.drafts.discard}
          </button>
        </p>
        <fieldset>
          <legend>{messages.report.category}</legend>
          {Object.entries(messages.report.categories).map(([value, label]) => (
            <label class="choice">
              <input type="radio" name="category" value={value} required checked={draft.category === value} />{' '}
              {label}
            </label>
          ))}
        </fieldset>
        <label class="original">
          {messages.report.original}
          <input name="original" maxlength={200} value={draft.original ?? ''} />
        </label>
        <label>
          {messages.report.text}
          <textarea
            name="text"
            rows={5}
            required
            minlength={10}
            maxlength={1000}
            aria-describedby={draft.problem ? 'hint problem' : 'hint'}
          >
            {draft.text ?? ''}
          </textarea>
        </label>
        <p id="hint" class="note">
          {messages.report.textHint}
        </p>
        <button type="submit" class="button">
          {messages.report.button}
        </button>
      </form>
    </>
  );
}

/** Whether the form offers this value. */
export function isCategory(value: string): value is keyof typeof messages.report.categories {
  return Object.hasOwn(messages.report.categories, value);
}
