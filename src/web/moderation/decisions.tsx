import { useState } from 'preact/hooks';
import { OutcomeLine, useFieldAction } from '../client/action.tsx';
import { Button } from '../client/buttons.tsx';
import { dropDraft } from '../client/draft.tsx';
import { mutate, Refused } from '../client/graphql.ts';
import { focusFirst } from '../client/page.ts';
import { Time } from '../client/time.tsx';
import { messages } from '../words/messages.ts';
import { userPath } from './blocks.tsx';
import { CLOSE_REPORTS, type ModeratedBot, type Sibling, UNDO_CLOSE } from './documents.ts';
import type { Overtaken } from './overtaken.ts';
import { ReasonForm, reasonFor } from './reason-form.tsx';
import { type Decided, type Decision, decideAlone, decideTogether, Siblings } from './together.tsx';

const labels = messages.moderation;
const undoLabels = messages.moderationTools.undo;

/** Codes of refusals that mean: another moderator or an owner has changed the listing in the meantime. */
const OVERTAKEN = new Set(['CONFLICT', 'NOT_FOUND', 'CLAIMED']);

export interface DecisionListener {
  readonly onDecided: (decided: Decided) => void;
  /** A decision was refused because somebody else has changed the listing first. It was loaded again. */
  readonly onOvertaken: (
    refusal: Refused,
    listing: { readonly botId: string; readonly name: string },
  ) => Promise<void>;
  /** The moderator has left the form for a reason without sending it. */
  readonly onLeave: () => void;
}

/**
 * Does something with a listing. When somebody else was first, the listing is loaded again, and the moderator is told.
 *
 * @throws {Refused} for any other reason
 */
export async function unlessOvertaken(
  work: () => Promise<void>,
  { listing, onReload, onOvertaken }: Pick<DecisionsProps, 'listing' | 'onReload' | 'onOvertaken'>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refused) || !OVERTAKEN.has(error.code)) throw error;
    await onReload();
    await onOvertaken(error, listing);
  }
}

interface DecisionsProps extends DecisionListener {
  readonly listing: ModeratedBot;
  /** What somebody else has done meanwhile. Decisions that rest on it wait until the moderator has seen it. */
  readonly overtaken: Overtaken | undefined;
  readonly onReload: () => Promise<void>;
}

/** The buttons that the listing's state allows, and its open reports. */
export function Decisions({ onLeave, ...props }: DecisionsProps) {
  const { listing } = props;
  const decisions = useDecisions(props);
  const { isBusy, outcome, problem, opened, setOpened, reports, notice, decide, closeReports } = decisions;
  const { chosen, setChosen } = decisions;
  const isOff = notice?.stopsAll ?? false;
  return (
    <div class="decisions">
      <div role="status">
        {notice && (
          <p class="notice overtaken">
            <span>{notice.text}</span>
            <Button onClick={() => void decisions.showLatest()}>{labels.showLatest}</Button>
          </p>
        )}
      </div>
      <Siblings listing={listing} chosen={chosen} onChoose={setChosen} />
      {opened ? (
        <ReasonForm
          key={opened}
          listing={listing}
          subject={listing.botId + opened}
          decision={opened}
          problem={problem}
          isBusy={isBusy}
          isOff={isOff}
          onSend={(reason, closes) => decide(opened, reason, closes)}
          onCancel={() => {
            setOpened(undefined);
            onLeave();
          }}
        />
      ) : (
        <DecisionButtons {...decisions} state={listing.state} isOff={isOff} />
      )}
      <OutcomeLine outcome={outcome} />
      {reports.length > 0 && (
        <OpenReports reports={reports} isBusy={isBusy} isOff={isOff} onClose={closeReports} />
      )}
    </div>
  );
}

