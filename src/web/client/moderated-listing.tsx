import { useEffect, useRef, useState } from 'preact/hooks';
import { LoadFailed, Loading, OutcomeLine, useData, useFieldAction } from './action.tsx';
import { act, ask, Refused } from './api.ts';
import { Button, Field } from './controls.tsx';
import { CLOSE_REPORTS, DECIDE, MODERATED_BOT, type ModeratedBot } from './documents.ts';
import { History } from './history.tsx';
import { StateBadge, Time } from './parts.tsx';
import { texts } from './texts.ts';

const labels = texts.moderation;

/** Reasons that were typed and not sent, of listing and decision; as long as the page is open. */
const drafts = new Map<string, string>();

type Decision = keyof typeof labels.done;

/** The listing that something was done, or tried, with. */
export type Handled = Pick<ModeratedBot, 'botId' | 'name'>;

/** Refusals of what another moderator, or its owner, made of a listing in the meantime. */
const OVERTAKEN = new Set(['CONFLICT', 'NOT_FOUND']);

/** What a moderator has done with a listing. */
export interface Decided {
  readonly botId: string;
  readonly text: string;
  /** Whether it still waits for something else. */
  readonly stays: boolean;
}

/** One listing of the queue, in full, and what can be decided about it. */
export function ModeratedListing({
  botId,
  onDecided,
  onOvertaken,
  onLeave,
}: {
  botId: string;
  onDecided: (decided: Decided) => void;
  /** Somebody else changed it first, which is what was refused. */
  onOvertaken: (refusal: Refused, handled: Handled) => Promise<void>;
  onLeave: () => void;
}) {
  const { data, refusal, reload } = useData(async () => {
    const { bot } = await ask(MODERATED_BOT, { botId });
    if (!bot) throw new Refused('NOT_FOUND', labels.gone);
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
      <Decisions
        listing={data}
        onDecided={onDecided}
        onOvertaken={onOvertaken}
        onLeave={onLeave}
        onReload={reload}
      />
      <Details listing={data} />
    </article>
  );
}

function Decisions({
  listing,
  onDecided,
  onOvertaken,
  onLeave,
  onReload,
}: {
  listing: ModeratedBot;
  onDecided: (decided: Decided) => void;
  onOvertaken: (refusal: Refused, handled: Handled) => Promise<void>;
  onLeave: () => void;
  onReload: () => Promise<void>;
}) {
  const { isBusy, outcome, problem, run } = useFieldAction();
  const [asked, setAsked] = useState<'REJECT' | 'SUSPEND'>();
  const reports = listing.openReports ?? [];
  const { botId, revision, state, name } = listing;
  const attempt = (work: () => Promise<void>) =>
    void run(async () => {
      try {
        await work();
      } catch (error) {
        if (!(error instanceof Refused) || !OVERTAKEN.has(error.code)) throw error;
        setAsked(undefined);
        await onReload();
        await onOvertaken(error, listing);
      }
      return undefined;
    });
  const decide = (decision: Decision, reason?: string, closes = false) =>
    attempt(async () => {
      await act(DECIDE, {
        botId,
        decision,
        revision,
        closes,
        ...(reason !== undefined && { reason }),
      });
      drafts.delete(botId + decision);
      onDecided({ botId, text: labels.done[decision](name), stays: false });
    });
  const close = (made: 'ACTED' | 'DISMISSED') =>
    attempt(async () => {
      const reportIds = reports.map(({ id }) => id);
      const { count } = await act(CLOSE_REPORTS, { botId, reportIds, outcome: made });
      const stays = state === 'PENDING';
      // What was pressed goes with the reports.
      if (stays) await onReload();
      onDecided({ botId, text: labels.closed(count), stays });
    });
  return (
    <div class="decisions">
      {asked ? (
        <ReasonForm
          key={asked}
          draft={botId + asked}
          decision={asked}
          problem={problem}
          isBusy={isBusy}
          hasReports={reports.length > 0}
          onSend={(reason, closes) => decide(asked, reason, closes)}
          onCancel={() => {
            setAsked(undefined);
            onLeave();
          }}
        />
      ) : (
        <div class="actions">
          {state === 'PENDING' && (
            <Button kind="main" isBusy={isBusy} shortcut="a" onClick={() => decide('APPROVE')}>
              {labels.approve}
            </Button>
          )}
          {state === 'PENDING' && (
            <Button kind="danger" shortcut="r" onClick={() => setAsked('REJECT')}>
              {labels.reject}
            </Button>
          )}
          {state === 'APPROVED' && (
            <Button kind="danger" shortcut="s" onClick={() => setAsked('SUSPEND')}>
              {labels.suspend}
            </Button>
          )}
          {state === 'SUSPENDED' && (
            <Button isBusy={isBusy} shortcut="a" onClick={() => decide('RESTORE')}>
              {labels.restore}
            </Button>
          )}
        </div>
      )}
      <OutcomeLine outcome={outcome} />
      {reports.length > 0 && (
        <section aria-labelledby="reports-title">
          <h3 id="reports-title">{labels.openReports}</h3>
          <ul class="reports">
            {reports.map((report) => (
              <li key={report.id}>
                <span class="badge rejected">{labels.categories[report.category]}</span>{' '}
                <span class="muted">
                  <Time at={report.createdAt} /> · {report.userId}
                </span>
                <p>{report.text}</p>
              </li>
            ))}
          </ul>
          <div class="actions">
            <Button isBusy={isBusy} shortcut="d" onClick={() => close('DISMISSED')}>
              {labels.dismiss}
            </Button>
            <Button isBusy={isBusy} onClick={() => close('ACTED')}>
              {labels.acted}
            </Button>
          </div>
        </section>
      )}
    </div>
  );
}

function ReasonForm({
  draft,
  decision,
  problem,
  isBusy,
  hasReports,
  onSend,
  onCancel,
}: {
  /** Under which name it is kept. */
  draft: string;
  decision: 'REJECT' | 'SUSPEND';
  problem: string | undefined;
  isBusy: boolean;
  hasReports: boolean;
  onSend: (reason: string, closes: boolean) => void;
  onCancel: () => void;
}) {
  const [reason, setReason] = useState(drafts.get(draft) ?? '');
  const canClose = decision === 'SUSPEND' && hasReports;
  const [closes, setCloses] = useState(true);
  const field = useRef<HTMLTextAreaElement>(null);
  // At first, and again when it is refused.
  useEffect(() => field.current?.focus(), [problem]);
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) onSend(reason, canClose && closes);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onCancel();
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) event.currentTarget.requestSubmit();
      }}
    >
      <Field label={labels.reason} hint={labels.reasonHint} problem={problem} isAlone>
        {(control) => (
          <textarea
            {...control}
            ref={field}
            aria-keyshortcuts={decision === 'REJECT' ? 'r' : 's'}
            rows={3}
            value={reason}
            onInput={({ currentTarget }) => {
              drafts.set(draft, currentTarget.value);
              setReason(currentTarget.value);
            }}
          />
        )}
      </Field>
      {canClose && (
        <label class="check">
          <input
            type="checkbox"
            checked={closes}
            onChange={(event) => setCloses(event.currentTarget.checked)}
          />
          {labels.closesReports}
        </label>
      )}
      <div class="actions">
        <Button kind="danger" type="submit" isBusy={isBusy}>
          {decision === 'REJECT' ? labels.rejectNow : labels.suspendNow}
        </Button>
        <Button onClick={onCancel}>{texts.cancel}</Button>
      </div>
    </form>
  );
}

