import { TRACE_HEADER } from '@temporalio/interceptors-opentelemetry/lib/instrumentation.js';
import {
  OpenTelemetryInboundInterceptor,
  OpenTelemetryInternalsInterceptor,
  OpenTelemetryOutboundInterceptor,
} from '@temporalio/interceptors-opentelemetry/lib/workflow/index.js';
import type { WorkflowInterceptorsFactory } from '@temporalio/workflow';

/**
 * Makes spans of a workflow that was started within a sampled trace, and passes its trace on to activities. The start
 * has a header then, which is part of the history, so a replay decides the same. All other workflows run as without
 * these interceptors, which the bundle has only in a process that exports traces.
 */
export const interceptors: WorkflowInterceptorsFactory = () => {
  const inbound = new OpenTelemetryInboundInterceptor();
  const outbound = new OpenTelemetryOutboundInterceptor();
  let isTraced = false;
  return {
    inbound: [
      {
        execute(input, next) {
          isTraced = TRACE_HEADER in input.headers;
          return isTraced ? inbound.execute(input, next) : next(input);
        },
      },
    ],
    outbound: [
      {
        scheduleActivity: (input, next) => (isTraced ? outbound.scheduleActivity(input, next) : next(input)),
        scheduleLocalActivity: (input, next) =>
          isTraced ? outbound.scheduleLocalActivity(input, next) : next(input),
      },
    ],
    internals: [new OpenTelemetryInternalsInterceptor()],
  };
};
