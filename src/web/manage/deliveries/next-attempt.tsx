import { formatRelative } from '../../client/format.ts';
import { useNow } from '../../client/time.tsx';
import { messages } from '../../words/messages.ts';
import type { DeliveryRow } from './documents.ts';

const labels = messages.deliveries;
const TICK_MS = 1000;
/** An attempt starts within a second and takes at most ten. Later, workers or Temporal are away or overloaded. */
const LATE_MS = 15_000;

/** When the next attempt of a pending delivery starts. Nothing for one that has ended. */
export function NextAttempt({ delivery }: { delivery: DeliveryRow }) {
  return delivery.state === 'PENDING' ? <Countdown delivery={delivery} /> : null;
}

function Countdown({ delivery: { nextAttemptAt, createdAt } }: { delivery: DeliveryRow }) {
  const now = useNow(TICK_MS);
  const due = nextAttemptAt ?? createdAt;
  const lateMs = now - Date.parse(due);
  if (lateMs < 0) return <>{labels.due({ relative: formatRelative(due, now) })}</>;
  return <>{lateMs < LATE_MS ? labels.underWay : labels.late}</>;
}
