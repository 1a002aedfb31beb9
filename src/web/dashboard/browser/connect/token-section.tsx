import { ConfirmButton } from '../form/confirm-button.tsx';
import { Secret } from '../form/secret.tsx';
import { mutate } from '../request/graphql.ts';
import { OutcomeLine } from '../request/outcome-line.tsx';
import { useAction } from '../request/use-action.ts';
import { Section } from '../section.tsx';
import { texts } from '../texts.ts';
import { GENERATE_TOKEN } from './documents.ts';

/**
 * Generates the API token of a bot.
 *
 * @param token generated since this page was opened
 */
export function TokenSection({
  botId,
  token,
  onToken,
}: {
  botId: string;
  token: string | undefined;
  onToken: (token: string) => void;
}) {
  const { isBusy, outcome, run } = useAction();
  const generate = async () => {
    const made = await mutate(GENERATE_TOKEN, { botId });
    onToken(made.token);
    return texts.token.made;
  };
  return (
    <Section id="token" title={texts.sections.token}>
      <p>{texts.token.what}</p>
      {token !== undefined && (
        <Secret key={token} label={texts.token.label} hint={texts.token.once} value={token} />
      )}
      <ConfirmButton
        warning={texts.token.warning}
        confirm={texts.token.confirm}
        isBusy={isBusy}
        onConfirm={() => void run(generate)}
      >
        {texts.token.generate}
      </ConfirmButton>
      <OutcomeLine outcome={outcome} />
    </Section>
  );
}
