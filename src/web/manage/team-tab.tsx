import { useContext, useState } from 'preact/hooks';
import { OutcomeLine, useAction, useFieldAction } from '../client/action.tsx';
import { Button, ConfirmButton } from '../client/buttons.tsx';
import { useBot } from '../client/data.tsx';
import { SelectField } from '../client/fields.tsx';
import { FieldForm, readId } from '../client/form.tsx';
import { mutate, query } from '../client/graphql.ts';
import { focusFirst } from '../client/page.ts';
import { Section } from '../client/section.tsx';
import { messages } from '../words/messages.ts';
import { SiteSection } from './site-section.tsx';
import { MayChange, type TabProps } from './tabs.ts';
import { ADD_CO_OWNER, type Owner, REMOVE_CO_OWNER, SET_ROLE, TEAM_TAB } from './team-documents.ts';
import { TransferSection } from './transfer-section.tsx';

/**
 * The owners of a listing, its website and its transfer. The owner invites and removes co-owners and changes their
 * roles; a co-owner can leave.
 */
export function TeamTab({ botId, userId }: TabProps) {
  const { data, instead, change } = useBot(() => query(TEAM_TAB, { botId }));
  const mayChange = useContext(MayChange);
  const { isBusy, outcome, run } = useAction();
  if (!data) return instead;
  const { owners, transfer } = data.bot;
  const isOwner = owners.some((owner) => owner.userId === userId && !owner.isCoOwner);
  const remove = (coOwner: Owner) =>
    run(async () => {
      const payload = await mutate(REMOVE_CO_OWNER, { botId, userId: coOwner.userId });
      // A co-owner who leaves may not see this page any more.
      if (coOwner.userId === userId) location.assign('/dashboard');
      change(payload);
      focusFirst('#owners-title');
      return messages.owners.removed;
    });
  const setRole = (coOwner: Owner, role: Owner['role']) =>
    void run(async () => {
      change(await mutate(SET_ROLE, { botId, userId: coOwner.userId, role }));
      return messages.owners.roleChanged[role]({ name: coOwner.name });
    });
  return (
    <>
      <Section id="owners" title={messages.sections.owners}>
        <ul class="owners">
          {owners.map((owner) => (
            <OwnerItem
              key={owner.userId}
              owner={owner}
              isSelf={owner.userId === userId}
              isOwner={isOwner}
              isBusy={isBusy}
              onRole={(role) => setRole(owner, role)}
              onRemove={() => void remove(owner)}
            />
          ))}
        </ul>
        {isOwner && owners.length === 1 && <p class="muted">{messages.owners.alone}</p>}
        <OutcomeLine outcome={outcome} />
        {isOwner && <InviteForm botId={botId} onChange={change} />}
      </Section>
      {mayChange && <SiteSection bot={data.bot} botId={botId} userId={userId} onChange={change} />}
      {(isOwner || transfer) && (
        <TransferSection botId={botId} transfer={transfer} isOwner={isOwner} onChange={change} />
      )}
    </>
  );
}

function OwnerItem({
  owner: { name, userId, isCoOwner, isAccepted, role },
  isSelf,
  isOwner,
  isBusy,
  onRole,
  onRemove,
}: {
  owner: Owner;
  isSelf: boolean;
  /** Whether the reader is the owner. */
  isOwner: boolean;
  isBusy: boolean;
  onRole: (role: Owner['role']) => void;
  onRemove: () => void;
}) {
  const labels = messages.owners;
  const other = role === 'MANAGE' ? 'REPORTS' : 'MANAGE';
  return (
    <li>
      <span>
        <bdi>{name}</bdi> <span class="muted">{userId}</span>{' '}
        <span class="badge">{isCoOwner ? labels.coOwner : labels.owner}</span>{' '}
        {role === 'REPORTS' && <span class="badge">{labels.roles.REPORTS}</span>}{' '}
        {!isAccepted && <span class="badge">{labels.invited}</span>}
      </span>
      {isCoOwner && (isOwner || isSelf) && (
        <span class="actions">
          {isOwner && (
            <Button
              label={labels.changeRoleOf({ change: labels.changeRole[other], name })}
              isBusy={isBusy}
              onClick={() => onRole(other)}
            >
              {labels.changeRole[other]}
            </Button>
          )}
          <ConfirmButton
            label={isSelf ? labels.leave : labels.removeNamed({ name })}
            isBusy={isBusy}
            warning={isSelf ? labels.leaveWarning : labels.removeWarning({ name })}
            onConfirm={onRemove}
          >
            {isSelf ? labels.leave : labels.remove}
          </ConfirmButton>
        </span>
      )}
    </li>
  );
}

function InviteForm({
  botId,
  onChange,
}: {
  botId: string;
  onChange: (changed: { owners: Owner[] }) => void;
}) {
  const { isBusy, outcome, problem, run } = useFieldAction();
  const [userId, setUserId] = useState('');
  const [role, setRole] = useState<Owner['role']>('MANAGE');
  const add = async () => {
    onChange(await mutate(ADD_CO_OWNER, { botId, userId: readId(userId), role }));
    setUserId('');
    return messages.owners.added;
  };
  return (
    <>
      <h3>{messages.owners.add}</h3>
      <FieldForm
        heading={
          <SelectField
            label={messages.owners.role}
            hint={messages.owners.roleHint}
            value={role}
            options={[
              ['MANAGE', messages.owners.roles.MANAGE],
              ['REPORTS', messages.owners.roles.REPORTS],
            ]}
            onValue={setRole}
          />
        }
        label={messages.owners.id}
        hint={messages.owners.hint}
        problem={problem}
        value={userId}
        onValue={setUserId}
        inputMode="numeric"
        button={messages.owners.addButton}
        isBusy={isBusy}
        onSend={() => run(add)}
      />
      <OutcomeLine outcome={outcome} />
    </>
  );
}
