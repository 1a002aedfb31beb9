import { AsyncLocalStorage } from 'node:async_hooks';
import { type Context, context, SpanKind, type Tracer } from '@opentelemetry/api';
import type { StatementEnd, StatementWatch } from '../../db/statement-times.ts';
import { type SharedCall, sharedCalls, sharedStatements } from '../../domain/kernel/batch.ts';
import { fail, recordedSpan } from './spans.ts';

/** Its caller is the list of recorded contexts that wait for it. */
type Call = SharedCall & { caller?: readonly Context[] };

const nothing: StatementEnd = () => {};

/**
 * Makes a span for each SQL statement, from the time when it is queued. A statement that serves several requests has a
 * span in the trace of each of them: otherwise a recorded request would often show no statement, because one that is
 * not recorded has begun it.
 *
 * @returns `close` ends the look at shared statements
 */
export function traceStatements(tracer: Tracer): {
  readonly statements: (pool: string) => StatementWatch;
  close(): void;
} {
  const served = new AsyncLocalStorage<readonly Call[]>();
  // One request may call several times.
  const parentsOf = (calls: readonly Call[]) => new Set(calls.flatMap(({ caller }) => caller ?? []));
  /** The recorded contexts for which the current code works. A shared statement may wait for another one. */
  function parents(): Iterable<Context> {
    const calls = served.getStore();
    if (calls) return parentsOf(calls);
    const active = context.active();
    return recordedSpan(active) ? [active] : [];
  }
  const note = (call: unknown) => {
    const found = [...parents()];
    if (found.length > 0) (call as Call).caller = found;
  };
  sharedCalls.subscribe(note);
  sharedStatements.bindStore(served, (calls) => calls as readonly Call[]);

  return {
    statements: (pool) => (readText) => {
      const all = [...parents()];
      if (all.length === 0) return nothing;
      const calls = served.getStore()?.length ?? 1;
      const summary = summarize(readText());
      const attributes = {
        'db.system.name': 'postgresql',
        'db.query.summary': summary,
        'db.client.connection.pool.name': pool,
        ...(calls > 1 && { 'db.operation.batch.size': calls }),
      };
      const spans = all.map((parent) =>
        tracer.startSpan(summary, { kind: SpanKind.CLIENT, attributes }, parent),
      );
      return (waitedMs, _tookMs, failure) => {
        for (const span of spans) {
          if (waitedMs !== undefined) span.setAttribute('db.client.connection.wait_ms', waitedMs);
          if (failure !== undefined) fail(span, failure);
          span.end();
        }
      };
    },
    close() {
      sharedCalls.unsubscribe(note);
      sharedStatements.unbindStore(served);
    },
  };
}

const WRITES = /\b(insert into|update|delete from)\s+(?:only\s+)?"?([a-z_][\w.]*)"?/g;
const READS = /\b(from|join)\s+"?([a-z_][\w.]*)"?(?!\w|\s*\()/g;
/** After `update`, these words are no tables: `on conflict do update set`, `for update of`. */
const NO_TABLES = new Set(['set', 'of', 'skip', 'nowait', 'lateral', 'unnest', 'only']);
/** A statement that writes several tables is named after the first ones. */
const MOST = 3;

/**
 * Names a statement after what it does, such as `insert votes, update bot_stats` or `select bots`. The name has no other
 * text of the statement, so it has no values.
 *
 * @param text the statement
 */
export function summarize(text: string): string {
  const lower = text.toLowerCase().replace(/"/g, '');
  const writes = namesIn(lower, WRITES).map(([verb, table]) => `${verb.split(' ')[0]} ${table}`);
  if (writes.length > 0) return [...new Set(writes)].slice(0, MOST).join(', ');
  const [word = 'statement'] = /[a-z]+/.exec(lower) ?? [];
  const [read] = namesIn(lower, READS);
  return read ? `select ${read[1]}` : word;
}

function namesIn(text: string, pattern: RegExp): (readonly [verb: string, table: string])[] {
  return [...text.matchAll(pattern)].flatMap(([, verb = '', table = '']) =>
    NO_TABLES.has(table) ? [] : [[verb, table] as const],
  );
}
