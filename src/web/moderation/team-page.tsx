import { ActButton, ActForm, ActOutcome, Acts, ReloadProvider, SendButton } from '../client/act.tsx';
import { useData } from '../client/data.tsx';
import { InputField, SelectField } from '../client/fields.tsx';
import { readId } from '../client/form.tsx';
import { mutate, query } from '../client/graphql.ts';
import { Section } from '../client/section.tsx';
import { messages } from '../words/messages.ts';
import { GRANT_ROLE, TEAM, type TeamMember } from './documents.ts';

const labels = messages.team;

type Role = TeamMember['role'];

/** Moderators and admins. Admins give and take roles here. */
export function TeamPage() {
  const { data, instead, reload } = useData(async () => (await query(TEAM, {})).team);
  if (!data) return instead;
  return (
    <ReloadProvider value={reload}>
      <Section id="team" title={labels.caption}>
        <ul class="owners">
          {data.map((member) => (
            <Member key={member.userId} {...member} />
          ))}
        </ul>
        {data.length === 1 && <p class="muted">{labels.alone}</p>}
        <ActOutcome />
      </Section>
      <Acts>
        <GrantForm />
      </Acts>
    </ReloadProvider>
  );
}

function GrantForm() {
  const grant = async (userId: string, role: string) => {
    const { name } = await mutate(GRANT_ROLE, { userId: readId(userId), role: role as Role });
    return labels.granted({ name });
  };
  return (
    <ActForm class="card form" field="userId" act={(typed) => grant(typed('userId'), typed('role'))}>
      <h2>{labels.grant}</h2>
      <InputField
        name="userId"
        label={messages.owners.id}
        hint={labels.grantHint}
        inputMode="numeric"
        required
      />
      <SelectField
        name="role"
        label={messages.owners.role}
        options={Object.entries(labels.roles) as [Role, string][]}
      />
      <div class="actions">
        <SendButton kind="main">{labels.grantButton}</SendButton>
        <ActOutcome />
      </div>
    </ActForm>
  );
}

function Member({ userId, name, role, isConfigured }: TeamMember) {
  const take = async () => {
    await mutate(GRANT_ROLE, { userId, role: null });
    return labels.taken({ name });
  };
  return (
    <li>
      <span>
        <bdi>{name}</bdi> <span class="muted">{userId}</span> <span class="badge">{labels.roles[role]}</span>{' '}
        {isConfigured && <span class="muted">{labels.configured}</span>}
      </span>
      {!isConfigured && (
        <ActButton warning={labels.takeWarning({ name })} focus="#team-title" act={take}>
          {labels.take({ name })}
        </ActButton>
      )}
    </li>
  );
}
