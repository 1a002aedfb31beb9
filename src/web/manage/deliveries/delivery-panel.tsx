import { useContext, useState } from 'preact/hooks';
import { ATTEMPTS } from '../../../terms/schedule.ts';
import { ActButton, ActOutcome, Acts } from '../../client/act.tsx';
import { CopyButton, SMALL_COPY } from '../../client/copy.tsx';
import { useData } from '../../client/data.tsx';
import { mutate, query, Refused } from '../../client/graphql.ts';
import { Facts } from '../../client/section.tsx';
import { formatDuration, Time, useNow } from '../../client/time.tsx';
import { messages } from '../../words/messages.ts';
import { MayChange } from '../tabs.ts';
import { AttemptView } from './attempt-view.tsx';
import { type Attempt, CANCEL, DELIVERY, type DeliveryRow, RESEND, RETRY } from './documents.ts';

const labels = messages.deliveries;

export interface DeliveryProps {
  readonly botId: string;
  readonly delivery: DeliveryRow;
  readonly onChange: (changed: DeliveryRow) => void;
}

/**
 * The details of a delivery: what its owner can do, and each attempt with its request and response. They are loaded
 * again when the row changes.
 */
export function DeliveryPanel({ botId, delivery, onChange }: DeliveryProps) {
  const { id, state, round, attempts } = delivery;
  const load = async () => {
    const found = (await query(DELIVERY, { botId, id })).bot?.delivery;
    if (!found) throw new Refused('NOT_FOUND', labels.gone);
    return found;
  };
  const mayChange = useContext(MayChange);
  const { data, instead } = useData(load, { version: `${state} ${round} ${attempts.length}` });
  if (!data) return instead;
  const { votedAt, finishedAt } = data;
  const idToCopy = (
    <>
      <code class="text-small">{id}</code>{' '}
      <CopyButton class={`${SMALL_COPY} ms-[.35rem]`} text={id} label={labels.copyId} />
    </>
  );
  const ended = finishedAt !== null && (
    <>
      <Time at={finishedAt} isRecent />{' '}
      <span class="muted">{labels.after({ duration: durationBetween(votedAt, finishedAt) })}</span>
    </>
  );
  return (
    <>
      <Facts
        class="flex flex-wrap gap-x-8 gap-y-2 mt-0 mb-3"
        facts={{
          [labels.id]: idToCopy,
          [labels.votedAt[delivery.kind]]: <Time at={votedAt} isRecent />,
          ...(ended && { [labels.states[state]]: ended }),
        }}
      />
      {mayChange && <DeliveryActions botId={botId} delivery={delivery} onChange={onChange} />}
      <Attempts botId={botId} attempts={data.attempts} request={data} />
    </>
  );
}

function DeliveryActions({
  botId,
  delivery: { id, state, nextAttemptAt, isVoided, round, attempts },
  onChange,
}: DeliveryProps) {
  const now = useNow(1000);
  const act = (document: typeof RETRY | typeof CANCEL | typeof RESEND, done: string) => async () => {
    onChange((await mutate(document, { botId, deliveryId: id })) as DeliveryRow);
    return done;
  };
  const made = attempts.filter((attempt) => attempt.round === round).length;
  const isWaiting = state === 'PENDING' && nextAttemptAt !== null && Date.parse(nextAttemptAt) > now;
  return (
    <div class="actions mb-4 [&:not(:has(button))]:mb-0">
      <Acts>
        {isWaiting && (
          <ActButton kind="main" act={act(RETRY, labels.retried)}>
            {labels.retry({ number: made + 1, all: ATTEMPTS })}
          </ActButton>
        )}
        {(state === 'PENDING' || state === 'HELD') && (
          <ActButton
            warning={labels.cancelWarning}
            confirm={labels.cancelConfirm}
            keep={labels.keep}
            act={act(CANCEL, labels.cancelled)}
          >
            {labels.cancel}
          </ActButton>
        )}
        {state !== 'PENDING' && state !== 'HELD' && !isVoided && (
          <ActButton kind={state === 'FAILED' ? 'main' : 'quiet'} act={act(RESEND, labels.resent)}>
            {labels.resend}
          </ActButton>
        )}
        <ActOutcome />
      </Acts>
    </div>
  );
}

const CHOICE =
  'flex gap-2 items-center sm:min-h-8 px-[.6rem] py-[.2rem] text-small text-muted shadow-none ' +
  'aria-pressed:text-text aria-pressed:border-accent aria-pressed:bg-tint';

function Attempts({
  botId,
  attempts,
  request,
}: {
  botId: string;
  attempts: readonly Attempt[];
  request: Parameters<typeof AttemptView>[0]['request'];
}) {
  const [chosen, setChosen] = useState<string>();
  const newest = attempts.at(-1);
  if (!newest) return <p class="muted">{labels.noAttempts}</p>;
  const shown = attempts.find((attempt) => keyOf(attempt) === chosen) ?? newest;
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields */}
      <div class="flex flex-wrap gap-1.5 mb-3" role="group" aria-label={labels.attempts}>
        {attempts.map((attempt) => (
          <button
            key={keyOf(attempt)}
            type="button"
            class={CHOICE}
            aria-pressed={attempt === shown}
            onClick={() => setChosen(keyOf(attempt))}
          >
            <span>{attempt.round === 1 ? labels.attempt(attempt) : labels.attemptOfRound(attempt)}</span>
            <span class={`badge ${attempt.failure === null ? 'approved' : 'rejected'}`}>
              {attempt.statusCode ?? attempt.failure}
            </span>
          </button>
        ))}
      </div>
      <AttemptView key={keyOf(shown)} botId={botId} attempt={shown} request={request} />
    </>
  );
}

const keyOf = ({ round, number }: Attempt) => `${round}/${number}`;

const durationBetween = (from: string, to: string) =>
  formatDuration(Math.max(0, Date.parse(to) - Date.parse(from)));