function Details({ listing }: { listing: ModeratedBot }) {
  const links = (['websiteUrl', 'supportUrl', 'sourceUrl', 'privacyUrl'] as const).flatMap((name) => {
    const href = listing[name];
    return href === null ? [] : [{ label: texts.fields[name], href }];
  });
  return (
    <>
      <section aria-labelledby="text-title">
        <h3 id="text-title">{labels.text}</h3>
        {listing.longDescriptionHtml === '' ? (
          <p class="muted">{labels.noText}</p>
        ) : (
          // The service has made it safe for any page.
          <div class="preview text" dangerouslySetInnerHTML={{ __html: listing.longDescriptionHtml }} />
        )}
      </section>
      <h3>{labels.links}</h3>
      <ul class="links">
        {[{ label: labels.invite, href: listing.inviteUrl }, ...links].map(({ label, href }) => (
          <li key={label}>
            {label}:{' '}
            <a href={href} rel="nofollow ugc noopener noreferrer" target="_blank">
              {href}
            </a>
          </li>
        ))}
        {listing.temporalUrl !== null && (
          <li>
            <a href={listing.temporalUrl} rel="noopener" target="_blank">
              {labels.temporal}
            </a>
          </li>
        )}
      </ul>
      <p class="muted">{listing.tags.map(({ label }) => label).join(', ')}</p>
      <h3>{labels.owners}</h3>
      <ul>
        {listing.owners.map(({ userId, name }) => (
          <li key={userId}>
            <bdi>{name}</bdi> <span class="muted">{userId}</span>
          </li>
        ))}
      </ul>
      <History moves={listing.history ?? []} />
    </>
  );
}
