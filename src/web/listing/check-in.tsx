import type { VNode } from 'preact';
import { DAY_MS } from '../../lib/day.ts';
import { ACTIVE_MS, DEAD_AFTER_MS } from '../../terms/activity.ts';
import { WholeIcon } from '../kit/icon.tsx';
import { Ago } from '../kit/time.tsx';
import { perLanguage } from '../words/current-language.ts';
import { messages } from '../words/messages.ts';
import { formatUtc } from '../words/utc.ts';

const SILENCES = [
  ['year', 365],
  ['month', 30],
  ['week', 7],
  ['day', 1],
] as const;
const lengths = perLanguage((language) =>
  SILENCES.map(([unit, days]) => ({
    days,
    write: new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }),
  })),
);

/** How long ago a bot has reported last, marked when that is recent, or so long ago that it may not work. */
export function CheckIn({ checkedInAt, now }: { checkedInAt: string | null; now: Date }): VNode {
  if (checkedInAt === null) {
    return (
      <span class="life" title={messages.bot.neverReportedMeaning}>
        <WholeIcon name="triangle-alert" /> {messages.bot.neverReported}
      </span>
    );
  }
  const age = now.getTime() - Date.parse(checkedInAt);
  if (age >= ACTIVE_MS) {
    return (
      <span class="life">
        {age >= DEAD_AFTER_MS ? <WholeIcon name="triangle-alert" /> : null} {messages.bot.silent}{' '}
        <time datetime={checkedInAt} title={formatUtc(checkedInAt)}>
          {silence(age)}
        </time>
      </span>
    );
  }
  return (
    <span class="life online">
      {messages.bot.reported} <Ago iso={checkedInAt} now={now} />
    </span>
  );
}

/** The same for the page of a bot, which says what the lack of reports means. A hole of the page has whole icons. */
export function CheckInNote({ checkedInAt, now }: { checkedInAt: Date | null; now: Date }): VNode {
  return (
    <>
      <CheckIn checkedInAt={checkedInAt?.toISOString() ?? null} now={now} />
      {checkedInAt === null ? `. ${messages.bot.neverReportedMeaning}` : null}
    </>
  );
}

/** Says before somebody adds a bot that it may not work: it reported once, and not for a week. */
export function DeadNote({ checkedInAt, now }: { checkedInAt: Date | null; now: Date }): VNode | null {
  if (checkedInAt === null || now.getTime() - checkedInAt.getTime() < DEAD_AFTER_MS) return null;
  return (
    <p class="dead flex gap-2 mt-0 mb-3 text-small text-wait leading-[1.4] [&>.icon]:mt-[.15em]">
      <WholeIcon name="triangle-alert" />
      <span>{messages.bot.mayBeDead({ time: silence(now.getTime() - checkedInAt.getTime()) })}</span>
    </p>
  );
}

/** In whole days, from two weeks on in weeks, then in months and years. */
function silence(ms: number): string {
  const days = Math.floor(ms / DAY_MS);
  const unit = lengths().find(({ days: length }) => days >= 2 * length) ?? lengths().at(-1);
  return unit ? unit.write.format(Math.floor(days / unit.days)) : '';
}

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
export function Reporting({ bot, now }: { bot: Reports; now: Date }): VNode | null {
  const { reportIntervalSeconds, checkedInAt } = bot;
  if (reportIntervalSeconds === null || checkedInAt === null) return null;
  const age = now.getTime() - Date.parse(checkedInAt);
  if (age > Math.max(ACTIVE_MS, 2000 * reportIntervalSeconds)) return null;
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
