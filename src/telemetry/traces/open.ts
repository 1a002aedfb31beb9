import { AsyncLocalStorage } from 'node:async_hooks';
import { context, propagation } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type ReadableSpan,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { Identity } from '../../lib/build.ts';
import { orNothing } from '../../lib/within.ts';
import { recordedSpan, traceOperations, traceparentOf, traceRequests, traceSender } from './spans.ts';
import { traceStatements } from './statement-spans.ts';
import type { Traces } from './traces.ts';

/** Operators expect the end of a process within ten seconds. */
const CLOSE_MS = 3000;

/** The settings; see `src/config/telemetry.ts`. */
export interface TraceOptions {
  readonly otelExporterOtlpEndpoint: string;
  readonly otelExporterOtlpHeaders: Readonly<Record<string, string>>;
  readonly otelExporterOtlpProtocol: 'http/protobuf' | 'http/json';
  readonly otelExporterOtlpTimeout: number;
  readonly otelServiceName: string;
  readonly otelResourceAttributes: Readonly<Record<string, string>>;
  readonly otelTracesSampler: keyof typeof SAMPLERS;
  readonly otelTracesSamplerArg: number;
}

/** Learns whether the collector takes spans. */
interface CollectorWatch {
  /** Spans are lost. It is called once, until the collector is back. */
  readonly onAway: (error: unknown) => void;
  readonly onBack: () => void;
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
export function openTraces(
  options: TraceOptions,
  { version, instance }: Identity,
  watch: CollectorWatch,
): Traces {
  const resource = resourceFromAttributes({
    'service.version': version,
    'service.instance.id': instance,
    ...options.otelResourceAttributes,
    'service.name': options.otelServiceName,
  });
  // Spans wait in a bounded queue. When it is full, they are dropped, and no request waits.
  const processor = new BatchSpanProcessor({
    exporter: createExporter(options, watch),
    exportTimeoutMillis: options.otelExporterOtlpTimeout,
  });
  const sampler = SAMPLERS[options.otelTracesSampler](options.otelTracesSamplerArg);
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
      await orNothing(provider.shutdown(), CLOSE_MS);
      context.disable();
      propagation.disable();
    },
  };
}

/** Makes an exporter for a collector. It exports no texts of errors. */
function createExporter(options: TraceOptions, watch: CollectorWatch): SpanExporter {
  const Exporter = options.otelExporterOtlpProtocol === 'http/json' ? JsonExporter : ProtobufExporter;
  const exporter = new Exporter({
    // The specification appends the path of the signal to the collector's address.
    url: `${options.otelExporterOtlpEndpoint.replace(/\/+$/, '')}/v1/traces`,
    headers: { ...options.otelExporterOtlpHeaders },
    timeoutMillis: options.otelExporterOtlpTimeout,
  });
  // Exports begin in the context of any request, which must not lend its id to these lines of the log.
  const onAway = AsyncLocalStorage.bind(watch.onAway);
  const onBack = AsyncLocalStorage.bind(watch.onBack);
  let isAway = false;
  return {
    export(spans, done) {
      exporter.export(spans.map(withoutTexts), (result) => {
        const failed = result.code !== ExportResultCode.SUCCESS;
        if (failed !== isAway) failed ? onAway(result.error) : onBack();
        isAway = failed;
        done(result);
      });
    },
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
}

/** Temporal's interceptors record messages and stacks of errors, which may contain values. Their classes stay. */
function withoutTexts(span: ReadableSpan): ReadableSpan {
  if (span.events.length === 0 && span.status.message === undefined) return span;
  const events = span.events.map(({ name, time, attributes }) => ({
    name,
    time,
    attributes: { 'exception.type': attributes?.['exception.type'] ?? 'Error' },
  }));
  return Object.create(span, { events: { value: events }, status: { value: { code: span.status.code } } });
}
