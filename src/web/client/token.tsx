import { OutcomeLine, useAction } from './action.tsx';
import { act } from './api.ts';
import { ConfirmButton, Secret } from './controls.tsx';
import { GENERATE_TOKEN } from './documents.ts';
import { Section } from './parts.tsx';
import { texts } from './texts.ts';

/** @param token the one that was made on this page, if one was */
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
    const made = await act(GENERATE_TOKEN, { botId });
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
