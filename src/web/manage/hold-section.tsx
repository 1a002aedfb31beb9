import { useContext } from 'preact/hooks';
import { HOLD_AFTER } from '../../terms/schedule.ts';
import { ActButton, ActOutcome, useActs } from '../client/act.tsx';
import { SelectField } from '../client/fields.tsx';
import { mutate } from '../client/graphql.ts';
import { Section } from '../client/section.tsx';
import { Time } from '../client/time.tsx';
import { WholeIcon } from '../kit/icon.tsx';
import { messages } from '../words/messages.ts';
import { causeOf } from './attempt-words.ts';
import { MayChange, pathOf } from './tabs.ts';
import { WARNING_LINK } from './warning.tsx';
import { PAUSE_WEBHOOK, RESUME_WEBHOOK, SET_HOLD_AFTER, type Webhook } from './webhook-documents.ts';

const labels = messages.hold;

/** Says that deliveries of votes are held, why, and how many. */
export function HoldBanner({
  hold: { reason, since, held, nextProbeAt },
  cause,
  botId,
}: {
  hold: NonNullable<Webhook['hold']>;
  /** Why the receiver failed, while it does. */
  cause?: string | undefined;
  /** With a link to the webhook. */
  botId?: string;
}) {
  return (
    <section class="warning" aria-label={labels.titles[reason]}>
      <WholeIcon name={reason === 'FAILING' ? 'triangle-alert' : 'clock'} />
      <div>
        <h2>{labels.titles[reason]}</h2>
        <p>
          {labels.texts[reason]} {reason === 'FAILING' && cause}{' '}
          <strong>{labels.count({ count: held })}</strong>
        </p>
        <p class="muted">
          {since && (
            <>
              {labels.since} <Time at={since} isRecent />
            </>
          )}
          {nextProbeAt && (
            <>
              {' · '}
              {labels.nextProbe} <Time at={nextProbeAt} isRecent />
            </>
          )}
        </p>
      </div>
      {botId && (
        <a class={WARNING_LINK} href={pathOf(botId, 'webhook')}>
          {labels.open}
        </a>
      )}
    </section>
  );
}

interface HoldSectionProps {
  readonly botId: string;
  readonly webhook: Webhook;
  readonly onChange: (webhook: Webhook) => void;
}

/** Pauses and resumes the webhook, and sets when deliveries are held because they fail. */
export function HoldSection({ botId, webhook, onChange }: HoldSectionProps) {
  const { hold } = webhook;
  const mayChange = useContext(MayChange);
  const act = (document: typeof PAUSE_WEBHOOK | typeof RESUME_WEBHOOK, done: string) => async () => {
    onChange((await mutate(document, { botId })) as Webhook);
    return done;
  };
  return (
    <Section id="hold" title={labels.title}>
      {hold ? <HoldBanner hold={hold} cause={causeOf(webhook.health)} /> : <p>{labels.running}</p>}
      {mayChange && (
        <>
          <div class="actions">
            {hold && hold.reason !== 'RELEASING' && (
              <ActButton kind="main" act={act(RESUME_WEBHOOK, labels.resumed)}>
                {hold.reason === 'PAUSED' ? labels.resume : labels.sendNow}
              </ActButton>
            )}
            {hold?.reason !== 'PAUSED' && (
              <ActButton act={act(PAUSE_WEBHOOK, labels.paused)}>{labels.pause}</ActButton>
            )}
          </div>
          {hold?.reason !== 'PAUSED' && <p class="hint">{labels.pauseHint}</p>}
          <HoldAfter {...{ botId, webhook, onChange }} />
          <ActOutcome />
        </>
      )}
    </Section>
  );
}

function HoldAfter({ botId, webhook: { holdAfter }, onChange }: HoldSectionProps) {
  const { act } = useActs();
  const choose = async (value: string) => {
    const failures = value === '' ? null : Number(value);
    onChange((await mutate(SET_HOLD_AFTER, { botId, failures })) as Webhook);
    return messages.common.saved;
  };
  return (
    <SelectField
      label={labels.after}
      hint={labels.afterHint}
      value={holdAfter === null ? '' : String(holdAfter)}
      options={[
        ['', labels.never],
        ...HOLD_AFTER.map((count) => [String(count), labels.choice({ count })] as const),
      ]}
      onValue={(value) => void act(() => choose(value))}
    />
  );
}
