import { useCallback, useContext, useState } from 'preact/hooks';
import { ActButton, useActs } from '../client/act.tsx';
import { Secret } from '../client/copy.tsx';
import { useBot, useRefresh } from '../client/data.tsx';
import { mutate, query, Refused } from '../client/graphql.ts';
import { type Outcome, OutcomeLine } from '../client/outcome.tsx';
import { useUnsavedWarning } from '../client/page.ts';
import { Section } from '../client/section.tsx';
import { formatMoment, Time } from '../client/time.tsx';
import { messages } from '../words/messages.ts';
import { causeOf, explanationOf, withLocalAdvice } from './attempt-words.ts';
import { DeliveriesSection } from './deliveries/deliveries-section.tsx';
import type { RecentAttempt, Watched } from './deliveries/documents.ts';
import { HoldSection } from './hold-section.tsx';
import { useKept } from './kept-secrets.ts';
import { ListenSection, ReceiverSection } from './receiver-section.tsx';
import { MayChange, type TabProps } from './tabs.ts';
import {
  CANCEL_ROTATION,
  CHANGE_WEBHOOK,
  FINISH_ROTATION,
  type NewSecret,
  REMOVE_WEBHOOK,
  ROTATE_SECRET,
  SEND_TEST,
  SET_WEBHOOK,
  WEBHOOK_TAB,
  type Webhook,
} from './webhook-documents.ts';
import { hasSecret, WebhookForm, type WebhookInput } from './webhook-form.tsx';

const labels = messages.webhook;

