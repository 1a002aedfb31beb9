import { focusFirst } from '../../client/focus.ts';
import { Button } from '../../client/form/button.tsx';
import { mutate } from '../../client/request/graphql.ts';
import { OutcomeLine } from '../../client/request/outcome-line.tsx';
import { useAction } from '../../client/request/use-action.ts';
import { Section } from '../../client/section.tsx';
import { messages } from '../../words/messages.ts';
import { ACCEPT_CO_OWNERSHIP, REMOVE_CO_OWNER } from './documents.ts';

/** Invitations to manage a listing of somebody else. */
export function InvitationsSection({
  invitations,
  userId,
  onChange,
}: {
  invitations: readonly { readonly botId: string; readonly name: string }[];
  userId: string;
  onChange: () => Promise<void>;
}) {
  const { isBusy, outcome, run } = useAction();
  const respond = (send: () => Promise<unknown>, ...focused: readonly string[]) =>
    run(async () => {
      await send();
      await onChange();
      focusFirst(...focused, '#invitations-title', '#page-title');
      return undefined;
    });
  const decline = (botId: string) => respond(() => mutate(REMOVE_CO_OWNER, { botId, userId }));
  /** The focus moves to the accepted listing, which is among the user's bots by then. */
  const accept = (botId: string) =>
    respond(() => mutate(ACCEPT_CO_OWNERSHIP, { botId }), `a[href="/bot/${botId}/edit"]`);
  return (
    <Section id="invitations" title={messages.invitations.title}>
      <ul class="owners">
        {invitations.map(({ botId, name }) => (
          <li key={botId}>
            <span>{messages.invitations.what({ name })}</span>
            <span class="actions">
              <Button isBusy={isBusy} onClick={() => void accept(botId)}>
                {messages.invitations.accept({ name })}
              </Button>
              <Button isBusy={isBusy} onClick={() => void decline(botId)}>
                {messages.invitations.decline({ name })}
              </Button>
            </span>
          </li>
        ))}
      </ul>
      <OutcomeLine outcome={outcome} />
    </Section>
  );
}
