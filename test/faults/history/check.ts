import {
  type CheckEvent,
  type History,
  type HistoryEvent,
  type KnownVote,
  type LogEvent,
  WINDOW_MS,
} from './events.ts';

/** Processes and clients share one clock, but it is read to the millisecond at both ends. */
const CLOCK_MS = 2;

export const RULES = [
  'one vote in a window',
  'no acknowledged vote is missing',
  'no vote comes from nowhere',
  'log and streams are equal',
  'each vote has one id',
  'reads never go back',
  'each vote is delivered',
] as const;

/** Something that no service that keeps its promises can have answered. */
export interface Violation {
  readonly rule: (typeof RULES)[number];
  readonly botId: string;
  readonly what: string;
}

/**
 * Checks what the clients of a service were told against what the contract promises. It knows nothing of the service.
 *
 * @param history ends with a read of each bot's log, after which no vote was cast and all streams and deliveries have
 *   come to rest
 * @returns every violation; none when all promises were kept
 */
export function checkHistory(history: History): Violation[] {
  const ofBots = Map.groupBy(history, ({ botId }) => botId);
  return [...ofBots].flatMap(([botId, events]) => {
    const found: Violation[] = [];
    const report = (rule: Violation['rule'], what: string) => found.push({ rule, botId, what });
    const log = only(events, 'log').at(-1)?.votes ?? [];
    checkWindows(events, report);
    checkAcknowledged(events, report);
    checkOrigins(events, log, report);
    checkStreams(events, log, report);
    checkIds(events, log, report);
    checkLogs(only(events, 'log'), report);
    checkChecks(events, report);
    return found;
  });
}

type Report = (rule: Violation['rule'], what: string) => void;

function only<Kind extends HistoryEvent['kind']>(events: History, kind: Kind) {
  return events.filter((event): event is Extract<HistoryEvent, { kind: Kind }> => event.kind === kind);
}

const nameOf = ({ userId, votedAt }: KnownVote) => `${userId} at ${new Date(votedAt).toISOString()}`;

/** Whoever was told of a vote, in whatever way, was told of one that exists. */
function checkWindows(events: History, report: Report): void {
  const told = events.flatMap((event): readonly KnownVote[] => {
    if (event.kind === 'log') return event.votes;
    if (event.kind === 'follow') return [];
    return event.votedAt === null ? [] : [{ userId: event.userId, votedAt: event.votedAt }];
  });
  for (const [userId, votes] of Map.groupBy(told, (vote) => vote.userId)) {
    const times = [...new Set(votes.map(({ votedAt }) => votedAt))].toSorted((a, b) => a - b);
    for (const [index, time] of times.entries()) {
      const before = times[index - 1];
      if (before !== undefined && time - before < WINDOW_MS)
        report(
          'one vote in a window',
          `${nameOf({ userId, votedAt: time })}, ${time - before} ms after another`,
        );
    }
  }
}

/** A vote that somebody was told of is in every log, and in every answer about its user, that is asked for later. */
function checkAcknowledged(events: History, report: Report): void {
  const rule = 'no acknowledged vote is missing';
  const logs = only(events, 'log').map((log) => ({ ...log, names: new Set(log.votes.map(nameOf)) }));
  const checks = Map.groupBy(only(events, 'check'), ({ userId }) => userId);
  for (const { userId, votedAt, end } of only(events, 'cast')) {
    if (votedAt === null) continue;
    const name = nameOf({ userId, votedAt });
    const without = logs.find((log) => log.start > end && !log.names.has(name));
    if (without) report(rule, `${name} is not in the log of ${new Date(without.start).toISOString()}`);
    const unaware = checks.get(userId)?.find((check) => check.start > end && !knows(check, votedAt));
    if (unaware) report(rule, `${name} was unknown to a check at ${new Date(unaware.start).toISOString()}`);
  }
}

