import { collectDefaultMetrics, type Registry } from 'prom-client';
import type { StatementWatch } from '../db/statement-times.ts';
import type { AroundOperation } from '../documents/compiled.ts';
import type { OnVote } from '../domain/vote/cast.ts';
import type { OnDecision } from '../limits/rate-limit.ts';
import { createDatabaseMetrics } from './database-metrics.ts';
import { createGraphQLMetrics } from './graphql-metrics.ts';
import { createHttpMetrics, type MeasureResponse } from './http-metrics.ts';
import { createLimitMetrics } from './limit-metrics.ts';
import { createVoteMetrics } from './vote-metrics.ts';

/** What measures the work of a process. */
export interface Measures {
  /** @param routeOf returns the pattern of a request target, such as `/bot/:botId` */
  readonly responses: (routeOf: (url: string) => string) => MeasureResponse;
  readonly operation: AroundOperation;
  readonly statements: (pool: string) => StatementWatch;
  readonly decision: OnDecision;
  readonly vote: OnVote;
}

/**
 * Makes the metrics of this process: CPU, memory, event loop and garbage collection, and of its requests and
 * statements. They cost a few microseconds per request, so only a process with a metrics port has them.
 */
export function createMeasures(registry: Registry): Measures {
  collectDefaultMetrics({ register: registry });
  return {
    responses: (routeOf) => createHttpMetrics(registry, routeOf),
    operation: createGraphQLMetrics(registry),
    statements: createDatabaseMetrics(registry),
    decision: createLimitMetrics(registry),
    vote: createVoteMetrics(registry),
  };
}
