import { context, propagation, ROOT_CONTEXT, SpanKind, type Tracer, trace } from '@opentelemetry/api';
import { isEventStream, knownMethod } from '../http-metrics.ts';
import { requestId } from '../request-id.ts';
import { fail } from './span.ts';
import type { TraceRequest } from './traces.ts';

/**
 * Makes a span for each response, as the semantic conventions of HTTP servers say. It has the pattern of the path
 * instead of the path, and no query, address or header: those may be secret or about a person.
 *
 * @param routeOf returns the pattern of a request target
 */
export function traceRequests(tracer: Tracer, routeOf: (url: string) => string): TraceRequest {
  return (message, response, work) => {
    if (isEventStream(message)) return work();
    const method = knownMethod(message.method);
    const parent = propagation.extract(ROOT_CONTEXT, message.headers);
    const attributes = { 'http.request.method': method };
    const span = tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
    if (!span.isRecording()) return work();
    // Somebody who has the id of an error response can find the trace with it.
    span.setAttribute('http.request.id', requestId() ?? '');
    response.on('close', () => {
      const route = routeOf(message.url ?? '');
      span.updateName(`${method} ${route}`);
      span.setAttribute('http.route', route);
      if (response.headersSent) span.setAttribute('http.response.status_code', response.statusCode);
      if (!response.writableFinished) fail(span, 'client_disconnected');
      else if (response.statusCode >= 500) fail(span, String(response.statusCode));
      span.end();
    });
    return context.with(trace.setSpan(ROOT_CONTEXT, span), work);
  };
}
