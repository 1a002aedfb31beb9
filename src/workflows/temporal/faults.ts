import type { Logger } from 'pino';
import { causesOf } from '../../lib/causes.ts';
import { faultOf } from '../../lib/log.ts';

// Status codes of gRPC, as Temporal uses them.
const CANCELLED = 1;
const INVALID_ARGUMENT = 3;
const DEADLINE_EXCEEDED = 4;
const NOT_FOUND = 5;
const ALREADY_EXISTS = 6;
const PERMISSION_DENIED = 7;
const UNIMPLEMENTED = 12;
const UNAVAILABLE = 14;
const UNAUTHENTICATED = 16;

/** @returns the gRPC status of an error; undefined for any other error */
function statusOf(error: unknown): number | undefined {
  return causesOf(error)
    .map((each): unknown => Reflect.get(each, 'code'))
    .find((code) => typeof code === 'number');
}

const has =
  (...statuses: number[]) =>
  (error: unknown) =>
    statuses.includes(statusOf(error) ?? -1);

export const isInvalid = has(INVALID_ARGUMENT);
export const isThereAlready = has(ALREADY_EXISTS);
/** This service has no permission, or the server lacks the call, as some servers and gateways do. */
export const isNotAllowed = has(PERMISSION_DENIED, UNAUTHENTICATED, UNIMPLEMENTED);
const isAway = has(CANCELLED, DEADLINE_EXCEEDED, UNAVAILABLE);

/** The shortest time between two log lines about the same fault. */
export const TOLD_AGAIN_MS = 60_000;

export interface Outage {
  /** @returns undefined when the work failed */
  watch<Result>(work: Promise<Result>): Promise<Result | undefined>;
  /** @param sentence replaces the usual log line */
  failed(error: unknown, sentence?: string): void;
  /** @returns whether it logged the end of an outage */
  worked(): boolean;
}

/**
 * Logs an outage: one line when something begins to fail, one when it fails in another way, and one when it works
 * again, with the number of failures.
 *
 * @param sentences.isToldElsewhere says for which errors another outage writes the line
 * @param monotonicMs a monotonic clock, in milliseconds
 */
export function createOutage(
  log: Logger,
  sentences: {
    readonly away: string;
    readonly back: string;
    readonly isToldElsewhere?: (error: unknown) => boolean;
  },
  monotonicMs = () => performance.now(),
): Outage {
  let told: string | undefined;
  let toldAt = Number.NEGATIVE_INFINITY;
  let failures = 0;

  const outage: Outage = {
    failed(error, sentence = sentences.away) {
      if (sentences.isToldElsewhere?.(error)) return;
      failures += 1;
      if (told === sentence || monotonicMs() - toldAt < TOLD_AGAIN_MS) return;
      log.warn({ fault: faultOf(error) }, sentence);
      told = sentence;
      toldAt = monotonicMs();
    },
    worked() {
      const isOver = told !== undefined;
      if (isOver) log.info({ failures }, sentences.back);
      told = undefined;
      failures = 0;
      return isOver;
    },
    async watch(work) {
      try {
        const result = await work;
        outage.worked();
        return result;
      } catch (error) {
        outage.failed(error);
        return undefined;
      }
    },
  };
  return outage;
}

export const RUNNING = 'Deliveries run: Temporal is there.';

/** Logs when Temporal is away and when it is back. */
export function createTemporalOutage(log: Logger): Outage {
  return createOutage(log, {
    away: 'Temporal does not respond. Until that changes, deliveries wait in the database.',
    back: RUNNING,
  });
}

/** Logs failures of work with Temporal other than its absence, which {@link createTemporalOutage} logs. */
export function createWorkOutage(log: Logger, sentences: { away: string; back: string }): Outage {
  return createOutage(log, { ...sentences, isToldElsewhere: isAway });
}

/** @returns why Temporal cannot be used and what to do about it, in one or two sentences */
export function explainTemporal(error: unknown, namespace: string): string {
  const status = statusOf(error) ?? statusInText(error);
  if (status === NOT_FOUND) {
    return (
      `Temporal has no namespace "${namespace}": make it ` +
      `(temporal operator namespace create --namespace ${namespace}), or name another in TEMPORAL_NAMESPACE.`
    );
  }
  if (status === PERMISSION_DENIED) {
    return (
      `Temporal does not permit this service to use the namespace "${namespace}": check TEMPORAL_NAMESPACE ` +
      'and the permissions of TEMPORAL_API_KEY or the client certificate.'
    );
  }
  if (status === UNAUTHENTICATED) {
    return (
      'Temporal does not accept the credentials of this service: ' +
      'check TEMPORAL_API_KEY or the client certificate (TEMPORAL_TLS_CLIENT_CERT_PATH).'
    );
  }
  const text = textOf(error);
  if (/ConnectError.*InvalidData/.test(text)) {
    return (
      'The TLS connection to Temporal fails: ' +
      'check TEMPORAL_TLS, TEMPORAL_TLS_SERVER_CA_CERT_PATH and TEMPORAL_TLS_SERVER_NAME.'
    );
  }
  if (/BrokenPipe/.test(text)) {
    return 'Temporal closes the connection: it may want TLS (TEMPORAL_TLS=true).';
  }
  return 'Temporal does not respond.';
}

/** The SDK's native part gives the reason as text when it cannot connect. */
function statusInText(error: unknown): number | undefined {
  const code = /code: '([^']+)'/.exec(textOf(error))?.[1] ?? '';
  if (code.includes('does not have permission')) return PERMISSION_DENIED;
  return code.includes('authentication credentials') ? UNAUTHENTICATED : undefined;
}

function textOf(error: unknown): string {
  return error instanceof Error ? `${error.message} ${error.cause ? textOf(error.cause) : ''}` : '';
}
