import { context, propagation, ROOT_CONTEXT, TraceFlags, type Tracer, trace } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { OpenTelemetryWorkflowClientInterceptor } from '@temporalio/interceptors-opentelemetry/lib/client/index.js';
import { TRACE_HEADER } from '@temporalio/interceptors-opentelemetry/lib/instrumentation.js';
import { OpenTelemetryActivityInboundInterceptor } from '@temporalio/interceptors-opentelemetry/lib/worker/index.js';
import type {
  OpenTelemetryWorkflowExporter,
  SerializableSpan,
} from '@temporalio/interceptors-opentelemetry/lib/workflow/definitions.js';
import type { InjectedSink } from '@temporalio/worker';
import type { WorkflowTraces } from './traces.ts';

/**
 * Makes spans with Temporal's interceptors, for workflows of recorded traces only. The interceptors pass the trace on in
 * a header. A workflow without that header runs as if they did not exist.
 *
 * @param onSpan gets the spans that workflow code has made in its sandbox
 */
export function traceWorkflows(
  tracer: Tracer,
  resource: Resource,
  onSpan: (span: ReadableSpan) => void,
): WorkflowTraces {
  const client = new OpenTelemetryWorkflowClientInterceptor({ tracer });
  const exporter: InjectedSink<OpenTelemetryWorkflowExporter> = {
    export: {
      fn({ workflowId, runId }, spans) {
        for (const span of spans)
          onSpan(readableSpan(span, resource, { temporalWorkflowId: workflowId, run_id: runId }));
      },
    },
  };
  return {
    continueTrace(traceparent, start) {
      if (traceparent === null) return start();
      return context.with(propagation.extract(ROOT_CONTEXT, { traceparent }), start);
    },
    clientInterceptor: {
      startWithDetails: (input, next) => (isSampled() ? client.startWithDetails(input, next) : next(input)),
    },
    workerOptions: {
      interceptors: {
        activity: [
          (activity) => {
            const inbound = new OpenTelemetryActivityInboundInterceptor(activity, { tracer });
            return {
              inbound: {
                execute: (input, next) =>
                  TRACE_HEADER in input.headers ? inbound.execute(input, next) : next(input),
              },
            };
          },
        ],
      },
      sinks: { exporter },
    },
  };
}

/** Whether the current span is recorded, here or in the process that handled the request. */
function isSampled(): boolean {
  const { traceFlags = TraceFlags.NONE } = trace.getSpanContext(context.active()) ?? {};
  return (traceFlags & TraceFlags.SAMPLED) !== 0;
}

/** The interceptors run on an older version of the SDK, whose spans have other names for two fields. */
function readableSpan(
  { spanContext, parentSpanId, instrumentationLibrary, attributes, ...span }: SerializableSpan,
  resource: Resource,
  more: Readonly<Record<string, string>>,
): ReadableSpan {
  const { traceState: _, ...own } = spanContext;
  return {
    ...span,
    attributes: { ...attributes, ...more },
    resource,
    instrumentationScope: instrumentationLibrary,
    spanContext: () => own,
    ...(parentSpanId !== undefined && { parentSpanContext: { ...own, spanId: parentSpanId } }),
  };
}
