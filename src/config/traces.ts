import { z } from 'zod';
import type { Settings } from './settings.ts';
import { flag, integer, text, url } from './values.ts';

/** The names and values are those of the OpenTelemetry specification. */
export interface TraceConfig {
  /** Absent when no collector is set. */
  readonly traces?: {
    /** Where spans are posted to. */
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly format: 'http/protobuf' | 'http/json';
    readonly timeoutMs: number;
    readonly serviceName: string;
    /** Further attributes of the service, such as `deployment.environment.name`. */
    readonly attributes: Readonly<Record<string, string>>;
    readonly sampler: Sampler;
    /** The share of traces that the samplers with a ratio choose. */
    readonly ratio: number;
  };
}

type Sampler = (typeof SAMPLERS)[number];

const SAMPLERS = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const;
const sampler = z.string().transform((name, context): Sampler => {
  const found = SAMPLERS.find((each) => each === name);
  if (found) return found;
  context.addIssue({ code: 'custom', message: 'must be a sampler, such as parentbased_traceidratio' });
  return z.NEVER;
});
const format = z.enum(['http/protobuf', 'http/json']);
const ratio = z
  .string()
  .regex(/^(0|1|[01]?\.\d+)$/, { error: 'must be a number from 0 to 1' })
  .transform(Number)
  .refine((share) => share <= 1, { error: 'must be a number from 0 to 1' });
/** Pairs as in the header `baggage`: `name=value,name=value`, with percent-encoded values. */
const pairs = (name: RegExp) =>
  z.string().transform((list, context) => {
    const entries = list.split(',').map((pair) => readPair(pair.trim(), name));
    if (entries.every((entry) => entry !== undefined)) return Object.fromEntries(entries);
    context.addIssue({ code: 'custom', message: 'must be a list such as name=value,other=value' });
    return z.NEVER;
  });

export function readTraces({ read }: Settings): TraceConfig {
  const isOff = read('OTEL_SDK_DISABLED', flag) ?? false;
  const collector = read('OTEL_EXPORTER_OTLP_ENDPOINT', url('http:', 'https:'));
  const headers = read('OTEL_EXPORTER_OTLP_HEADERS', pairs(/^[!#$%&'*+.^_`|~\w-]+$/)) ?? {};
  const protocol = read('OTEL_EXPORTER_OTLP_PROTOCOL', format) ?? 'http/protobuf';
  const timeoutMs = read('OTEL_EXPORTER_OTLP_TIMEOUT', integer(1, 60_000)) ?? 10_000;
  const serviceName = read('OTEL_SERVICE_NAME', text) ?? 'bot-listing';
  const attributes = read('OTEL_RESOURCE_ATTRIBUTES', pairs(/^[\x21-\x7e]+$/)) ?? {};
  const chosen = read('OTEL_TRACES_SAMPLER', sampler) ?? 'parentbased_always_on';
  const share = read('OTEL_TRACES_SAMPLER_ARG', ratio) ?? 1;
  if (isOff || collector === undefined) return {};
  return {
    traces: {
      // The specification appends the path of the signal to this address.
      url: `${collector.replace(/\/+$/, '')}/v1/traces`,
      headers,
      format: protocol,
      timeoutMs,
      serviceName,
      attributes,
      sampler: chosen,
      ratio: share,
    },
  };
}

function readPair(pair: string, name: RegExp): [string, string] | undefined {
  const [key = '', ...rest] = pair.split('=');
  if (rest.length === 0 || !name.test(key.trim())) return undefined;
  try {
    const value = decodeURIComponent(rest.join('=').trim());
    return /^[\x20-\x7e]*$/.test(value) ? [key.trim(), value] : undefined;
  } catch {
    return undefined;
  }
}
