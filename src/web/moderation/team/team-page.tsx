import { useState } from 'preact/hooks';
import { focusFirst } from '../../client/focus.ts';
import { Button } from '../../client/form/button.tsx';
import { ConfirmButton } from '../../client/form/confirm-button.tsx';
import { Field } from '../../client/form/field.tsx';
import { TextForm } from '../../client/form/field-form.tsx';
import { readId } from '../../client/form/read-id.ts';
import { mutate, query } from '../../client/request/graphql.ts';
import { LoadFailed, Loading } from '../../client/request/loading.tsx';
import { OutcomeLine } from '../../client/request/outcome-line.tsx';
import { useFieldAction } from '../../client/request/use-action.ts';
import { useData } from '../../client/request/use-data.ts';
import { Section } from '../../client/section.tsx';
import { messages } from '../../words/messages.ts';
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
