import { createServer } from 'node:http';
import { listenOnLoopback } from './loopback.ts';

/** A span as OTLP writes it in JSON; `service` is the name of its resource. */
export interface CollectedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly status: { readonly code?: number; readonly message?: string };
  readonly events?: readonly object[];
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly service: unknown;
}

export interface Collector {
  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly url: string;
  /** Everything that arrived, with headers. */
  readonly requests: { readonly path: string; readonly headers: object; readonly body: Buffer }[];
  /** The status of the next responses; 200 at first. */
  status: number;
  /** All spans that have arrived, for `OTEL_EXPORTER_OTLP_PROTOCOL=http/json`. */
  spans(): CollectedSpan[];
  close(): Promise<void>;
}

/** Starts a collector of traces on loopback. It speaks OTLP over HTTP. */
export async function startCollector(): Promise<Collector> {
  const requests: Collector['requests'] = [];
  const state = { status: 200 };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    requests.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks) });
    response.writeHead(state.status, { 'content-type': 'application/json' }).end('{}');
  });
  const { origin, close } = await listenOnLoopback(server);
  return Object.assign(state, {
    url: origin,
    requests,
    spans: () => requests.flatMap(({ body }) => spansIn(JSON.parse(body.toString()) as Exported)),
    close,
  });
}

interface Pair {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}
interface Exported {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Pair[] };
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<CollectedSpan, 'attributes' | 'service'> & {
        readonly attributes: readonly Pair[];
      })[];
    }[];
  }[];
}

function spansIn({ resourceSpans }: Exported): CollectedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) =>
      spans.map((span) => ({
        ...span,
        attributes: valuesOf(span.attributes),
        service: valuesOf(resource.attributes)['service.name'],
      })),
    ),
  );
}

function valuesOf(pairs: readonly Pair[]): Record<string, unknown> {
  return Object.fromEntries(pairs.map(({ key, value }) => [key, Object.values(value)[0]]));
}
