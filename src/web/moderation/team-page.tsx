import { useState } from 'preact/hooks';
import { OutcomeLine, useFieldAction } from '../client/action.tsx';
import { Button, ConfirmButton } from '../client/buttons.tsx';
import { useData } from '../client/data.tsx';
import { SelectField } from '../client/fields.tsx';
import { readId, TextForm } from '../client/form.tsx';
import { mutate, query } from '../client/graphql.ts';
import { focusFirst } from '../client/page.ts';
import { Section } from '../client/section.tsx';
import { messages } from '../words/messages.ts';
import { GRANT_ROLE, TEAM, type TeamMember } from './documents.ts';

type Role = TeamMember['role'];

/** Moderators and admins. Admins give and take roles here. */
export function TeamPage() {
  const { data, instead, reload } = useData(async () => (await query(TEAM, {})).team);
  const { isBusy, outcome, problem, run } = useFieldAction();
  const [userId, setUserId] = useState('');
  const [role, setRole] = useState<Role>('MODERATOR');
  if (!data) return instead;
  const grant = async () => {
    const { name } = await mutate(GRANT_ROLE, { userId: readId(userId), role });
    setUserId('');
    await reload();
    return messages.team.granted({ name });
  };
  const take = (member: TeamMember) =>
    run(async () => {
      const { name } = await mutate(GRANT_ROLE, { userId: member.userId, role: null });
      await reload();
      focusFirst('#team-title');
      return messages.team.taken({ name });
    });
  return (
    <>
      <Section id="team" title={messages.team.caption}>
        <ul class="owners">
          {data.map((member) => (
            <Member key={member.userId} member={member} isBusy={isBusy} onTake={() => void take(member)} />
          ))}
        </ul>
        {data.length === 1 && <p class="muted">{messages.team.alone}</p>}
        <OutcomeLine outcome={outcome} />
      </Section>
      <TextForm
        class="card form"
        heading={<h2>{messages.team.grant}</h2>}
        label={messages.team.id}
        hint={messages.team.grantHint}
        problem={problem}
        value={userId}
        onValue={setUserId}
        inputMode="numeric"
        onSend={() => run(grant)}
      >
        <SelectField
          label={messages.team.role}
          value={role}
          options={Object.entries(messages.team.roles) as [Role, string][]}
          onValue={setRole}
        />
        <Button kind="main" type="submit" isBusy={isBusy}>
          {messages.team.grantButton}
        </Button>
      </TextForm>
    </>
  );
}

function Member({ member, isBusy, onTake }: { member: TeamMember; isBusy: boolean; onTake: () => void }) {
  return (
    <li>
      <span>
        <bdi>{member.name}</bdi> <span class="muted">{member.userId}</span>{' '}
        <span class="badge">{messages.team.roles[member.role]}</span>{' '}
        {member.isConfigured && <span class="muted">{messages.team.configured}</span>}
      </span>
      {!member.isConfigured && (
        <ConfirmButton
          isBusy={isBusy}
          warning={messages.team.takeWarning({ name: member.name })}
          onConfirm={onTake}
        >
          {messages.team.take({ name: member.name })}
        </ConfirmButton>
      )}
    </li>
  );
}
