import { Readable } from 'node:stream';
import type { VNode } from 'preact';
import { graphql, type ResultOf, type VariablesOf } from '../../documents/graphql.ts';
import type { Reply } from '../../http/message/reply.ts';
import type { HttpRequest } from '../../http/message/request.ts';
import { SECURITY_HEADERS } from '../../http/message/security-headers.ts';
import { DAY_MS } from '../../lib/day.ts';
import type { RunDocument } from '../frame/site.ts';
import { Time } from '../kit/time.tsx';
import { messages, sentenceOf } from '../words/messages.ts';
import { PageHead } from './shell-page.tsx';

export const LOG_PATH = '/moderation/log';
export const CSV_PATH = '/moderation/log.csv';

export const logDocument = graphql(
  `query (
    $first: Int!, $after: String, $kind: ModerationLogKind, $moderatorId: ID, $botId: ID, $from: DateTime
    $until: DateTime
  ) {
    moderationLog(
      first: $first, after: $after, kind: $kind, moderatorId: $moderatorId, botId: $botId, from: $from, until: $until
    ) {
      edges { node {
        kind decidedAt moderatorId moderatorName botId botName reason count
      } }
      pageInfo { hasNextPage endCursor }
    }
  }`,
);

type Log = NonNullable<ResultOf<typeof logDocument>['moderationLog']>;
type Decision = Log['edges'][number]['node'];
type Filter = Omit<VariablesOf<typeof logDocument>, 'first' | 'after'>;

const FIELDS = ['kind', 'moderator', 'bot', 'from', 'until'] as const;
type Typed = Readonly<Record<(typeof FIELDS)[number], string>>;

/** What the form of the page was sent with; empty for what is missing. */
export function readTyped({ searchParams }: URL): Typed {
  const values = FIELDS.map((name) => [name, searchParams.get(name)?.trim() ?? '']);
  return Object.fromEntries(values) as Typed;
}

/** What is wrong with an id that was typed. */
export function problemOf({ moderator, bot }: Typed): string | undefined {
  if (moderator !== '' && !ID.test(moderator)) return sentenceOf({ reason: 'id.ofUser', message: '' });
  return bot === '' || ID.test(bot) ? undefined : sentenceOf({ reason: 'id.ofBot', message: '' });
}

const isDay = (name: keyof Typed) => name === 'from' || name === 'until';

const ID = /^\d{17,19}$/;

/** The filter of what was typed. What is no day or kind filters nothing. */
export function filterOf({ kind, moderator, bot, from, until }: Typed): Filter {
  const idOf = (text: string) => (ID.test(text) ? text : null);
  const dayOf = (text: string, days: number) => {
    const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
    return Number.isNaN(time) ? null : new Date(time + days * DAY_MS).toISOString();
  };
  return {
    kind: Object.hasOwn(messages.moderationLog.kinds, kind) ? (kind as Decision['kind']) : null,
    moderatorId: idOf(moderator),
    botId: idOf(bot),
    from: dayOf(from, 0),
    // The last day counts.
    until: dayOf(until, 1),
  };
}

/**
 * A page of the log, with its filters. It works without scripts.
 *
 * @param style the path of the dashboard's style sheet
 */
