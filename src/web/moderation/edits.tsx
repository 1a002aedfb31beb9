import { Button } from '../client/buttons.tsx';
import { mutate } from '../client/graphql.ts';
import { hold, useHeld } from '../client/held.tsx';
import { Time } from '../client/time.tsx';
import type { ListingEdit } from '../manage/documents.ts';
import { EditChanges } from '../manage/edit-changes.tsx';
import { messages } from '../words/messages.ts';
import type { DecidingProps } from './decisions.tsx';
import { DECIDE_EDIT } from './documents.ts';
import { ReasonForm, reasonFor, useOpen } from './reason-form.tsx';

const labels = messages.edits;

/** The edits of a public listing that nobody has decided on: first the one that waits, with the keys of decisions. */
export function Edits(props: DecidingProps) {
  const { listing } = props;
  const isGone = useHeld();
  const open = (listing.edits ?? []).filter(
    ({ state, editId }) => (state === 'WAITING' || state === 'PUBLIC') && !isGone(editId),
  );
  if (listing.state !== 'APPROVED') return null;
  return open
    .toSorted((one, other) => Number(other.state === 'WAITING') - Number(one.state === 'WAITING'))
    .map((edit, index) => (
      <OpenEdit key={edit.editId} {...props} edit={edit} hasKeys={index === 0} isLast={open.length === 1} />
    ));
}

function OpenEdit({
  listing,
  isDoubtful,
  edit,
  hasKeys,
  isLast,
  onDecided,
  onLeave,
}: DecidingProps & { edit: ListingEdit; hasKeys: boolean; isLast: boolean }) {
  const { botId, name } = listing;
  const { editId } = edit;
  const subject = `${botId}REFUSE${editId}`;
  const [isRefusing, setRefusing] = useOpen(subject);
  const waits = edit.state === 'WAITING';
  const decide = (accepts: boolean, reason?: string) => {
    const [accepted, refused] = waits
      ? [labels.accepted, labels.refusedOf]
      : [labels.kept, labels.revertedOf];
    hold({
      ...{ botId, name, isDoubtful },
      text: (accepts ? accepted : refused)({ name }),
      leaving: isLast && !listing.openReports?.length ? [botId] : [],
      hides: [editId],
      ...(reason !== undefined && { draft: reasonFor(subject) }),
      send: () =>
        mutate(DECIDE_EDIT, { botId, editId, accepts, ...(reason !== undefined && { reason }) }, true),
    });
    onDecided(botId);
  };
  const key = (name: string) => (hasKeys ? { shortcut: name } : {});
  return (
    <section class="decisions open-edit framed my-4 p-4" aria-labelledby={`edit-${editId}`}>
      <h3 class="mt-0" id={`edit-${editId}`}>
        {waits ? labels.toDecide : labels.seen}
      </h3>
      <p class="muted">
        <Time at={edit.editedAt} />
        {edit.userName !== null && ` · ${labels.by({ name: edit.userName })}`}
      </p>
      {edit.reviewReasons.map((reason) => (
        <p key={reason} class="text-bad font-semibold">
          {labels.reasons[reason]}
        </p>
      ))}
      <EditChanges edit={edit} tags={listing.tags} />
      {isRefusing ? (
        <ReasonForm
          listing={listing}
          subject={subject}
          decision="REFUSE"
          send={waits ? labels.refuseNow : labels.revertNow}
          onSend={(reason) => decide(false, reason)}
          onCancel={() => {
            setRefusing(false);
            onLeave();
          }}
        />
      ) : (
        <div class="actions">
          <Button kind="main" {...key('a')} onClick={() => decide(true)}>
            {waits ? labels.accept : labels.keep}
          </Button>
          <Button kind="danger" {...key('r')} onClick={() => setRefusing(true)}>
            {waits ? labels.refuse : labels.revert}
          </Button>
        </div>
      )}
    </section>
  );
}
