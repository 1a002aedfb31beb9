import type { IncomingMessage, ServerResponse } from 'node:http';
import { Gauge, Histogram, type Registry } from 'prom-client';

/** In seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'OPTIONS']);
/** The client disconnected before the response was complete. It is nginx's number for this. */
const CLIENT_GONE = 499;

/** The method of a request, or `_OTHER` for one that nobody should send: there must be few names. */
export function knownMethod(method = ''): string {
  return METHODS.has(method) ? method : '_OTHER';
}

const STREAM_PATH = /^\/api\/v1\/bots\/\d+\/votes\/stream\/?(?:\?|$)/;

/** Whether a request asks for an event stream, which stays open for hours. REST has one that needs no `Accept`. */
export function isEventStream({ headers, url = '' }: IncomingMessage): boolean {
  return headers.accept?.includes('text/event-stream') || STREAM_PATH.test(url);
}

/** Measures one response, from now until it is sent or its client has disconnected. */
export type MeasureResponse = (message: IncomingMessage, response: ServerResponse) => void;

/**
 * Makes the metrics of responses, by method, route and status. Names follow the semantic conventions of OpenTelemetry.
 *
 * @param routeOf returns the pattern of a request target, such as `/bot/:botId`, so that there are few series
 */
export function createHttpMetrics(registry: Registry, routeOf: (url: string) => string): MeasureResponse {
  const registers = [registry];
  const seconds = new Histogram({
    name: 'http_server_request_duration_seconds',
    help: 'Time from the headers of a request to the end of its response. Event streams are left out.',
    labelNames: ['http_request_method', 'http_route', 'http_response_status_code'],
    buckets: BUCKETS,
    registers,
  });
  const active = new Gauge({
    name: 'http_server_active_requests',
    help: 'Requests without a complete response, event streams included.',
    registers,
  });
  const streams = new Gauge({
    name: 'http_server_event_streams',
    help: 'Open event streams, such as the live deliveries of the dashboard.',
    registers,
  });

  return (message, response) => {
    const since = performance.now();
    const isStream = isEventStream(message);
    active.inc();
    if (isStream) streams.inc();
    response.on('close', () => {
      active.dec();
      if (isStream) return streams.dec();
      const labels = {
        http_request_method: knownMethod(message.method),
        http_route: routeOf(message.url ?? ''),
        http_response_status_code: response.writableFinished ? response.statusCode : CLIENT_GONE,
      };
      seconds.observe(labels, (performance.now() - since) / 1000);
    });
  };
}
