import { useState } from 'preact/hooks';
import { ActForm, BotTab, SendButton } from '../client/act.tsx';
import { InputField } from '../client/fields.tsx';
import { mutate, query, Refused } from '../client/graphql.ts';
import { HeldDecision, hold, useHeld } from '../client/held.tsx';
import { Section } from '../client/section.tsx';
import { messages } from '../words/messages.ts';
import { ActivitySection } from './activity-section.tsx';
import { REMOVE_LISTING, SETTINGS_TAB } from './documents.ts';
import { keepRemoved } from './removed.tsx';
import type { TabProps } from './tabs.ts';

/** Who did what to the listing, and its end. */
export function SettingsTab({ botId, userId }: TabProps) {
  return (
    <BotTab load={() => query(SETTINGS_TAB, { botId })}>
      {({ name, owners }) => (
        <>
          <ActivitySection botId={botId} />
          <RemovalSection
            botId={botId}
            name={name}
            isOwner={owners.some((owner) => owner.userId === userId && !owner.isCoOwner)}
          />
        </>
      )}
    </BotTab>
  );
}

/** Removes a listing, after the owner has typed its name. */
function RemovalSection({ botId, name, isOwner }: { botId: string; name: string; isOwner: boolean }) {
  const isGone = useHeld();
  const [typed, setTyped] = useState('');
  const remove = async () => {
    if (typed.trim() !== name) throw new Refused('INVALID_INPUT', messages.danger.mismatch);
    hold({
      name,
      text: messages.removed.soon({ name }),
      hides: [`removal ${botId}`],
      send: async () => {
        await mutate(REMOVE_LISTING, { botId }, true);
        keepRemoved(name);
        location.assign('/dashboard');
      },
    });
  };
  return (
    <Section id="danger" title={messages.sections.danger}>
      <p>{messages.danger.what}</p>
      {!isOwner && <p>{messages.danger.ownerOnly}</p>}
      {isOwner && !isGone(`removal ${botId}`) && (
        <ActForm field="name" keeps act={remove}>
          <InputField
            name="name"
            label={messages.danger.label({ name })}
            value={typed}
            onValue={setTyped}
            required
            beside={<SendButton kind="danger">{messages.danger.confirm}</SendButton>}
          />
        </ActForm>
      )}
      <HeldDecision />
    </Section>
  );
}
