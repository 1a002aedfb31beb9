import { useState } from 'preact/hooks';
import { messages } from '../../../words/messages.ts';
import { focusFirst } from '../focus.ts';
import { Button } from '../form/button.tsx';
import { ConfirmButton } from '../form/confirm-button.tsx';
import { Field } from '../form/field.tsx';
import { TextForm } from '../form/field-form.tsx';
import { readId } from '../form/read-id.ts';
import { mutate, query } from '../request/graphql.ts';
import { LoadFailed, Loading } from '../request/loading.tsx';
import { OutcomeLine } from '../request/outcome-line.tsx';
import { useFieldAction } from '../request/use-action.ts';
import { useData } from '../request/use-data.ts';
import { Section } from '../section.tsx';
import { GRANT_ROLE, TEAM, type TeamMember } from './documents.ts';

type Role = TeamMember['role'];

/** Moderators and admins. Admins give and take roles here. */
export function TeamPage() {
  const { data, refusal, reload } = useData(async () => (await query(TEAM, {})).team);
  const { isBusy, outcome, problem, run } = useFieldAction();
  const [userId, setUserId] = useState('');
  const [role, setRole] = useState<Role>('MODERATOR');
  if (refusal) return <LoadFailed refusal={refusal} reload={reload} />;
  if (!data) return <Loading />;
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
            <li key={member.userId}>
              <span>
                <bdi>{member.name}</bdi> <span class="muted">{member.userId}</span>{' '}
                <span class="badge">{messages.team.roles[member.role]}</span>{' '}
                {member.isConfigured && <span class="muted">{messages.team.configured}</span>}
              </span>
              {!member.isConfigured && (
                <ConfirmButton
                  isBusy={isBusy}
                  warning={messages.team.takeWarning({ name: member.name })}
                  onConfirm={() => void take(member)}
                >
                  {messages.team.take({ name: member.name })}
                </ConfirmButton>
              )}
            </li>
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
        onInput={setUserId}
        inputMode="numeric"
        onSend={() => run(grant)}
      >
        <Field label={messages.team.role}>
          {(control) => (
            <select
              {...control}
              value={role}
              onChange={(event) => setRole(event.currentTarget.value as Role)}
            >
              {(Object.keys(messages.team.roles) as Role[]).map((value) => (
                <option key={value} value={value}>
                  {messages.team.roles[value]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Button kind="main" type="submit" isBusy={isBusy}>
          {messages.team.grantButton}
        </Button>
      </TextForm>
    </>
  );
}
