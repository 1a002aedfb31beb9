import { context, SpanKind, type Tracer, trace } from '@opentelemetry/api';
import type { ProbeOutcome, ReadOutcome, Sender, SendOutcome } from '../../net/sender.ts';
import { fail, recordedSpan, traceparentOf } from './span.ts';

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
