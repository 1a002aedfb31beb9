import { type Context, context, type Span, SpanStatusCode, trace } from '@opentelemetry/api';

/** The span of a context, if it is recorded and has not ended. */
export function recordedSpan(of: Context = context.active()): Span | undefined {
  const span = trace.getSpan(of);
  return span?.isRecording() ? span : undefined;
}

/** Writes a span like the header `traceparent` of W3C Trace Context. */
export function traceparentOf(span: Span): string {
  const { traceId, spanId } = span.spanContext();
  return `00-${traceId}-${spanId}-01`;
}

/** Marks a span as failed. Texts of errors may contain values, so only a code or a class is exported. */
export function fail(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR });
  span.setAttribute('error.type', typeof error === 'string' ? error : errorType(error));
}

/** @returns the code of an error, or the name of its class */
export function errorType(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code: unknown = Reflect.get(error, 'code');
  return typeof code === 'string' && /^\w{1,64}$/.test(code) ? code : error.constructor.name;
}
