import { OutcomeLine, useAction } from './action.tsx';
import { act } from './api.ts';
import { Button } from './controls.tsx';
import { ACCEPT_CO_OWNERSHIP, REMOVE_CO_OWNER } from './documents.ts';
import { focusFirst, Section } from './parts.tsx';
import { texts } from './texts.ts';

export interface Invitation {
  readonly botId: string;
  readonly name: string;
}

/** What others ask the reader to manage with them. */
export function InvitationsSection({
  invitations,
  userId,
  onChange,
}: {
  invitations: readonly Invitation[];
  userId: string;
  onChange: () => Promise<void>;
}) {
  const { isBusy, outcome, run } = useAction();
  const answer = (mutation: string, variables: object, ...focused: readonly string[]) =>
    run(async () => {
      await act(mutation, variables);
      await onChange();
      focusFirst(...focused, '#invitations-title', '#page-title');
      return undefined;
    });
  /** Who accepts goes on to the listing, which is among theirs by then. */
  const accept = (botId: string) => answer(ACCEPT_CO_OWNERSHIP, { botId }, `a[href="/bot/${botId}/edit"]`);
  return (
    <Section id="invitations" title={texts.invitations.title}>
      <ul class="owners">
        {invitations.map(({ botId, name }) => (
          <li key={botId}>
            <span>{texts.invitations.what(name)}</span>
            <span class="actions">
              <Button isBusy={isBusy} onClick={() => void accept(botId)}>
                {texts.invitations.accept(name)}
              </Button>
              <Button isBusy={isBusy} onClick={() => void answer(REMOVE_CO_OWNER, { botId, userId })}>
                {texts.invitations.decline(name)}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <OutcomeLine outcome={outcome} />
    </Section>
  );
}
