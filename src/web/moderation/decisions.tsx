import { useState } from 'preact/hooks';
import { Button } from '../client/buttons.tsx';
import { mutate } from '../client/graphql.ts';
import { hold, isUnsettled, useHeld } from '../client/held.tsx';
import { focusFirst } from '../client/page.ts';
import { Time } from '../client/time.tsx';
import { messages } from '../words/messages.ts';
import { userPath } from './blocks.tsx';
import { CLOSE_REPORTS, type ModeratedBot, RELEASE, type Sibling } from './documents.ts';
import type { Overtaken } from './overtaken.ts';
import { ReasonForm, reasonFor, useOpen } from './reason-form.tsx';
import { type DecisionKind, decideAlone, decideTogether, Siblings } from './together.tsx';

const labels = messages.moderation;

export interface DecisionListener {
  /** A decision about this listing waits to be sent. */
  readonly onDecided: (botId: string) => void;
  /** The moderator has left the form for a reason without sending it. */
  readonly onLeave: () => void;
}

export interface DecidingProps extends DecisionListener {
  readonly listing: ModeratedBot;
  /** Whether the service is likely to refuse decisions: another moderator has claimed the listing, or it is their own. */
  readonly isDoubtful: boolean;
}

interface DecisionsProps extends DecidingProps {
  /** What somebody else has done meanwhile. Decisions that rest on it wait until the moderator has seen it. */
  readonly overtaken: Overtaken | undefined;
  readonly onReload: () => Promise<void>;
}

/** The buttons that the listing's state allows, and its open reports. */
export function Decisions({ onLeave, ...props }: DecisionsProps) {
  const { listing } = props;
  const decisions = useDecisions(props);
  const { opened, setOpen, reports, notice, decide, closeReports, chosen, setChosen } = decisions;
  const isOff = notice?.stopsAll ?? false;
  return (
    <div class="decisions">
      <div role="status">
        {notice && (
          <p class="notice overtaken border-s-wait flex flex-wrap items-center gap-y-2 gap-x-4 my-3">
            <span class="flex-[1_1_12rem]">{notice.text}</span>
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
          isOff={isOff}
          onSend={(reason, closesReports) => decide(opened, reason, closesReports)}
          onCancel={() => {
            setOpen(false);
            onLeave();
          }}
        />
      ) : (
        <DecisionButtons {...decisions} state={listing.state} isOff={isOff} />
      )}
      {reports.length > 0 && <OpenReports reports={reports} isOff={isOff} onClose={closeReports} />}
    </div>
  );
}

function useDecisions({
  listing,
  isDoubtful,
  overtaken,
  onDecided,
  onReload,
}: Omit<DecisionsProps, 'onLeave'>) {
  const { botId, state, name } = listing;
  const isGone = useHeld();
  /** The decision that needs a reason. */
  const reasoned = state === 'APPROVED' ? ('SUSPEND' as const) : ('REJECT' as const);
  const [isOpen, setOpen] = useOpen(botId + reasoned);
  const opened = isOpen ? reasoned : undefined;
  const reports = (listing.openReports ?? []).filter(({ id }) => !isGone(id));
  /** Other listings of the owner that the same decision is about. */
  const [chosen, setChosen] = useState<readonly Sibling[]>([]);
  // The page learns of the moderator's own decision before it has loaded the listing again.
  const notice = isUnsettled(botId) ? undefined : overtaken;
  const decide = (decision: DecisionKind, reason?: string, closesReports = false) => {
    const sent = { decision, closesReports, ...(reason !== undefined && { reason }) };
    const together = chosen.length > 0;
    setOpen(false);
    hold({
      ...{ botId, name, isDoubtful },
      text: together
        ? messages.moderationTools.together.done({ count: chosen.length + 1 })
        : labels.done[decision]({ name }),
      leaving: [botId, ...chosen.map((other) => other.botId)],
      ...(reason !== undefined && { draft: reasonFor(botId + decision) }),
      send: () => (together ? decideTogether(listing, chosen, sent) : decideAlone(listing, sent)),
    });
    onDecided(botId);
  };
  const closeReports = (outcome: 'ACTED' | 'DISMISSED') => {
    const reportIds = reports.map(({ id }) => id);
    hold({
      ...{ botId, name, isDoubtful },
      text: labels.closed({ count: reportIds.length }),
      leaving: state === 'PENDING' ? [] : [botId],
      hides: reportIds,
      send: async () => {
        await mutate(CLOSE_REPORTS, { botId, reportIds, outcome }, true);
        // The listing left the page before.
        if (state !== 'PENDING') await mutate(RELEASE, { botId }).catch(() => {});
      },
    });
    onDecided(botId);
  };
  const showLatest = async () => {
    setOpen(false);
    await onReload();
    focusFirst('#listing-title');
  };
  const actions = { decide, closeReports, showLatest };
  return { opened, setOpen, reports, notice, chosen, setChosen, ...actions };
}

function DecisionButtons({
  state,
  isOff,
  notice,
  decide,
  setOpen,
}: Pick<ReturnType<typeof useDecisions>, 'notice' | 'decide' | 'setOpen'> & {
  state: ModeratedBot['state'];
  isOff: boolean;
}) {
  return (
    <div class="actions">
      {state === 'PENDING' && (
        <Button kind="main" isOff={notice !== undefined} shortcut="a" onClick={() => decide('APPROVE')}>
          {labels.approve}
        </Button>
      )}
      {state === 'PENDING' && (
        <Button kind="danger" isOff={isOff} shortcut="r" onClick={() => setOpen(true)}>
          {labels.reject}
        </Button>
      )}
      {state === 'APPROVED' && (
        <Button kind="danger" isOff={isOff} shortcut="s" onClick={() => setOpen(true)}>
          {labels.suspend}
        </Button>
      )}
      {state === 'SUSPENDED' && (
        <Button isOff={notice !== undefined} shortcut="a" onClick={() => decide('RESTORE')}>
          {labels.restore}
        </Button>
      )}
    </div>
  );
}

/** The open reports about a listing, with buttons that close all of them. */
function OpenReports({
  reports,
  isOff,
  onClose,
}: {
  reports: NonNullable<ModeratedBot['openReports']>;
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
            <p class="my-[.15rem]">{report.text}</p>
          </li>
        ))}
      </ul>
      <div class="actions">
        <Button isOff={isOff} shortcut="d" onClick={() => onClose('DISMISSED')}>
          {labels.dismiss}
        </Button>
        <Button isOff={isOff} onClick={() => onClose('ACTED')}>
          {labels.acted}
        </Button>
      </div>
    </section>
  );
}
