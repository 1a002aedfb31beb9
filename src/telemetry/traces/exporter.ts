import { AsyncLocalStorage } from 'node:async_hooks';
import { ExportResultCode } from '@opentelemetry/core';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';

/** Learns whether the collector takes spans. */
export interface CollectorWatch {
  /** Spans are lost. It is called once, until the collector is back. */
  readonly onAway: (error: unknown) => void;
  readonly onBack: () => void;
}

export interface ExporterOptions {
  /** Where spans are posted to. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly format: 'http/protobuf' | 'http/json';
  /** How long the collector may take. */
  readonly timeoutMs: number;
}

/** Makes an exporter for a collector. It exports no texts of errors. */
export function createExporter(
  { url, headers, format, timeoutMs }: ExporterOptions,
  watch: CollectorWatch,
): SpanExporter {
  const Exporter = format === 'http/json' ? JsonExporter : ProtobufExporter;
  const exporter = new Exporter({ url, headers: { ...headers }, timeoutMillis: timeoutMs });
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
