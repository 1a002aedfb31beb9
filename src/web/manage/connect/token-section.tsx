import { Button } from '../../client/form/button.tsx';
import { ConfirmButton } from '../../client/form/confirm-button.tsx';
import { Secret } from '../../client/form/secret.tsx';
import { mutate } from '../../client/request/graphql.ts';
import { OutcomeLine } from '../../client/request/outcome-line.tsx';
import { useAction } from '../../client/request/use-action.ts';
import { Section } from '../../client/section.tsx';
import { Ago, Time } from '../../client/time.tsx';
import { messages } from '../../words/messages.ts';
import { GENERATE_TOKEN, type StoredToken } from './documents.ts';

const labels = messages.token;

/**
 * Generates the API token of a bot, and tells whether it is used.
 *
 * @param stored what the service knows of the token; null when there is none
 * @param token generated since this tab was opened
 */
export function TokenSection({
  botId,
  stored,
  token,
  onToken,
}: {
  botId: string;
  stored: StoredToken;
  token: string | undefined;
  onToken: (made: { token: string; createdAt: string }) => void;
}) {
  const { isBusy, outcome, run } = useAction();
  const generate = () =>
    void run(async () => {
      onToken(await mutate(GENERATE_TOKEN, { botId }));
      return stored ? labels.replaced : labels.made;
    });
  return (
    <Section id="token" title={messages.sections.token}>
      <p>{labels.what}</p>
      {stored && (
        <dl class="numbers">
          <div>
            <dt>{labels.createdAt}</dt>
            <dd>
              <Time at={stored.createdAt} />
            </dd>
          </div>
          <div>
            <dt>{labels.lastUsedAt}</dt>
            <dd>{stored.lastUsedAt === null ? labels.neverUsed : <Ago at={stored.lastUsedAt} />}</dd>
          </div>
        </dl>
      )}
      {token !== undefined && <Secret key={token} label={labels.label} hint={labels.once} value={token} />}
      {stored ? (
        <ConfirmButton warning={labels.warning} confirm={labels.confirm} isBusy={isBusy} onConfirm={generate}>
          {labels.regenerate}
        </ConfirmButton>
      ) : (
        <Button kind="main" isBusy={isBusy} onClick={generate}>
          {labels.generate}
        </Button>
      )}
      <OutcomeLine outcome={outcome} />
    </Section>
  );
}