export function LogPage(
  style: string,
  title: string,
  appealCount: number | null,
  log: Log,
  typed: Typed,
  isFirst: boolean,
): VNode {
  const labels = messages.moderationLog;
  const problem = problemOf(typed);
  const filters = Object.entries(typed).filter(([, value]) => value !== '');
  const addressOf = (path: string, ...more: [string, string][]) =>
    `${path}?${new URLSearchParams([...filters, ...more])}`;
  const { hasNextPage, endCursor } = log.pageInfo;
  return (
    <>
      <link rel="stylesheet" href={style} />
      <PageHead page="log" title={title} viewerRole="ADMIN" appealCount={appealCount} />
      <form class="flex flex-wrap gap-3 items-end mb-4" action={LOG_PATH}>
        <label class="grid gap-1 max-sm:w-full font-medium">
          {labels.kind}
          <select class="h-11 py-0" name="kind">
            <option value="">{labels.any}</option>
            {Object.entries(labels.kinds).map(([kind, word]) => (
              <option value={kind} selected={kind === typed.kind}>
                {word}
              </option>
            ))}
          </select>
        </label>
        {(['moderator', 'bot', 'from', 'until'] as const).map((name) => (
          <label class={`grid gap-1 ${isDay(name) ? 'max-sm:flex-1' : 'max-sm:w-full'} font-medium`}>
            {labels[name]}
            <input
              class="h-11 py-0"
              name={name}
              // The types of JSX cannot tell the attributes of an input whose type varies.
              type={(isDay(name) ? 'date' : 'text') as 'text'}
              value={typed[name]}
              inputmode={isDay(name) ? undefined : 'numeric'}
            />
          </label>
        ))}
        <button type="submit" class="button">
          {labels.filter}
        </button>
        <a class="button quiet" href={addressOf(CSV_PATH)} download>
          {labels.download}
        </a>
      </form>
      {problem === undefined ? null : (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {problem !== undefined ? null : log.edges.length === 0 ? (
        <p>{labels.empty}</p>
      ) : (
        <Decisions decisions={log.edges.map(({ node }) => node)} />
      )}
      <p class="flex gap-4">
        {isFirst ? null : <a href={addressOf(LOG_PATH)}>{labels.newest}</a>}
        {hasNextPage && endCursor !== null ? (
          <a href={addressOf(LOG_PATH, ['after', endCursor])}>{labels.older}</a>
        ) : null}
      </p>
    </>
  );
}

function Decisions({ decisions }: { decisions: readonly Decision[] }): VNode {
  const labels = messages.moderationLog;
  return (
    <section class="scroll" aria-label={messages.dashboard.log} tabindex={0}>
      <table>
        <thead>
          <tr>
            {[labels.time, labels.kind, labels.about, labels.by, labels.reason].map((title) => (
              <th scope="col">{title}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {decisions.map((decision) => (
            <tr>
              <td class="whitespace-nowrap">
                <Time at={decision.decidedAt} />
              </td>
              <td>
                {labels.kinds[decision.kind]}
                {decision.count > 1 ? ` (${decision.count})` : null}
              </td>
              <td>
                <bdi>{decision.botName}</bdi>
              </td>
              <td>
                <bdi>{decision.moderatorName ?? decision.moderatorId}</bdi>
              </td>
              <td class="min-w-64">{decision.reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const COLUMNS = [
  'decidedAt',
  'kind',
  'botId',
  'botName',
  'moderatorId',
  'moderatorName',
  'reason',
  'count',
] as const satisfies (keyof Decision)[];

/** A spreadsheet runs a cell that begins with one of these. An apostrophe makes it a text. */
const FORMULA = /^[=+\-@\t\r]/;

/** Writes a value as a cell of CSV (RFC 4180), which no spreadsheet takes for a formula. */
export function cellOf(value: string | number | boolean | null): string {
  const text = String(value ?? '');
  return `"${(FORMULA.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}

/** Rows of one download. Filter by time for more. */
const MAX_ROWS = 10_000;
const PAGE = 100;

/** The log as CSV, newest first, page after page while the client reads. At most ten thousand rows. */
export function csvReply(runDocument: RunDocument, request: HttpRequest, first: Log, filter: Filter): Reply {
  const load = async (after: string | null): Promise<Log | null> =>
    (await runDocument(request, logDocument, { ...filter, first: PAGE, after })).moderationLog;
  async function* lines(): AsyncGenerator<string> {
    yield `${COLUMNS.join(',')}\r\n`;
    let page: Log | null = first;
    for (let rows = 0; page; ) {
      const some: Log['edges'] = page.edges.slice(0, MAX_ROWS - rows);
      yield some.map(({ node }) => `${COLUMNS.map((name) => cellOf(node[name])).join(',')}\r\n`).join('');
      rows += some.length;
      const { hasNextPage, endCursor } = page.pageInfo;
      if (!hasNextPage) return;
      if (rows >= MAX_ROWS) {
        yield `${cellOf(messages.moderationLog.cut)}\r\n`;
        return;
      }
      page = await load(endCursor);
    }
  }
  return {
    status: 200,
    headers: {
      ...SECURITY_HEADERS,
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="moderation-log.csv"',
      'cache-control': 'private, no-store',
    },
    body: Readable.from(lines()),
  };
}
