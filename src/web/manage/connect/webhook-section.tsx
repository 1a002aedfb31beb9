import { useState } from 'preact/hooks';
import { focusFirst } from '../../client/focus.ts';
import { Button } from '../../client/form/button.tsx';
import { ConfirmButton } from '../../client/form/confirm-button.tsx';
import { FieldForm } from '../../client/form/field-form.tsx';
import { Secret } from '../../client/form/secret.tsx';
import { useUnsavedWarning } from '../../client/form/unsaved-warning.ts';
import { mutate } from '../../client/request/graphql.ts';
import { OutcomeLine } from '../../client/request/outcome-line.tsx';
import { Refused } from '../../client/request/refused.ts';
import { type Outcome, useFieldAction } from '../../client/request/use-action.ts';
import { Section } from '../../client/section.tsx';
import { Time } from '../../client/time.tsx';
import { messages } from '../../words/messages.ts';
import type { RecentAttempt } from '../deliveries/documents.ts';
import { explanationOf } from '../deliveries/explanation.ts';
import {
  type NewSecret,
  REMOVE_WEBHOOK,
  ROTATE_SECRET,
  SEND_TEST,
  SET_WEBHOOK,
  type Webhook,
} from './documents.ts';
import { withLocalAdvice } from './local-receiver.ts';

/** The result of a test, beside its button: the list of deliveries may be far below. */
function outcomeOf(attempt: RecentAttempt, url: string): Outcome {
  const explanation = withLocalAdvice(
    explanationOf(attempt),
    attempt.explanationReason,
    location.hostname,
    url,
  );
  return attempt.failure === null
    ? { kind: 'done', text: explanation }
    : { kind: 'refused', refusal: new Refused(attempt.failure, explanation) };
}

/** The same refusal of a URL, with more to do about it. */
function withAdvice(error: unknown, url: string): unknown {
  if (!(error instanceof Refused)) return error;
  const { code, message, reason } = error;
  return new Refused(code, withLocalAdvice(message, reason, location.hostname, url), error);
}

interface WebhookSectionProps {
  readonly botId: string;
  readonly webhook: Webhook | null;
  /** The newest attempt of the last test, once there is one. */
  readonly testAttempt: RecentAttempt | undefined;
  readonly onTest: (deliveryId: string | undefined) => void;
  readonly onChange: (webhook: Webhook | null) => void;
}

/** Sets, tests and removes the vote webhook of a bot, and shows each new secret once. */
export function WebhookSection(props: WebhookSectionProps) {
  const { webhook, testAttempt } = props;
  const { isBusy, outcome, problem, run, url, setUrl, secret, set, rotate, remove, test } = useWebhook(props);
  return (
    <Section id="webhook" title={messages.sections.webhook}>
      {webhook ? <About {...webhook} /> : <p>{messages.webhook.none}</p>}
      {secret !== undefined && (
        <Secret
          key={secret}
          label={messages.webhook.secret}
          hint={messages.webhook.secretOnce}
          value={secret}
        />
      )}
      <FieldForm
        label={messages.webhook.url}
        hint={
          webhook ? `${messages.webhook.urlHint} ${messages.webhook.changeWarning}` : messages.webhook.urlHint
        }
        problem={problem}
        value={url}
        onInput={setUrl}
        inputMode="url"
        button={webhook ? messages.webhook.change : messages.webhook.set}
        isBusy={isBusy}
        onSend={() => run(set)}
      />
      {webhook && (
        <div class="actions">
          <Button kind="main" isBusy={isBusy} onClick={() => void run(test)}>
            {messages.webhook.test}
          </Button>
          <ConfirmButton
            warning={messages.webhook.rotateWarning}
            isBusy={isBusy}
            onConfirm={() => void run(rotate)}
          >
            {messages.webhook.rotate}
          </ConfirmButton>
          <ConfirmButton
            warning={messages.webhook.removeWarning}
            isBusy={isBusy}
            onConfirm={() => void run(remove)}
          >
            {messages.webhook.remove}
          </ConfirmButton>
        </div>
      )}
      <OutcomeLine
        outcome={
          testAttempt && outcome?.kind !== 'refused' ? outcomeOf(testAttempt, webhook?.url ?? '') : outcome
        }
      />
    </Section>
  );
}

function About({ updatedAt, verifiedAt }: Webhook) {
  return (
    <p>
      {messages.webhook.what} <br />
      <span class="muted">{messages.webhook.since}</span> <Time at={updatedAt} />
      <br />
      {verifiedAt === null ? (
        messages.webhook.unverified
      ) : (
        <>
          <span class="muted">{messages.webhook.verified}</span> <Time at={verifiedAt} />
        </>
      )}
    </p>
  );
}

function useWebhook({ botId, webhook, onTest, onChange }: WebhookSectionProps) {
  const { isBusy, outcome, problem, run } = useFieldAction();
  const [url, setUrl] = useState(webhook?.url ?? '');
  const [secret, setSecret] = useState<string>();
  useUnsavedWarning(() => url.trim() !== (webhook?.url ?? ''));
  const keep = (made: NewSecret) => {
    onTest(undefined);
    onChange(made.webhook);
    setSecret(made.secret);
  };
  const set = async () => {
    const typed = url.trim();
    const made = await mutate(SET_WEBHOOK, { botId, url: typed }).catch((error) => {
      throw withAdvice(error, typed);
    });
    keep(made);
    setUrl(made.webhook.url);
    return messages.webhook.setDone;
  };
  const rotate = async () => {
    keep(await mutate(ROTATE_SECRET, { botId }));
    return messages.webhook.rotated;
  };
  const remove = async () => {
    await mutate(REMOVE_WEBHOOK, { botId });
    onChange(null);
    onTest(undefined);
    setSecret(undefined);
    setUrl('');
    focusFirst('#webhook-title');
    return messages.webhook.removed;
  };
  const test = async () => {
    onTest(undefined);
    const { id } = await mutate(SEND_TEST, { botId });
    onTest(id);
    return messages.webhook.tested;
  };
  return { isBusy, outcome, problem, run, url, setUrl, secret, set, rotate, remove, test };
}
