import {
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { ExecutionResult } from 'graphql';
import type { AroundOperation } from '../../documents/compiled.ts';
import { requestId } from '../../lib/request-id.ts';
import type { ProbeOutcome, ReadOutcome, Sender, SendOutcome } from '../../net/sender.ts';
import { isEventStream, knownMethod } from '../http-metrics.ts';
import type { TraceRequest } from './traces.ts';

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

/** Makes a span for each GraphQL operation. Documents and variables are not exported, nor names of other clients. */
export function traceOperations(tracer: Tracer): AroundOperation {
  return (name, execute) => {
    if (!recordedSpan()) return execute();
    const span = tracer.startSpan(name === undefined ? 'GraphQL' : `GraphQL ${name}`);
    if (name !== undefined) span.setAttribute('graphql.operation.name', name);
    const end = (result: ExecutionResult) => {
      const [error] = result.errors ?? [];
      if (error) fail(span, errorType(error.originalError ?? error));
      span.end();
      return result;
    };
    const result = context.with(trace.setSpan(context.active(), span), execute);
    return result instanceof Promise ? result.then(end) : end(result);
  };
}

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

/**
 * Makes a span for each request to another server: host, status and duration, but no path, query or resolved address.
 *
 * Only a POST, which is a delivery, carries the header `traceparent`. The chat platform and the captcha's provider are
 * not the operator's, nor the owner's.
 */
export function traceSender(tracer: Tracer, sender: Sender): Sender {
  async function traced<Outcome extends SendOutcome | ReadOutcome | ProbeOutcome>(
    method: string,
    address: string,
    send: (headers: Record<string, string>) => Promise<Outcome>,
  ): Promise<Outcome> {
    if (!recordedSpan()) return send({});
    const url = URL.canParse(address) ? new URL(address) : undefined;
    const attributes = {
      'http.request.method': method,
      ...(url && {
        'server.address': url.hostname,
        'server.port': Number(url.port) || (url.protocol === 'https:' ? 443 : 80),
        'url.scheme': url.protocol.slice(0, -1),
      }),
    };
    const span = tracer.startSpan(method, { kind: SpanKind.CLIENT, attributes });
    try {
      const outcome = await context.with(trace.setSpan(context.active(), span), () =>
        send({ traceparent: traceparentOf(span) }),
      );
      if (outcome.kind === 'failure') {
        fail(span, outcome.reason);
      } else {
        span.setAttribute('http.response.status_code', outcome.status);
        if (outcome.status >= 400) fail(span, String(outcome.status));
      }
      return outcome;
    } catch (error) {
      fail(span, error);
      throw error;
    } finally {
      span.end();
    }
  }

  return {
    ...sender,
    post: (request) =>
      traced('POST', request.url, (headers) =>
        sender.post({ ...request, headers: { ...request.headers, ...headers } }),
      ),
    probe: (request) => traced('GET', request.url, () => sender.probe(request)),
    read: (request) => traced(request.method ?? 'GET', request.url, () => sender.read(request)),
  };
}
