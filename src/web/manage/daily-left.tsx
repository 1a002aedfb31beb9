import { useData, useRefresh } from '../client/data.tsx';
import { query } from '../client/graphql.ts';
import { formatMoment } from '../client/time.tsx';
import { messages } from '../words/messages.ts';
import { ALLOWANCE, type Allowance, type DailyLimit } from './documents.ts';

/**
 * How often the reader may still do something today, or when they may again.
 *
 * @param version changes when it may have been done
 */
export function DailyLeft({ of, version }: { of: DailyLimit; version?: string }) {
  const { data, reload } = useData(
    async () => (await query(ALLOWANCE, { of })).viewer?.allowance,
    version === undefined ? {} : { version },
  );
  useRefresh(reload);
  // The form is worth more than an error about this.
  if (!data) return null;
  return (
    <p class={data.remaining > 0 ? 'muted' : 'notice'} role="status">
      {wordAllowance(data)}
    </p>
  );
}

export function wordAllowance({ remaining, limit, nextAt }: Allowance): string {
  const { left, none } = messages.allowance;
  return nextAt === null
    ? left({ left: remaining, all: limit })
    : none({ all: limit, time: formatMoment(nextAt) });
}
