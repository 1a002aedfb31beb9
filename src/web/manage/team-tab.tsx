import { useContext } from 'preact/hooks';
import { ActButton, ActForm, ActOutcome, Acts, BotTab, SendButton } from '../client/act.tsx';
import { InputField, SelectField } from '../client/fields.tsx';
import { readId } from '../client/form.tsx';
import { mutate, query } from '../client/graphql.ts';
import { Section } from '../client/section.tsx';
import { messages } from '../words/messages.ts';
import { SiteSection } from './site-section.tsx';
import { MayChange, type TabProps } from './tabs.ts';
import { ADD_CO_OWNER, type Owner, REMOVE_CO_OWNER, SET_ROLE, TEAM_TAB } from './team-documents.ts';
import { TransferSection } from './transfer-section.tsx';

const labels = messages.owners;

/**
 * The owners of a listing, its website and its transfer. The owner invites and removes co-owners and changes their
 * roles; a co-owner can leave.
 */
export function TeamTab({ botId, userId }: TabProps) {
  const mayChange = useContext(MayChange);
  return (
    <BotTab load={() => query(TEAM_TAB, { botId })}>
      {(bot) => {
        const { owners, transfer } = bot;
        const isOwner = owners.some((owner) => owner.userId === userId && !owner.isCoOwner);
        const shared = { bot, botId, userId, isOwner };
        return (
          <>
            <Section id="owners" title={messages.sections.owners}>
              <ul class="owners">
                {owners.map((owner) => (
                  <OwnerItem key={owner.userId} owner={owner} {...shared} />
                ))}
              </ul>
              {isOwner && owners.length === 1 && <p class="muted">{labels.alone}</p>}
              <ActOutcome />
              {isOwner && <InviteForm botId={botId} />}
            </Section>
            {mayChange && <SiteSection {...shared} />}
            {(isOwner || transfer) && <TransferSection {...shared} />}
          </>
        );
      }}
    </BotTab>
  );
}

function OwnerItem({
  owner: { name, userId, isCoOwner, isAccepted, role },
  botId,
  userId: ownId,
  isOwner,
}: {
  owner: Owner;
  botId: string;
  /** The reader. */
  userId: string;
  /** Whether the reader is the owner. */
  isOwner: boolean;
}) {
  const isSelf = userId === ownId;
  const other = role === 'MANAGE' ? 'REPORTS' : 'MANAGE';
  const setRole = async () => {
    await mutate(SET_ROLE, { botId, userId, role: other });
    return labels.roleChanged[other]({ name });
  };
  const remove = async () => {
    await mutate(REMOVE_CO_OWNER, { botId, userId });
    // A co-owner who leaves may not see this page any more.
    if (isSelf) location.assign('/dashboard');
    return labels.removed;
  };
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
            <ActButton label={labels.changeRoleOf({ change: labels.changeRole[other], name })} act={setRole}>
              {labels.changeRole[other]}
            </ActButton>
          )}
          <ActButton
            label={isSelf ? labels.leave : labels.removeNamed({ name })}
            warning={isSelf ? labels.leaveWarning : labels.removeWarning({ name })}
            focus="#owners-title"
            act={remove}
          >
            {isSelf ? labels.leave : labels.remove}
          </ActButton>
        </span>
      )}
    </li>
  );
}

function InviteForm({ botId }: { botId: string }) {
  return (
    <Acts>
      <h3>{labels.add}</h3>
      <ActForm
        field="userId"
        act={async (typed) => {
          const role = typed('role') as Owner['role'];
          await mutate(ADD_CO_OWNER, { botId, userId: readId(typed('userId')), role });
          return labels.added;
        }}
      >
        <SelectField
          name="role"
          label={labels.role}
          hint={labels.roleHint}
          options={(['MANAGE', 'REPORTS'] as const).map((role) => [role, labels.roles[role]])}
        />
        <InputField
          name="userId"
          label={labels.id}
          hint={labels.hint}
          inputMode="numeric"
          required
          beside={<SendButton>{labels.addButton}</SendButton>}
        />
      </ActForm>
      <ActOutcome />
    </Acts>
  );
}
