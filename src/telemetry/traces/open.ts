import { context, propagation } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { within } from '../../lib/within.ts';
import { type CollectorWatch, createExporter, type ExporterOptions } from './exporter.ts';
import { traceOperations } from './operation-spans.ts';
import { traceRequests } from './request-spans.ts';
import { traceSender } from './sender-spans.ts';
import { recordedSpan, traceparentOf } from './span.ts';
import { traceStatements } from './statement-spans.ts';
import type { Traces } from './traces.ts';

/** Operators expect the end of a process within ten seconds. */
const CLOSE_MS = 3000;

/** See `src/config/telemetry.ts`. */
export interface TraceOptions extends ExporterOptions {
  readonly serviceName: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly sampler: keyof typeof SAMPLERS;
  readonly ratio: number;
}

const parentBased = (root: Sampler) => new ParentBasedSampler({ root });
const SAMPLERS = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio: number) => new TraceIdRatioBasedSampler(ratio),
  parentbased_always_on: () => parentBased(new AlwaysOnSampler()),
  parentbased_always_off: () => parentBased(new AlwaysOffSampler()),
  parentbased_traceidratio: (ratio: number) => parentBased(new TraceIdRatioBasedSampler(ratio)),
};

/**
 * Begins to export traces. One process has them once: the current span and the header's format are global, because
 * Temporal's interceptors read them there.
 */
export function openTraces(options: TraceOptions, watch: CollectorWatch): Traces {
  const resource = resourceFromAttributes({ ...options.attributes, 'service.name': options.serviceName });
  // Spans wait in a bounded queue. When it is full, they are dropped, and no request waits.
  const processor = new BatchSpanProcessor({
    exporter: createExporter(options, watch),
    exportTimeoutMillis: options.timeoutMs,
  });
  const sampler = SAMPLERS[options.sampler](options.ratio);
  const provider = new TracerProvider({ resource, sampler, spanProcessors: [processor] });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  const tracer = provider.getTracer('bot-listing');
  const { statements, close } = traceStatements(tracer);
  return {
    requests: (routeOf) => traceRequests(tracer, routeOf),
    operation: traceOperations(tracer),
    statements,
    sender: (sender) => traceSender(tracer, sender),
    traceparent() {
      const span = recordedSpan();
      return span && traceparentOf(span);
    },
    async workflows() {
      const { traceWorkflows } = await import('./workflow-spans.ts');
      return traceWorkflows(tracer, resource, (span) => processor.onEnd(span));
    },
    async close() {
      close();
      await within(
        provider.shutdown().catch(() => {}),
        CLOSE_MS,
        () => undefined,
      );
      context.disable();
      propagation.disable();
    },
  };
}
