import { useState } from 'preact/hooks';
import { focusFirst } from '../focus.ts';
import { ConfirmButton } from '../form/confirm-button.tsx';
import { FieldForm } from '../form/field-form.tsx';
import { readId } from '../form/read-id.ts';
import { mutate } from '../request/graphql.ts';
import { OutcomeLine } from '../request/outcome-line.tsx';
import { useAction, useFieldAction } from '../request/use-action.ts';
import { Section } from '../section.tsx';
import { texts } from '../texts.ts';
import { ADD_CO_OWNER, type Owner, REMOVE_CO_OWNER } from './documents.ts';

/** The owners of a listing. The owner invites and removes co-owners; a co-owner can leave. */
export function OwnersSection({
  botId,
  owners,
  userId,
  isOwner,
  onChange,
}: {
  botId: string;
  owners: readonly Owner[];
  userId: string;
  isOwner: boolean;
  onChange: (owners: Owner[]) => void;
}) {
  const { isBusy, outcome, run } = useAction();
  const remove = (coOwner: Owner) =>
    run(async () => {
      const payload = await mutate(REMOVE_CO_OWNER, { botId, userId: coOwner.userId });
      // A co-owner who leaves may not see this page any more.
      if (coOwner.userId === userId) location.assign('/dashboard');
      onChange(payload.owners);
      focusFirst('#owners-title');
      return texts.owners.removed;
    });
  return (
    <Section id="owners" title={texts.sections.owners}>
      <ul class="owners">
        {owners.map((owner) => {
          const isSelf = owner.userId === userId;
          return (
            <li key={owner.userId}>
              <span>
                <bdi>{owner.name}</bdi> <span class="muted">{owner.userId}</span>{' '}
                <span class="badge">{owner.isCoOwner ? texts.owners.coOwner : texts.owners.owner}</span>{' '}
                {!owner.isAccepted && <span class="badge">{texts.owners.invited}</span>}
              </span>
              {owner.isCoOwner && (isOwner || isSelf) && (
                <ConfirmButton
                  isBusy={isBusy}
                  warning={
                    isSelf ? texts.owners.leaveWarning : texts.owners.removeWarning({ name: owner.name })
                  }
                  onConfirm={() => void remove(owner)}
                >
                  {isSelf ? texts.owners.leave : texts.owners.remove({ name: owner.name })}
                </ConfirmButton>
              )}
            </li>
          );
        })}
      </ul>
      {isOwner && owners.length === 1 && <p class="muted">{texts.owners.alone}</p>}
      <OutcomeLine outcome={outcome} />
      {isOwner && <InviteForm botId={botId} onChange={onChange} />}
    </Section>
  );
}

function InviteForm({ botId, onChange }: { botId: string; onChange: (owners: Owner[]) => void }) {
  const { isBusy, outcome, problem, run } = useFieldAction();
  const [userId, setUserId] = useState('');
  const add = async () => {
    const payload = await mutate(ADD_CO_OWNER, { botId, userId: readId(userId) });
    onChange(payload.owners);
    setUserId('');
    return texts.owners.added;
  };
  return (
    <>
      <h3>{texts.owners.add}</h3>
      <FieldForm
        label={texts.owners.id}
        hint={texts.owners.hint}
        problem={problem}
        value={userId}
        onInput={setUserId}
        inputMode="numeric"
        button={texts.owners.addButton}
        isBusy={isBusy}
        onSend={() => run(add)}
      />
      <OutcomeLine outcome={outcome} />
    </>
  );
}
