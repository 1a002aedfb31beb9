import type { IncomingMessage, ServerResponse } from 'node:http';
import type { WorkflowClientInterceptor } from '@temporalio/client';
import type { WorkerOptions } from '@temporalio/worker';
import type { StatementWatch } from '../../db/statement-times.ts';
import type { AroundOperation } from '../../documents/compiled.ts';
import type { Sender } from '../../net/sender.ts';

/*
 * What makes spans. This file imports types only: a process without a collector loads nothing of OpenTelemetry.
 * Whatever is not part of a recorded trace has no span, so that background work makes none.
 */

/** Runs the work of a request in its span, which ends with the response. */
export type TraceRequest = <Result>(
  message: IncomingMessage,
  response: ServerResponse,
  work: () => Result,
) => Result;

export interface Traces {
  /** @param routeOf returns the pattern of a request target, such as `/bot/:botId` */
  readonly requests: (routeOf: (url: string) => string) => TraceRequest;
  readonly operation: AroundOperation;
  readonly statements: (pool: string) => StatementWatch;
  /** Makes a sender with a span for each request. A POST carries it in the header `traceparent`. */
  readonly sender: (sender: Sender) => Sender;
  /** The current span, as in the header `traceparent`. Undefined when it is not recorded. */
  readonly traceparent: () => string | undefined;
  /** Loads what workflows need. Call it only in a process that runs them. */
  readonly workflows: () => Promise<WorkflowTraces>;
  /** Sends what is left to the collector, for at most three seconds. */
  close(): Promise<void>;
}

/** Spans of workflows and activities. The bundle of the workflow code must have `src/workflows/trace-interceptors.ts`. */
export interface WorkflowTraces {
  /** Starts a workflow as a part of the trace in which its delivery was made. Without one, there are no spans. */
  readonly continueTrace: <Result>(traceparent: string | null, start: () => Result) => Result;
  readonly clientInterceptor: WorkflowClientInterceptor;
  readonly workerOptions: Pick<WorkerOptions, 'interceptors' | 'sinks'>;
}
