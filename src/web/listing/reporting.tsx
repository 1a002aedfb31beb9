import type { VNode } from 'preact';
import { messages } from '../words/messages.ts';
import { SILENT_MS } from './check-in.tsx';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** How often a bot reports, from the shortest interval to the longest. */
const RHYTHMS = [
  ['minutes', 15 * MINUTE],
  ['severalAnHour', 45 * MINUTE],
  ['hourly', 2 * HOUR],
  ['severalADay', 18 * HOUR],
  ['daily', 36 * HOUR],
] as const;

/** How often a bot reports its server count; nothing before its second report, and for a bot that is silent. */
export function Reporting({ reportIntervalSeconds, checkedInAt }: Reports, now: Date): VNode | null {
  if (reportIntervalSeconds === null || checkedInAt === null) return null;
  const age = now.getTime() - Date.parse(checkedInAt);
  if (age > Math.max(SILENT_MS, 2000 * reportIntervalSeconds)) return null;
  const [rhythm] = RHYTHMS.find(([, longest]) => reportIntervalSeconds <= longest) ?? (['rarely'] as const);
  return (
    <div>
      <dt>{messages.reporting.label}</dt>
      <dd>{messages.reporting[rhythm]}</dd>
    </div>
  );
}

/** What is known of a bot's reports. */
interface Reports {
  readonly reportIntervalSeconds: number | null;
  readonly checkedInAt: string | null;
}
