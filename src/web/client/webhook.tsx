import { useState } from 'preact/hooks';
import { OutcomeLine, useFieldAction } from './action.tsx';
import { act } from './api.ts';
import { Button, ConfirmButton, FieldForm, Secret } from './controls.tsx';
import {
  type MadeWebhook,
  REMOVE_WEBHOOK,
  ROTATE_SECRET,
  SEND_TEST,
  SET_WEBHOOK,
  type Webhook,
} from './documents.ts';
import { focusFirst, Section, Time, useWarningBeforeLeaving } from './parts.tsx';
import { texts } from './texts.ts';

export function WebhookSection({
  botId,
  webhook,
  onChange,
}: {
  botId: string;
  webhook: Webhook | null;
  onChange: (webhook: Webhook | null) => void;
}) {
  const { isBusy, outcome, problem, run } = useFieldAction();
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [secret, setSecret] = useState<string>();
  useWarningBeforeLeaving(() => url.trim() !== (webhook?.url ?? ''));
  const keep = (made: MadeWebhook) => {
    onChange(made.webhook);
    setSecret(made.secret);
  };
  const set = async () => {
    const made = await act(SET_WEBHOOK, { botId, url: url.trim() });
    keep(made);
    setUrl(made.webhook.url);
    return texts.webhook.setDone;
  };
  const rotate = async () => {
    keep(await act(ROTATE_SECRET, { botId }));
    return texts.webhook.rotated;
  };
  const remove = async () => {
    await act(REMOVE_WEBHOOK, { botId });
    onChange(null);
    setSecret(undefined);
    setUrl('');
    focusFirst('#webhook-title');
    return texts.webhook.removed;
  };
  const test = async () => {
    await act(SEND_TEST, { botId });
    return texts.webhook.tested;
  };
  return (
    <Section id="webhook" title={texts.sections.webhook}>
      {webhook ? (
        <p>
          {texts.webhook.what} <br />
          <span class="muted">{texts.webhook.since}</span> <Time at={webhook.updatedAt} />
        </p>
      ) : (
        <p>{texts.webhook.none}</p>
      )}
      {secret !== undefined && (
        <Secret key={secret} label={texts.webhook.secret} hint={texts.webhook.secretOnce} value={secret} />
      )}
      <FieldForm
        label={texts.webhook.url}
        hint={webhook ? `${texts.webhook.urlHint} ${texts.webhook.changeWarning}` : texts.webhook.urlHint}
        problem={problem}
        value={url}
        onInput={setUrl}
        inputMode="url"
        button={webhook ? texts.webhook.change : texts.webhook.set}
        isBusy={isBusy}
        onSend={() => run(set)}
      />
      {webhook && (
        <div class="actions">
          <Button kind="main" isBusy={isBusy} onClick={() => void run(test)}>
            {texts.webhook.test}
          </Button>
          <ConfirmButton
            warning={texts.webhook.rotateWarning}
            isBusy={isBusy}
            onConfirm={() => void run(rotate)}
          >
            {texts.webhook.rotate}
          </ConfirmButton>
          <ConfirmButton
            warning={texts.webhook.removeWarning}
            isBusy={isBusy}
            onConfirm={() => void run(remove)}
          >
            {texts.webhook.remove}
          </ConfirmButton>
        </div>
      )}
      <OutcomeLine outcome={outcome} />
    </Section>
  );
}
