import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { type DatabaseStatus, isDatabaseAway, type PartStatus } from '../domain/health.ts';
import type { Identity } from '../lib/build.ts';
import { faultOf } from '../lib/log.ts';
import { requestIdHeader } from '../lib/request-id.ts';
import { within } from '../lib/within.ts';
import type { Exposition } from '../telemetry/exposition.ts';
import { replyJson } from './message/reply.ts';
import { sendReply } from './message/send.ts';
import { openPort } from './open-port.ts';

/** The state of a process for those who send requests to it. */
export interface ReadinessReport {
  readonly ready: boolean;
  /** The process is about to end. */
  readonly draining: boolean;
  readonly database: DatabaseStatus;
  /** Only in a worker, which is of no use without Temporal. */
  readonly temporal?: PartStatus;
  /** Only while all deliveries are held, as those of a copy. */
  readonly deliveries?: 'held';
  /** How many web processes serve; only where one port tells about several. */
  readonly processes?: number;
}

/** Tells whether a process should get work. */
export interface Readiness {
  /** From now on the process is not ready. */
  drain(): void;
  check(): Promise<ReadinessReport>;
}

/** The time limit of a load balancer is often a second. */
const QUICK_MS = 500;

/**
 * A web process is ready until it ends. All web processes share database and Redis: if these decided, one outage would
 * leave a load balancer without any target, and senders without the responses of the contract. So it does not wait for
 * a silent database either, and reports the state that it knows. A worker is ready while its database and Temporal
 * respond.
 *
 * @param parts.temporal given in a process that only runs deliveries
 */
export function createReadiness(parts: {
  readonly database: () => Promise<DatabaseStatus>;
  readonly temporal?: (() => Promise<PartStatus>) | undefined;
  readonly isHeld?: () => boolean;
}): Readiness {
  let draining = false;
  let known: DatabaseStatus = 'ok';
  const look = () =>
    parts.database().then((status) => {
      known = status;
      return status;
    });
  return {
    drain() {
      draining = true;
    },
    async check() {
      const [database, temporal] = await Promise.all([
        parts.temporal ? look() : within(look(), QUICK_MS, () => known),
        parts.temporal?.(),
      ]);
      // A worker that holds deliveries does not use Temporal.
      const canWork = temporal === undefined || (!isDatabaseAway(database) && temporal !== 'unavailable');
      const ready = !draining && canWork;
      return {
        ...{ ready, draining, database, ...(temporal && { temporal }) },
        ...(parts.isHeld?.() && { deliveries: 'held' as const }),
      };
    },
  };
}

const PROBE = /^\/(livez|readyz)(?:\?|$)/;
const NO_STORE = { 'cache-control': 'no-store' };

/**
 * Answers the probes of whoever runs the process. `/livez` only reports that the process runs. `/readyz` reports
 * whether the process should get requests: 200 or 503.
 *
 * @param identity is told, too; only operators learn which code runs
 * @returns whether the request was a probe
 */
export function answerProbe(
  message: IncomingMessage,
  response: ServerResponse,
  readiness: Readiness,
  identity?: Identity,
): boolean {
  const { method, url = '' } = message;
  const probe = PROBE.exec(url)?.[1];
  if (probe === undefined) return false;
  const send = (status: number, body: object, headers: Record<string, string> = NO_STORE) =>
    sendReply(message, response, replyJson(status, body, headers), requestIdHeader(status));
  if (method !== 'GET' && method !== 'HEAD') {
    send(405, { error: 'Method not allowed.' }, { allow: 'GET, HEAD' });
  } else if (probe === 'livez') send(200, { status: 'ok' });
  else {
    void readiness.check().then((report) => {
      send(report.ready ? 200 : 503, { ...report, ...identity });
    });
  }
  return true;
}

/**
 * Serves metrics and probes on a separate port for the operators. A worker has no other port.
 *
 * @throws when the port cannot be opened
 */
export async function listenForOperators(
  address: { host: string; port: number },
  { exposition, readiness, identity }: { exposition: Exposition; readiness: Readiness; identity: Identity },
  log: Logger,
  parts: AsyncDisposableStack,
): Promise<void> {
  const server = createServer(async (request, response) => {
    if (answerProbe(request, response, readiness, identity)) return;
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    try {
      const { body, contentType } = await exposition();
      response.writeHead(200, { 'content-type': contentType }).end(body);
    } catch (error) {
      log.error({ fault: faultOf(error), operation: 'metrics' }, 'A request failed.');
      response.writeHead(503).end();
    }
  });
  await openPort(server, address, parts);
}
