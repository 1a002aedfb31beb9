import { type ExecutionResult, GraphQLError } from 'graphql';
import { Counter, collectDefaultMetrics, Histogram, type Registry } from 'prom-client';
import type { StatementEnd, StatementWatch } from '../db/statement-times.ts';
import type { AroundOperation } from '../documents/compiled.ts';
import { DomainError } from '../domain/kernel/errors.ts';
import type { OnVote } from '../domain/vote/cast.ts';
import type { OnDecision } from '../limits/rate-limit.ts';
import { createHttpMetrics, type MeasureResponse } from './http-metrics.ts';
import type { Traces } from './traces/traces.ts';

/** What measures the work of a process. */
export interface Measures {
  /** @param routeOf returns the pattern of a request target, such as `/bot/:botId` */
  readonly responses: (routeOf: (url: string) => string) => MeasureResponse;
  readonly operation: AroundOperation;
  readonly statements: (pool: string) => StatementWatch;
  readonly decision: OnDecision;
  readonly vote: OnVote;
}

/** What looks at the work of a process: metrics, traces, both or nothing. A hook that nobody needs is absent. */
export type Watches = Partial<Pick<Measures, 'operation' | 'statements'>>;

/** In seconds. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/**
 * Makes the metrics of this process: CPU, memory, event loop and garbage collection, and of its requests and
 * statements. They cost a few microseconds per request, so only a process with a metrics port has them.
 */
export function createMeasures(registry: Registry): Measures {
  collectDefaultMetrics({ register: registry });
  return {
    responses: (routeOf) => createHttpMetrics(registry, routeOf),
    operation: measureOperations(registry),
    statements: measureStatements(registry),
    decision: countDecisions(registry),
    vote: countVotes(registry),
  };
}

/** Joins the hooks that metrics and traces share. */
export function joinWatches(measures: Measures | undefined, traces: Traces | undefined): Watches {
  if (!measures || !traces) return measures ?? traces ?? {};
  return {
    operation: (name, execute) => measures.operation(name, () => traces.operation(name, execute)),
    statements: (pool) => {
      const watches = [measures.statements(pool), traces.statements(pool)];
      return (readText) => {
        const ends = watches.map((begin) => begin(readText));
        return (...end) => {
          for (const each of ends) each(...end);
        };
      };
    },
  };
}

/** Measures GraphQL operations. Operations of other clients share one series: their names are unlimited. */
function measureOperations(registry: Registry): AroundOperation {
  const seconds = new Histogram({
    name: 'graphql_operation_duration_seconds',
    help: 'Time to execute a GraphQL operation, by name ("other": not of the service) and outcome (ok, refused, fault).',
    labelNames: ['operation', 'outcome'],
    buckets: BUCKETS,
    registers: [registry],
  });
  return (operation = 'other', execute) => {
    const startedAt = performance.now();
    const end = (result: ExecutionResult) => {
      seconds.observe({ operation, outcome: outcomeOf(result) }, (performance.now() - startedAt) / 1000);
      return result;
    };
    const result = execute();
    return result instanceof Promise ? result.then(end) : end(result);
  };
}

/**
 * The outcome of a GraphQL operation: `ok`, `refused` (the sender's mistake or limit), or `fault` (the service's own).
 * HTTP does not show it: a response with errors has the status 200, and most refusals are data.
 */
function outcomeOf({ data, errors }: ExecutionResult): 'ok' | 'refused' | 'fault' {
  if (errors?.some(isFault)) return 'fault';
  if (errors) return 'refused';
  // Of all types, only refusals have a code.
  const isRefused = Object.values(data ?? {}).some(
    (value) => typeof value === 'object' && value !== null && 'code' in value,
  );
  return isRefused ? 'refused' : 'ok';
}

/** Without an original error, the libraries refused the document or its variables. */
function isFault({ originalError }: GraphQLError): boolean {
  return (
    originalError != null &&
    !(originalError instanceof DomainError) &&
    !(originalError instanceof GraphQLError)
  );
}

/** Measures SQL statements, by pool. Names follow the semantic conventions of OpenTelemetry. */
function measureStatements(registry: Registry): (pool: string) => StatementWatch {
  const registers = [registry];
  const buckets = [...BUCKETS, 10];
  const took = new Histogram({
    name: 'db_client_operation_duration_seconds',
    help: 'Time from sending a statement to its result, by pool of connections.',
    labelNames: ['pool', 'outcome'],
    buckets,
    registers,
  });
  const waited = new Histogram({
    name: 'db_client_connection_wait_time_seconds',
    help: 'Time that a statement waited for a connection, by pool.',
    labelNames: ['pool'],
    buckets,
    registers,
  });
  return (pool) => {
    const end: StatementEnd = (waitedMs, tookMs, failure) => {
      if (waitedMs !== undefined) waited.observe({ pool }, waitedMs / 1000);
      took.observe({ pool, outcome: failure === undefined ? 'ok' : 'error' }, tookMs / 1000);
    };
    return () => end;
  };
}

/** Counts the decisions of rate limits, by budget. */
function countDecisions(registry: Registry): OnDecision {
  const decisions = new Counter({
    name: 'rate_limit_decisions_total',
    help: 'Requests that a rate limit admitted, refused, or let pass because its store was down, by budget.',
    labelNames: ['budget', 'decision'],
    registers: [registry],
  });
  return (budget, decision) => decisions.inc({ budget, decision });
}

/** Counts votes by outcome. The reason of a refusal is its code, of which there are few. */
function countVotes(registry: Registry): OnVote {
  const votes = new Counter({
    name: 'votes_total',
    help: 'Votes that were accepted, refused (by code of the refusal), or failed because of a fault of the service.',
    labelNames: ['outcome', 'reason'],
    registers: [registry],
  });
  // A series that begins at its first failure would hide that failure from rates.
  for (const outcome of ['accepted', 'failed']) votes.inc({ outcome, reason: '' }, 0);
  return (outcome) => {
    if (outcome === 'accepted' || outcome === 'failed') votes.inc({ outcome, reason: '' });
    else votes.inc({ outcome: 'refused', reason: outcome });
  };
}
