import { useState } from 'preact/hooks';
import { OutcomeLine, useFieldAction } from '../client/action.tsx';
import { Button, ConfirmButton } from '../client/buttons.tsx';
import { LoadFailed, Loading, useData } from '../client/data.tsx';
import { Field, readId, TextForm } from '../client/fields.tsx';
import { mutate, query } from '../client/graphql.ts';
import { focusFirst } from '../client/page.ts';
import { Section } from '../client/section.tsx';
import { messages } from '../words/messages.ts';
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
