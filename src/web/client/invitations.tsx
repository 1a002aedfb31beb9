import { act } from './api.ts';
import { Button, OutcomeLine, Section, useAction } from './parts.tsx';
import { texts } from './texts.ts';

export interface Invitation {
  readonly botId: string;
  readonly name: string;
}

const REFUSAL = '... on Error { code message } ... on RateLimitedError { retryAfter }';
const ACCEPT = `mutation ($botId: ID!) { result: acceptCoOwnership(botId: $botId) { __typename ${REFUSAL} } }`;
const DECLINE = `mutation ($botId: ID!, $userId: ID!) {
  result: removeCoOwner(botId: $botId, userId: $userId) { __typename ${REFUSAL} }
}`;

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
  const answer = (mutation: string, botId: string) =>
    run(async () => {
      await act(mutation, { botId, userId });
      await onChange();
      return undefined;
    });
  return (
    <Section id="invitations" title={texts.invitations.title}>
      <ul class="owners">
        {invitations.map(({ botId, name }) => (
          <li key={botId}>
            <span>{texts.invitations.what(name)}</span>
            <span class="actions">
              <Button isBusy={isBusy} onClick={() => void answer(ACCEPT, botId)}>
                {texts.invitations.accept(name)}
              </Button>
              <Button isBusy={isBusy} onClick={() => void answer(DECLINE, botId)}>
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