/** Whether a check names the vote, or a later one, or comes when it need not name it any more. */
const knows = (check: CheckEvent, votedAt: number) =>
  check.end + CLOCK_MS >= votedAt + WINDOW_MS || (check.votedAt ?? 0) >= votedAt;

/** Each vote was cast, at a time at which somebody waited for its answer or had given up. */
function checkOrigins(events: History, log: readonly KnownVote[], report: Report): void {
  const casts = Map.groupBy(only(events, 'cast'), ({ userId }) => userId);
  for (const vote of log) {
    const isCast = casts
      .get(vote.userId)
      ?.some(({ outcome, start, votedAt }) =>
        outcome === 'unknown' ? vote.votedAt + CLOCK_MS >= start : votedAt === vote.votedAt,
      );
    if (!isCast) report('no vote comes from nowhere', `${nameOf(vote)} was cast by nobody`);
  }
}

/** Each stream has the votes of the log, oldest first, each of them once. */
function checkStreams(events: History, log: readonly KnownVote[], report: Report): void {
  const expected = log.map(nameOf).toReversed();
  const ofStreams = Map.groupBy(only(events, 'streamed'), (event) => event.stream);
  for (const { stream } of only(events, 'follow')) {
    const came = (ofStreams.get(stream) ?? []).map(nameOf);
    const longer = came.length > expected.length ? came : expected;
    const at = longer.findIndex((_, index) => came[index] !== expected[index]);
    if (at >= 0) {
      const what = `event ${at + 1} of ${stream} is ${came[at] ?? 'missing'}, the log has ${expected[at] ?? 'none'}`;
      report('log and streams are equal', what);
    }
  }
}

/** Whatever repeats a vote repeats its id, and no two votes share one. Each vote of the log was delivered. */
function checkIds(events: History, log: readonly KnownVote[], report: Report): void {
  const rule = 'each vote has one id';
  for (const kind of ['receipt', 'streamed'] as const) {
    const ids = only(events, kind).map((event) => ({
      name: nameOf(event),
      id: event.kind === 'receipt' ? event.deliveryId : event.id,
    }));
    for (const [name, same] of Map.groupBy(ids, (one) => one.name)) {
      const different = new Set(same.map(({ id }) => id));
      if (different.size > 1) report(rule, `${name} came under ${different.size} ids (${kind})`);
    }
    for (const [id, same] of Map.groupBy(ids, (one) => one.id)) {
      const different = new Set(same.map(({ name }) => name));
      if (different.size > 1) report(rule, `${id} came with ${different.size} votes (${kind})`);
    }
  }
  const delivered = new Set(only(events, 'receipt').map(nameOf));
  for (const vote of log) if (!delivered.has(nameOf(vote))) report('each vote is delivered', nameOf(vote));
}

/** Nothing leaves the log, and nothing comes in below what was read: it only grows at its newer end. */
function checkLogs(logs: readonly LogEvent[], report: Report): void {
  for (const [index, log] of logs.entries()) {
    // The last one that had been read when this one was asked for. Those before it are checked against it.
    const earlier = logs.slice(0, index).findLast(({ end }) => end < log.start);
    if (!earlier) continue;
    const older = log.votes.slice(Math.max(0, log.votes.length - earlier.votes.length)).map(nameOf);
    const lost = earlier.votes.find((vote, place) => nameOf(vote) !== older[place]);
    if (lost) report('reads never go back', `${nameOf(lost)} left its place in the log`);
  }
}

/** What one check knew, every later one knows. */
function checkChecks(events: History, report: Report): void {
  for (const checks of Map.groupBy(only(events, 'check'), ({ userId }) => userId).values()) {
    for (const [index, check] of checks.entries()) {
      const earlier = checks
        .slice(0, index)
        .findLast(({ end, votedAt }) => end < check.start && votedAt !== null && !knows(check, votedAt));
      if (earlier)
        report('reads never go back', `a check forgot the vote of ${check.userId} that one before it knew`);
    }
  }
}
