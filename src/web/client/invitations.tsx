import { OutcomeLine, useAction } from './action.tsx';
import { act } from './api.ts';
import { Button } from './controls.tsx';
import { ACCEPT_CO_OWNERSHIP, type Invitation, REMOVE_CO_OWNER } from './documents.ts';
import { focusFirst, Section } from './parts.tsx';
import { texts } from './texts.ts';

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
  const answer = (send: () => Promise<unknown>, ...focused: readonly string[]) =>
    run(async () => {
      await send();
      await onChange();
      focusFirst(...focused, '#invitations-title', '#page-title');
      return undefined;
    });
  const decline = (botId: string) => answer(() => act(REMOVE_CO_OWNER, { botId, userId }));
  /** Who accepts goes on to the listing, which is among theirs by then. */
  const accept = (botId: string) =>
    answer(() => act(ACCEPT_CO_OWNERSHIP, { botId }), `a[href="/bot/${botId}/edit"]`);
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
              <Button isBusy={isBusy} onClick={() => void decline(botId)}>
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
