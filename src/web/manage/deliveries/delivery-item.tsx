import { useId } from 'preact/hooks';
import { ATTEMPTS } from '../../../terms/schedule.ts';
import { formatRelative, Time, useNow } from '../../client/time.tsx';
import { messages } from '../../words/messages.ts';
import { DeliveryPanel, type DeliveryProps } from './delivery-panel.tsx';
import type { DeliveryRow } from './documents.ts';

const labels = messages.deliveries;
const BADGES = {
  PENDING: 'pending',
  DELIVERED: 'approved',
  FAILED: 'rejected',
  CANCELLED: '',
  HELD: 'pending',
} as const;
const NUMBERS = Array.from({ length: ATTEMPTS }, (_, index) => index + 1);

/** One delivery: a row, and below it the details while it is open. */
export function DeliveryItem({
  isOpen,
  onToggle,
  ...props
}: DeliveryProps & { isOpen: boolean; onToggle: () => void }) {
  const { delivery } = props;
  const panelId = useId();
  const { id, state, holdReason, kind, userId, createdAt, isVoided } = delivery;
  return (
    <li id={`delivery-${id}`}>
      <button
        type="button"
        class="delivery-row"
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={onToggle}
      >
        <span class={`badge justify-self-start ${BADGES[state]}`}>
          {isVoided ? labels.voided : labels.states[state]}
        </span>
        <span class="flex flex-wrap gap-x-2 gap-y-1 items-center">
          <code class="text-small max-md:text-tiny whitespace-nowrap">{userId}</code>
          {kind === 'TEST' && <span class="badge">{labels.kinds.TEST}</span>}
        </span>
        <span class="text-small text-wait">
          {state === 'PENDING' && <NextAttempt delivery={delivery} />}
          {holdReason && labels.heldUntil[holdReason]}
        </span>
        <Pips delivery={delivery} />
        <span class="text-small text-muted text-end tabular-nums">
          <Time at={createdAt} isRecent />
        </span>
      </button>
      <div id={panelId} class="line-t p-4 max-md:p-3 bg-background" hidden={!isOpen}>
        {isOpen && <DeliveryPanel {...props} />}
      </div>
    </li>
  );
}

/** The attempts of this round as dots, and how many were made. */
function Pips({ delivery: { round, attempts } }: { delivery: DeliveryRow }) {
  const made = attempts.filter((attempt) => attempt.round === round);
  return (
    <span class="flex gap-2 items-center text-small text-muted tabular-nums">
      <span class="flex gap-[.2rem]" aria-hidden="true">
        {NUMBERS.map((number) => {
          const attempt = made.find((each) => each.number === number);
          const color = attempt ? (attempt.failure === null ? 'bg-good' : 'bg-bad') : 'bg-line';
          return <i key={number} class={`size-2 rounded-full ${color}`} />;
        })}
      </span>
      <span class="sr-only">{labels.attemptsMade({ count: made.length, all: ATTEMPTS })}</span>
      <span aria-hidden="true">{labels.attemptsShort({ count: made.length, all: ATTEMPTS })}</span>
    </span>
  );
}

const TICK_MS = 1000;
/** An attempt starts within a second and takes at most ten. Later, workers or Temporal are away or overloaded. */
const LATE_MS = 15_000;

/** When the next attempt of a pending delivery starts. */
function NextAttempt({ delivery: { nextAttemptAt, createdAt } }: { delivery: DeliveryRow }) {
  const now = useNow(TICK_MS);
  const due = nextAttemptAt ?? createdAt;
  const lateMs = now - Date.parse(due);
  if (lateMs < 0) return <>{labels.due({ relative: formatRelative(due, now) })}</>;
  return <>{lateMs < LATE_MS ? labels.underWay : labels.late}</>;
}