/** The webhook, and what was sent to it. */
export function WebhookTab({ botId, clientPackage }: TabProps) {
  const { data, instead, isLost, reload, change } = useBot(() => query(WEBHOOK_TAB, { botId }));
  // The subscription of the attempts does not tell that the listing was handed on.
  useRefresh(reload);
  const [attempts, setAttempts] = useState<readonly RecentAttempt[]>([]);
  const [testId, setTestId] = useState<string>();
  const webhook = data?.bot.webhook;
  // The last attempts move on, and the outcome of a test stays.
  const [testAttempt, setTestAttempt] = useState<RecentAttempt>();
  const found = attempts.find(({ deliveryId }) => deliveryId === testId);
  if (found && found !== testAttempt) setTestAttempt(found);
  // The state of the webhook comes with its attempts, so that they are of one moment.
  const onWatched = useCallback(
    ({ recentAttempts, webhook, deliveriesHeld }: Watched) => {
      setAttempts(recentAttempts ?? []);
      change({ webhook, deliveriesHeld });
    },
    [change],
  );
  const mayChange = useContext(MayChange);
  if (!data) return instead;
  return (
    <>
      {mayChange ? (
        <WebhookSection
          botId={botId}
          webhook={data.bot.webhook}
          isLost={isLost}
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
        <HoldSection botId={botId} webhook={webhook} onChange={(changed) => change({ webhook: changed })} />
      )}
      {mayChange && webhook?.format === 'CONTRACT' && (
        <ReceiverSection botId={botId} onPassed={() => void reload()} />
      )}
      {mayChange && <ListenSection botId={botId} clientPackage={clientPackage} />}
      <DeliveriesSection
        botId={botId}
        hasWebhook={data.bot.webhook !== null}
        isHeld={data.bot.deliveriesHeld === true}
        onWatched={onWatched}
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
  /** Whether the listing is not the reader's any more: its secrets are shown no longer. */
  readonly isLost: boolean;
  /** The newest attempt of the last test, once there is one. */
  readonly testAttempt: RecentAttempt | undefined;
  readonly onTest: (deliveryId: string | undefined) => void;
  readonly onChange: (webhook: Webhook | null) => void;
}

/** Sets, tests and removes the vote webhook of a bot, and shows each new secret for a while. */
function WebhookSection(props: WebhookSectionProps) {
  const { botId, webhook, isLost, testAttempt } = props;
  const { input, change, set, remove, test, rotation } = useWebhook(props);
  return (
    <Section id="webhook" title={messages.sections.webhook}>
      {webhook ? <About {...webhook} /> : <p>{labels.none}</p>}
      {webhook && !isLost && (
        <>
          <NewSecretField label={labels.secret} fingerprint={webhook.secretFingerprint} />
          <NewSecretField label={labels.nextSecret} fingerprint={webhook.nextSecretFingerprint} />
        </>
      )}
      <WebhookForm botId={botId} input={input} isSet={webhook !== null} onInput={change} act={set} />
      {webhook && (
        <>
          {webhook.nextSecretAt !== null && <NextSecret at={webhook.nextSecretAt} {...rotation} />}
          <div class="actions">
            <ActButton kind="main" act={test}>
              {labels.test}
            </ActButton>
            {hasSecret(webhook.format) && (
              <>
                {webhook.nextSecretAt === null && (
                  <ActButton act={() => rotation.rotate(true)}>{labels.rotateSlowly}</ActButton>
                )}
                <ActButton warning={labels.rotateWarning} act={() => rotation.rotate(false)}>
                  {labels.rotate}
                </ActButton>
              </>
            )}
            <ActButton warning={labels.removeWarning} focus="#webhook-title" act={remove}>
              {labels.remove}
            </ActButton>
          </div>
        </>
      )}
      <WebhookOutcome testAttempt={testAttempt} url={webhook?.url ?? ''} />
    </Section>
  );
}

/** The outcome of the last act, or of the test that it sent. */
function WebhookOutcome({ testAttempt, url }: { testAttempt: RecentAttempt | undefined; url: string }) {
  const { outcome } = useActs();
  const isTest = testAttempt && outcome?.kind !== 'refused';
  return <OutcomeLine outcome={isTest ? outcomeOf(testAttempt, url) : outcome} />;
}

/** A secret that was made within the last minutes, as long as the service uses it. */
function NewSecretField({ label, fingerprint }: { label: string; fingerprint: string | null }) {
  const { find, dismiss } = useKept();
  const secret = find(fingerprint);
  if (!secret) return null;
  return (
    <Secret
      key={secret.value}
      label={label}
      hint={secret.isStored ? labels.secretOnce : messages.token.onceHere}
      value={secret.value}
      isNew={secret.isNew}
      onDismiss={() => dismiss(fingerprint)}
    />
  );
}

/** A rotation in two steps that waits for its end. */
function NextSecret({
  at,
  finish,
  cancel,
}: {
  at: string;
  finish: () => Promise<string>;
  cancel: () => Promise<string>;
}) {
  return (
    <div class="notice my-3">
      <p>{labels.nextSince({ time: formatMoment(at) })}</p>
      <p>{labels.nextHow}</p>
      <div class="actions">
        <ActButton warning={labels.rotateWarning} act={finish}>
          {labels.finish}
        </ActButton>
        <ActButton act={cancel}>{labels.cancelNext}</ActButton>
      </div>
    </div>
  );
}

const HEALTH_BADGES = {
  UNVERIFIED: 'pending',
  HEALTHY: 'approved',
  FAILING: 'rejected',
  HELD: 'pending',
} as const;

function About({ format, updatedAt, verifiedAt, health }: Webhook) {
  const mayChange = useContext(MayChange);
  return (
    <p>
      {format === 'CONTRACT' ? labels.what : labels.formats[format]} <br />
      <span class={`badge ${HEALTH_BADGES[health.state]}`}>{labels.health[health.state]}</span>{' '}
      {health.since && (
        <>
          <span class="muted">{labels.healthSince}</span> <Time at={health.since} isRecent />.{' '}
        </>
      )}
      {causeOf(health)} <br />
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
  const [input, setInput] = useState<WebhookInput>(() => inputOf(webhook));
  useUnsavedWarning(
    () => input.url.trim() !== (webhook?.url ?? '') || input.format !== (webhook?.format ?? 'CONTRACT'),
  );
  const change = (changed: Partial<WebhookInput>) => setInput((before) => ({ ...before, ...changed }));
  const { keep, rotation } = useRotation({ botId, onTest, onChange });
  const set = async () => {
    const { format, makesSecret } = input;
    const sent = { botId, url: input.url.trim(), format };
    const advise = (error: unknown) => {
      throw withAdvice(error, sent.url);
    };
    if (webhook && !(makesSecret && hasSecret(format))) {
      const changed = await mutate(CHANGE_WEBHOOK, sent).catch(advise);
      onTest(undefined);
      onChange(changed);
      setInput(inputOf(changed));
      return labels.changed;
    }
    const made = await mutate(SET_WEBHOOK, sent).catch(advise);
    keep(made, hasSecret(format) ? 'secret' : undefined);
    setInput(inputOf(made.webhook));
    return labels.setDone;
  };
  const remove = async () => {
    await mutate(REMOVE_WEBHOOK, { botId });
    onChange(null);
    onTest(undefined);
    setInput(inputOf(null));
    return labels.removed;
  };
  const test = async () => {
    onTest(undefined);
    const { id } = await mutate(SEND_TEST, { botId });
    onTest(id);
    return labels.tested;
  };
  return { input, change, set, remove, test, rotation };
}

function inputOf(webhook: Webhook | null): WebhookInput {
  return { url: webhook?.url ?? '', format: webhook?.format ?? 'CONTRACT', makesSecret: false };
}

/** What replaces the secret, at once or in two steps. */
function useRotation({
  botId,
  onTest,
  onChange,
}: Pick<WebhookSectionProps, 'botId' | 'onTest' | 'onChange'>) {
  const kept = useKept();
  const keep = ({ webhook, secret }: NewSecret, kind: 'secret' | 'next' | undefined) => {
    onTest(undefined);
    onChange(webhook);
    if (kind) kept.keep(kind === 'next' ? webhook.nextSecretFingerprint : webhook.secretFingerprint, secret);
  };
  const rotate = async (inTwoSteps: boolean) => {
    keep(await mutate(ROTATE_SECRET, { botId, inTwoSteps }), inTwoSteps ? 'next' : 'secret');
    return inTwoSteps ? labels.rotateNext : labels.rotated;
  };
  const end = async (document: typeof FINISH_ROTATION | typeof CANCEL_ROTATION, done: string) => {
    onChange(await mutate(document, { botId }));
    return done;
  };
  const finish = () => end(FINISH_ROTATION, labels.finished);
  const cancel = () => end(CANCEL_ROTATION, labels.cancelledNext);
  return { keep, rotation: { rotate, finish, cancel } };
}
