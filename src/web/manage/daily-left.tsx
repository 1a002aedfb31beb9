import { useData, useRefresh } from '../client/data.tsx';
import { query } from '../client/graphql.ts';
import { formatMoment } from '../client/time.tsx';
import { messages } from '../words/messages.ts';
import { type Allowance, SUBMISSIONS_LEFT } from './documents.ts';

/** How many bots the reader may still submit today. */
export function SubmissionsLeft() {
  const { data, reload } = useData(async () => (await query(SUBMISSIONS_LEFT, {})).viewer?.allowance ?? null);
  useRefresh(reload);
  return <DailyLeft allowance={data} />;
}

/**
 * How often the reader may still do something today, or when they may again.
 *
 * @param allowance nothing is shown while it is not known: the form is worth more than an error about this. As long as
 *   nothing of it is used, it concerns nobody
 */
export function DailyLeft({ allowance }: { allowance: Allowance | null | undefined }) {
  if (!allowance || allowance.remaining === allowance.limit) return null;
  return (
    <p class={allowance.remaining > 0 ? 'muted' : 'notice'} role="status">
      {wordAllowance(allowance)}
    </p>
  );
}

export function wordAllowance({ remaining, limit, nextAt }: Allowance): string {
  const { left, none } = messages.allowance;
  return nextAt === null
    ? left({ left: remaining, all: limit })
    : none({ all: limit, time: formatMoment(nextAt) });
}
