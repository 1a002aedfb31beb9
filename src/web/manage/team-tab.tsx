import { useState } from 'preact/hooks';
import { OutcomeLine, useAction, useFieldAction } from '../client/action.tsx';
import { ConfirmButton } from '../client/buttons.tsx';
import { useBot } from '../client/data.tsx';
import { FieldForm, readId } from '../client/form.tsx';
import { mutate, query } from '../client/graphql.ts';
import { focusFirst } from '../client/page.ts';
import { Section } from '../client/section.tsx';
import { messages } from '../words/messages.ts';
import { ADD_CO_OWNER, type Owner, REMOVE_CO_OWNER, TEAM_TAB } from './documents.ts';
import { SiteSection } from './site-section.tsx';
import type { TabProps } from './tabs.ts';

/** The owners of a listing, and its website. The owner invites and removes co-owners; a co-owner can leave. */
export function TeamTab({ botId, userId }: TabProps) {
  const { data, instead, change } = useBot(() => query(TEAM_TAB, { botId }));
  const { isBusy, outcome, run } = useAction();
  if (!data) return instead;
  const { owners } = data.bot;
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
  return (
    <>
      <Section id="owners" title={messages.sections.owners}>
        <ul class="owners">
          {owners.map((owner) => {
            const isSelf = owner.userId === userId;
            return (
              <li key={owner.userId}>
                <span>
                  <bdi>{owner.name}</bdi> <span class="muted">{owner.userId}</span>{' '}
                  <span class="badge">
                    {owner.isCoOwner ? messages.owners.coOwner : messages.owners.owner}
                  </span>{' '}
                  {!owner.isAccepted && <span class="badge">{messages.owners.invited}</span>}
                </span>
                {owner.isCoOwner && (isOwner || isSelf) && (
                  <ConfirmButton
                    isBusy={isBusy}
                    warning={
                      isSelf
                        ? messages.owners.leaveWarning
                        : messages.owners.removeWarning({ name: owner.name })
                    }
                    onConfirm={() => void remove(owner)}
                  >
                    {isSelf ? messages.owners.leave : messages.owners.remove({ name: owner.name })}
                  </ConfirmButton>
                )}
              </li>
            );
          })}
        </ul>
        {isOwner && owners.length === 1 && <p class="muted">{messages.owners.alone}</p>}
        <OutcomeLine outcome={outcome} />
        {isOwner && <InviteForm botId={botId} onChange={change} />}
      </Section>
      <SiteSection bot={data.bot} botId={botId} userId={userId} onChange={change} />
    </>
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
  const add = async () => {
    onChange(await mutate(ADD_CO_OWNER, { botId, userId: readId(userId) }));
    setUserId('');
    return messages.owners.added;
  };
  return (
    <>
      <h3>{messages.owners.add}</h3>
      <FieldForm
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
