import { z } from 'zod';
import { type Checks, choice, flag, integer, text, url } from './values.ts';

const level = choice(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']);

export const interfaces = z
  .object({
    graphiql: flag.default(true).describe('The GraphQL editor at `/graphql`'),
    introspection: flag
      .default(true)
      .meta({ description: 'With `false`, only admins can read the schema', isGrave: true }),
    metricsPort: integer(0, 65535)
      .optional()
      .meta({ description: 'Serves Prometheus metrics and probes on this port', example: '9464' }),
    metricsHost: text.default('127.0.0.1').describe('Address of that port'),
    buildRevision: z
      .string()
      .regex(/^[\w.-]{1,64}$/, { error: 'must be the id of a commit' })
      .optional()
      .meta({
        description: 'The commit of this code; an image has it, and a clone knows it',
        bounds: '1 to 64 letters and digits',
        example: '08957f41c5b2',
      }),
    logLevel: level.default('info').describe('Which lines are logged'),
  })
  .meta({ title: 'Interfaces and logs' });

export function checkPorts(
  { port, metricsPort }: z.output<typeof interfaces> & { readonly port: number },
  { problems }: Checks,
): void {
  if (metricsPort !== 0 && metricsPort === port) {
    problems.push(`METRICS_PORT must be another port than PORT, which is ${port}`);
  }
}

const SAMPLERS = [
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
  'always_on',
  'always_off',
  'traceidratio',
] as const;
const sampler = z
  .enum(SAMPLERS, { error: 'must be a sampler, such as parentbased_traceidratio' })
  .meta({ bounds: 'see below' });
const ratio = z
  .string()
  .regex(/^(0|1|[01]?\.\d+)$/, { error: 'must be a number from 0 to 1' })
  .transform(Number)
  .refine((share) => share <= 1, { error: 'must be a number from 0 to 1' })
  .meta({ bounds: '0 to 1' });
/** Pairs as in the header `baggage`: `name=value,name=value`, with percent-encoded values. */
const pairs = (name: RegExp) =>
  z
    .string()
    .transform((list, context) => {
      const entries = list.split(',').map((pair) => readPair(pair.trim(), name));
      if (entries.every((entry) => entry !== undefined)) return Object.fromEntries(entries);
      context.addIssue({ code: 'custom', message: 'must be a list such as name=value,other=value' });
      return z.NEVER;
    })
    .meta({ bounds: 'pairs' });

/** The names and values are those of the OpenTelemetry specification. */
export const traces = z
  .object({
    otelExporterOtlpEndpoint: url('http:', 'https:').optional().meta({
      description: 'A collector; without it nothing is traced',
      example: 'http://localhost:4318',
    }),
    otelExporterOtlpHeaders: pairs(/^[!#$%&'*+.^_`|~\w-]+$/)
      .default({})
      .meta({
        description: 'Headers for the collector',
        example: 'authorization=Bearer%20secret',
        isSecret: true,
      }),
    otelExporterOtlpProtocol: choice(['http/protobuf', 'http/json'])
      .default('http/protobuf')
      .describe('The format of spans'),
    otelExporterOtlpTimeout: integer(1, 60_000, 'ms')
      .default(10_000)
      .describe('How long the collector may take'),
    otelServiceName: text.default('bot-listing').describe('The name of the service in traces'),
    otelResourceAttributes: pairs(/^[\x21-\x7e]+$/)
      .default({})
      .meta({
        description: 'Further attributes of the service',
        example: 'deployment.environment.name=production',
      }),
    otelTracesSampler: sampler
      .default('parentbased_traceidratio')
      .meta({ description: 'Which traces are recorded', example: 'parentbased_always_on' }),
    otelTracesSamplerArg: ratio.default(0.01).meta({
      description: 'The share of traces that the samplers with a ratio record',
      example: '1',
    }),
    otelSdkDisabled: flag.optional().meta({
      description: 'With `true` nothing is traced, whatever else is set',
      example: 'false',
    }),
  })
  .meta({
    title: 'Traces',
    intro:
      'The names and values are those of OpenTelemetry. What is traced is in [operating.md](operating/watching.md#traces).',
    notes: `
- The path \`/v1/traces\` is appended to the URL of the collector. Collectors use port 4318 for this protocol.
- Pairs are separated by commas, such as \`authorization=Bearer%20abc,x-tenant=7\`. Values are percent-encoded.
- Samplers: \`always_on\`, \`always_off\` and \`traceidratio\`. With the prefix \`parentbased_\` they decide only where the
  sender of a request has not decided, which it does in the header \`traceparent\`.
- The defaults of OpenTelemetry record all traces. This service records one in a hundred, since all of them
  [cost half of the throughput](operating/watching.md#traces). \`OTEL_TRACES_SAMPLER_ARG=1\` records all.
- Anybody can send \`traceparent\`, and so have a request recorded. If that is too much for your collector, use a sampler
  without the prefix, or let your proxy remove the header.
- Set the same sampler in web processes and workers. A worker records the deliveries of recorded requests.
`,
  });

type Traces = Pick<z.output<typeof traces>, 'otelExporterOtlpEndpoint' | 'otelSdkDisabled'>;

/** Whether there is a collector for traces. */
export function isTraced<Settings extends Traces>(
  settings: Settings,
): settings is Settings & { readonly otelExporterOtlpEndpoint: string } {
  return settings.otelExporterOtlpEndpoint !== undefined && !settings.otelSdkDisabled;
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
