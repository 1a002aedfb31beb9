import { useContext, useEffect, useState } from 'preact/hooks';
import { type Outcome, OutcomeLine, useFieldAction } from '../client/action.tsx';
import { Button, ConfirmButton } from '../client/buttons.tsx';
import { useBot } from '../client/data.tsx';
import { Secret } from '../client/fields.tsx';
import { FieldForm } from '../client/form.tsx';
import { mutate, query, Refused } from '../client/graphql.ts';
import { focusFirst, useUnsavedWarning } from '../client/page.ts';
import { Section } from '../client/section.tsx';
import { Time } from '../client/time.tsx';
import { messages } from '../words/messages.ts';
import { explanationOf, withLocalAdvice } from './attempt-words.ts';
import { DeliveriesSection } from './deliveries/deliveries-section.tsx';
import {
  type NewSecret,
  REMOVE_WEBHOOK,
  type RecentAttempt,
  ROTATE_SECRET,
  SEND_TEST,
  SET_WEBHOOK,
  WEBHOOK_TAB,
  type Webhook,
} from './documents.ts';
import { HoldSection } from './hold-section.tsx';
import { MayChange, type TabProps } from './tabs.ts';

const labels = messages.webhook;

/** The webhook, and what was sent to it. */
export function WebhookTab({ botId }: TabProps) {
  const { data, instead, reload, change } = useBot(() => query(WEBHOOK_TAB, { botId }));
  const [attempts, setAttempts] = useState<readonly RecentAttempt[]>([]);
  const [testId, setTestId] = useState<string>();
  const webhook = data?.bot.webhook;
  // The last attempts move on, and the outcome of a test stays.
  const [testAttempt, setTestAttempt] = useState<RecentAttempt>();
  const found = attempts.find(({ deliveryId }) => deliveryId === testId);
  if (found && found !== testAttempt) setTestAttempt(found);
  const newestSuccess = attempts.find(({ failure }) => failure === null)?.startedAt;
  const setAt = webhook?.updatedAt;
  const isVerified = webhook?.verifiedAt !== null;
  useEffect(() => {
    // The first success since the webhook was set verifies it.
    if (!isVerified && newestSuccess !== undefined && setAt !== undefined && newestSuccess > setAt)
      void reload();
  }, [newestSuccess, setAt, isVerified, reload]);
  const mayChange = useContext(MayChange);
  // What is shown stays when it cannot be loaded again.
  if (!data) return instead;
  return (
    <>
      {mayChange ? (
        <WebhookSection
          botId={botId}
          webhook={data.bot.webhook}
          testAttempt={testAttempt?.deliveryId === testId ? testAttempt : undefined}
          onTest={setTestId}
          onChange={(changed) => change({ webhook: changed })}
        />
      ) : (
        <Section id="webhook" title={messages.sections.webhook}>
          {data.bot.webhook ? <About {...data.bot.webhook} /> : <p>{labels.none}</p>}
        </Section>
      )}
      {webhook && (
        <HoldSection
          botId={botId}
          webhook={webhook}
          onChange={(changed) => change({ webhook: changed })}
          onReload={reload}
        />
      )}
      <DeliveriesSection
        botId={botId}
        hasWebhook={data.bot.webhook !== null}
        isHeld={data.bot.deliveriesHeld === true}
        onAttempts={setAttempts}
      />
    </>
  );
}

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
function WebhookSection(props: WebhookSectionProps) {
  const { webhook, testAttempt } = props;
  const { isBusy, outcome, problem, run, url, setUrl, secret, set, rotate, remove, test } = useWebhook(props);
  return (
    <Section id="webhook" title={messages.sections.webhook}>
      {webhook ? <About {...webhook} /> : <p>{labels.none}</p>}
      {secret !== undefined && (
        <Secret key={secret} label={labels.secret} hint={labels.secretOnce} value={secret} />
      )}
      <FieldForm
        label={labels.url}
        hint={webhook ? `${labels.urlHint} ${labels.changeWarning}` : labels.urlHint}
        problem={problem}
        value={url}
        onValue={setUrl}
        inputMode="url"
        button={webhook ? labels.change : labels.set}
        isBusy={isBusy}
        onSend={() => run(set)}
      />
      {webhook && (
        <div class="actions">
          <Button kind="main" isBusy={isBusy} onClick={() => void run(test)}>
            {labels.test}
          </Button>
          <ConfirmButton warning={labels.rotateWarning} isBusy={isBusy} onConfirm={() => void run(rotate)}>
            {labels.rotate}
          </ConfirmButton>
          <ConfirmButton warning={labels.removeWarning} isBusy={isBusy} onConfirm={() => void run(remove)}>
            {labels.remove}
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
  const mayChange = useContext(MayChange);
  return (
    <p>
      {labels.what} <br />
      <span class="muted">{labels.since}</span> <Time at={updatedAt} />
      <br />
      {verifiedAt === null ? (
        mayChange ? (
          labels.unverified
        ) : (
          labels.unverifiedToReaders
        )
      ) : (
        <>
          <span class="muted">{labels.verified}</span> <Time at={verifiedAt} />
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
    return labels.setDone;
  };
  const rotate = async () => {
    keep(await mutate(ROTATE_SECRET, { botId }));
    return labels.rotated;
  };
  const remove = async () => {
    await mutate(REMOVE_WEBHOOK, { botId });
    onChange(null);
    onTest(undefined);
    setSecret(undefined);
    setUrl('');
    focusFirst('#webhook-title');
    return labels.removed;
  };
  const test = async () => {
    onTest(undefined);
    const { id } = await mutate(SEND_TEST, { botId });
    onTest(id);
    return labels.tested;
  };
  return { isBusy, outcome, problem, run, url, setUrl, secret, set, rotate, remove, test };
}
