import { useState } from 'preact/hooks';
import { OutcomeLine, useFieldAction } from '../client/action.tsx';
import { Button } from '../client/buttons.tsx';
import { dropDraft } from '../client/draft.tsx';
import { mutate } from '../client/graphql.ts';
import { Time } from '../client/time.tsx';
import type { ListingEdit } from '../manage/documents.ts';
import { EditChanges } from '../manage/edit-changes.tsx';
import { messages } from '../words/messages.ts';
import { type DecisionListener, unlessOvertaken } from './decisions.tsx';
import { DECIDE_EDIT, type ModeratedBot } from './documents.ts';
import { ReasonForm, reasonFor } from './reason-form.tsx';

const labels = messages.edits;

interface EditsProps extends DecisionListener {
  readonly listing: ModeratedBot;
  readonly onReload: () => Promise<void>;
}

/** The edits of a public listing that nobody has decided on: first the one that waits, with the keys of decisions. */
export function Edits(props: EditsProps) {
  const { listing } = props;
  const open = (listing.edits ?? []).filter(({ state }) => state === 'WAITING' || state === 'PUBLIC');
  if (listing.state !== 'APPROVED') return null;
  return open
    .toSorted((one, other) => Number(other.state === 'WAITING') - Number(one.state === 'WAITING'))
    .map((edit, index) => (
      <OpenEdit key={edit.editId} {...props} edit={edit} hasKeys={index === 0} isLast={open.length === 1} />
    ));
}

function OpenEdit({
  listing,
  edit,
  hasKeys,
  isLast,
  onDecided,
  onLeave,
  onOvertaken,
  onReload,
}: EditsProps & { edit: ListingEdit; hasKeys: boolean; isLast: boolean }) {
  const { isBusy, outcome, problem, run } = useFieldAction();
  const [isRefusing, setRefusing] = useState(false);
  const { botId, name } = listing;
  const { editId } = edit;
  const waits = edit.state === 'WAITING';
  const draft = `${botId}REFUSE${editId}`;
  const send = async (accepts: boolean, reason?: string) => {
    await mutate(DECIDE_EDIT, { botId, editId, accepts, ...(reason !== undefined && { reason }) });
    dropDraft(reasonFor(draft));
    const [accepted, refused] = waits
      ? [labels.accepted, labels.refusedOf]
      : [labels.kept, labels.revertedOf];
    const stays = !isLast || Boolean(listing.openReports?.length);
    if (stays) await onReload();
    onDecided({ botId, text: (accepts ? accepted : refused)({ name }), stays });
  };
  const decide = (accepts: boolean, reason?: string) =>
    void run(async () => {
      await unlessOvertaken(() => send(accepts, reason), { listing, onReload, onOvertaken });
      return undefined;
    });
  const key = (name: string) => (hasKeys ? { shortcut: name } : {});
  return (
    <section class="decisions open-edit" aria-labelledby={`edit-${editId}`}>
      <h3 id={`edit-${editId}`}>{waits ? labels.toDecide : labels.seen}</h3>
      <p class="muted">
        <Time at={edit.editedAt} />
        {edit.userName !== null && ` · ${labels.by({ name: edit.userName })}`}
      </p>
      {edit.reviewReasons.map((reason) => (
        <p key={reason} class="edit-reason">
          {labels.reasons[reason]}
        </p>
      ))}
      <EditChanges edit={edit} tags={listing.tags} />
      {isRefusing ? (
        <ReasonForm
          listing={listing}
          subject={draft}
          decision="REFUSE"
          send={waits ? labels.refuseNow : labels.revertNow}
          problem={problem}
          isBusy={isBusy}
          isOff={false}
          onSend={(reason) => decide(false, reason)}
          onCancel={() => {
            setRefusing(false);
            onLeave();
          }}
        />
      ) : (
        <div class="actions">
          <Button kind="main" isBusy={isBusy} {...key('a')} onClick={() => decide(true)}>
            {waits ? labels.accept : labels.keep}
          </Button>
          <Button kind="danger" isBusy={isBusy} {...key('r')} onClick={() => setRefusing(true)}>
            {waits ? labels.refuse : labels.revert}
          </Button>
        </div>
      )}
      <OutcomeLine outcome={outcome} />
    </section>
  );
}