function useDecisions({
  listing,
  overtaken,
  onDecided,
  onOvertaken,
  onReload,
}: Omit<DecisionsProps, 'onLeave'>) {
  const { isBusy, outcome, problem, run } = useFieldAction();
  /** The decision whose reason is being typed. */
  const [opened, setOpened] = useState<'REJECT' | 'SUSPEND'>();
  const reports = listing.openReports ?? [];
  const { botId, state, name } = listing;
  /** Other listings of the owner that the same decision is about. */
  const [chosen, setChosen] = useState<readonly Sibling[]>([]);
  // The page may learn of the moderator's own decision before its response arrives.
  const notice = isBusy ? undefined : overtaken;
  const attempt = (work: () => Promise<void>) =>
    void run(async () => {
      const reload = () => {
        setOpened(undefined);
        return onReload();
      };
      await unlessOvertaken(work, { listing, onReload: reload, onOvertaken });
      return undefined;
    });
  const decide = (decision: Decision, reason?: string, closes = false) =>
    attempt(async () => {
      const sent = { decision, closes, ...(reason !== undefined && { reason }) };
      const decided =
        chosen.length > 0 ? await decideTogether(listing, chosen, sent) : await decideAlone(listing, sent);
      if (!decided.stays) dropDraft(reasonFor(botId + decision));
      if (decided.stays) await onReload();
      onDecided(decided);
    });
  const closeReports = (made: 'ACTED' | 'DISMISSED') =>
    attempt(async () => {
      const reportIds = reports.map(({ id }) => id);
      const { count } = await mutate(CLOSE_REPORTS, { botId, reportIds, outcome: made });
      const stays = state === 'PENDING';
      // The reports and their buttons disappear.
      if (stays) await onReload();
      const undo = {
        about: undoLabels.aboutReports({ name }),
        label: undoLabels.undoReports({ name }),
        run: () => mutate(UNDO_CLOSE, { botId, reportIds }),
      };
      onDecided({ botId, text: labels.closed({ count }), stays, undo });
    });
  const showLatest = async () => {
    setOpened(undefined);
    await onReload();
    focusFirst('#listing-title');
  };
  const actions = { decide, closeReports, showLatest };
  return { isBusy, outcome, problem, opened, setOpened, reports, notice, chosen, setChosen, ...actions };
}

function DecisionButtons({
  state,
  isBusy,
  isOff,
  notice,
  decide,
  setOpened,
}: Pick<ReturnType<typeof useDecisions>, 'isBusy' | 'notice' | 'decide' | 'setOpened'> & {
  state: ModeratedBot['state'];
  isOff: boolean;
}) {
  return (
    <div class="actions">
      {state === 'PENDING' && (
        <Button
          kind="main"
          isBusy={isBusy}
          isOff={notice !== undefined}
          shortcut="a"
          onClick={() => decide('APPROVE')}
        >
          {labels.approve}
        </Button>
      )}
      {state === 'PENDING' && (
        <Button kind="danger" isOff={isOff} shortcut="r" onClick={() => setOpened('REJECT')}>
          {labels.reject}
        </Button>
      )}
      {state === 'APPROVED' && (
        <Button kind="danger" isOff={isOff} shortcut="s" onClick={() => setOpened('SUSPEND')}>
          {labels.suspend}
        </Button>
      )}
      {state === 'SUSPENDED' && (
        <Button isBusy={isBusy} isOff={notice !== undefined} shortcut="a" onClick={() => decide('RESTORE')}>
          {labels.restore}
        </Button>
      )}
    </div>
  );
}

/** The open reports about a listing, with buttons that close all of them. */
function OpenReports({
  reports,
  isBusy,
  isOff,
  onClose,
}: {
  reports: NonNullable<ModeratedBot['openReports']>;
  isBusy: boolean;
  isOff: boolean;
  onClose: (outcome: 'ACTED' | 'DISMISSED') => void;
}) {
  return (
    <section aria-labelledby="reports-title">
      <h3 id="reports-title">{labels.openReports}</h3>
      <ul class="reports">
        {reports.map((report) => (
          <li key={report.id}>
            <span class="badge rejected">{labels.categories[report.category]}</span>{' '}
            <span class="muted">
              <Time at={report.createdAt} /> · <a href={userPath(report.userId)}>{report.userId}</a>
            </span>
            <p>{report.text}</p>
          </li>
        ))}
      </ul>
      <div class="actions">
        <Button isBusy={isBusy} isOff={isOff} shortcut="d" onClick={() => onClose('DISMISSED')}>
          {labels.dismiss}
        </Button>
        <Button isBusy={isBusy} isOff={isOff} onClick={() => onClose('ACTED')}>
          {labels.acted}
        </Button>
      </div>
    </section>
  );
}
