import { useState } from 'preact/hooks';
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
import { texts } from '../texts.ts';
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
    return texts.team.granted({ name });
  };
  const take = (member: TeamMember) =>
    run(async () => {
      const { name } = await mutate(GRANT_ROLE, { userId: member.userId, role: null });
      await reload();
      focusFirst('#team-title');
      return texts.team.taken({ name });
    });
  return (
    <>
      <Section id="team" title={texts.team.caption}>
        <ul class="owners">
          {data.map((member) => (
            <li key={member.userId}>
              <span>
                <bdi>{member.name}</bdi> <span class="muted">{member.userId}</span>{' '}
                <span class="badge">{texts.team.roles[member.role]}</span>{' '}
                {member.isConfigured && <span class="muted">{texts.team.configured}</span>}
              </span>
              {!member.isConfigured && (
                <ConfirmButton
                  isBusy={isBusy}
                  warning={texts.team.takeWarning({ name: member.name })}
                  onConfirm={() => void take(member)}
                >
                  {texts.team.take({ name: member.name })}
                </ConfirmButton>
              )}
            </li>
          ))}
        </ul>
        {data.length === 1 && <p class="muted">{texts.team.alone}</p>}
        <OutcomeLine outcome={outcome} />
      </Section>
      <TextForm
        class="card form"
        heading={<h2>{texts.team.grant}</h2>}
        label={texts.team.id}
        hint={texts.team.grantHint}
        problem={problem}
        value={userId}
        onInput={setUserId}
        inputMode="numeric"
        onSend={() => run(grant)}
      >
        <Field label={texts.team.role}>
          {(control) => (
            <select
              {...control}
              value={role}
              onChange={(event) => setRole(event.currentTarget.value as Role)}
            >
              {(Object.keys(texts.team.roles) as Role[]).map((value) => (
                <option key={value} value={value}>
                  {texts.team.roles[value]}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Button kind="main" type="submit" isBusy={isBusy}>
          {texts.team.grantButton}
        </Button>
      </TextForm>
    </>
  );
}
