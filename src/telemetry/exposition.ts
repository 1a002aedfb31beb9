import { Counter, Gauge, Registry } from 'prom-client';
import type { WebhookHold } from '../db/delivery-tables.ts';
import type { ReplicaState } from '../db/replicas.ts';
import { type Backlog, measureBacklog } from '../domain/delivery/claim.ts';
import { measureHeld } from '../domain/delivery/release.ts';
import { measureReplays } from '../domain/delivery/replay.ts';
import { isDatabaseAway, type PartStatus, type WithHealth } from '../domain/health.ts';
import { type Job, measureLateness } from '../domain/kernel/job.ts';
import type { WithClock, WithDatabase } from '../domain/kernel/needs.ts';
import type { Identity } from '../lib/build.ts';
import { orNothing } from '../lib/within.ts';

/** Scrapers usually wait ten seconds. */
const TIMEOUT_MS = 3000;

/** What a scrape reads. */
export interface ExpositionOptions {
  /** The metrics of this process. */
  readonly registry: Registry;
  readonly services: WithDatabase & WithClock & Pick<WithHealth, 'isHeld' | 'databaseStatus' | 'lacksWorker'>;
  /** The states of the other servers. A server that this process does not use has no metric. */
  readonly partStatus: () => Promise<Readonly<Record<'temporal' | 'redis', PartStatus>>>;
  /** Whether `/readyz` reports that the process should get work. */
  readonly isReady: () => Promise<boolean>;
  /** By how many milliseconds this machine's clock is ahead of the database's. */
  readonly clockAheadMs: () => number;
  /** The regular work that workers do. */
  readonly jobs: () => readonly Job[];
  /** Reads the metrics of Temporal's SDK, in the same format. Absent in a process that does not run it. */
  readonly sdkMetrics?: (() => Promise<string>) | undefined;
}

/** Metrics in the Prometheus text format. */
export type Exposition = () => Promise<{ readonly body: string; readonly contentType: string }>;

/**
 * Makes the text that scrapers read: the metrics of this process. Counters belong to this process. The backlog is the
 * same in all processes: each scrape reads it from the database. It is left out while the database does not respond, and
 * so are the metrics of the SDK when they cannot be read.
 */
export function createExposition({
  registry,
  services,
  partStatus,
  isReady,
  clockAheadMs,
  jobs,
  sdkMetrics,
}: ExpositionOptions): Exposition {
  const ofDatabase = new Registry();
  const own = createGauges(registry);
  const shared = createDatabaseGauges(ofDatabase);
  return async () => {
    const [backlog, held, replays, lacksWorker, status, sdk, parts, ready, late] = await Promise.all([
      inTime(measureBacklog(services)),
      inTime(measureHeld(services)),
      inTime(measureReplays(services)),
      services.isHeld() ? false : inTime(services.lacksWorker()),
      inTime(services.databaseStatus()),
      sdkMetrics && inTime(sdkMetrics()),
      inTime(partStatus()),
      inTime(isReady()),
      inTime(measureLateness(services, jobs())),
    ]);
    const isUp = backlog !== undefined && status !== undefined && !isDatabaseAway(status);
    own.databaseUp.set(isUp ? 1 : 0);
    own.databaseWritable.set(status === 'read-only' ? 0 : 1);
    own.allHeld.set(services.isHeld() ? 1 : 0);
    own.clockAhead.set(clockAheadMs() / 1000);
    if (ready !== undefined) own.ready.set(ready ? 1 : 0);
    for (const [part, state] of Object.entries(parts ?? {})) {
      const gauge = own[part as 'temporal' | 'redis'];
      if (state === 'not used') gauge.remove();
      else gauge.set(state === 'ok' ? 1 : 0);
    }
    for (const [name, value] of Object.entries(backlog ?? {})) shared[name as keyof Backlog].set(value);
    for (const reason of HOLDS) shared.held.set({ reason }, held?.get(reason) ?? 0);
    if (late) shared.lateWork.reset();
    for (const { name, seconds } of late ?? []) shared.lateWork.set({ work: name }, seconds);
    shared.replays.set(replays?.running ?? 0);
    shared.replayed.set(replays?.left ?? 0);
    shared.lacksWorker.set(lacksWorker ? 1 : 0);
    const merged = Registry.merge([registry, ...(isUp ? [ofDatabase] : [])]);
    return { body: (await merged.metrics()) + (sdk ?? ''), contentType: merged.contentType };
  };
}

/**
 * Makes the metrics that tell which code a process runs. `target_info` is OpenTelemetry's name for attributes of a
 * process: only it has the instance, so that a restart makes no other series.
 */
export function tellBuild(
  registry: Registry,
  { version, revision, role, instance }: Identity,
  serviceName: string,
): void {
  const info = (name: string, help: string, labels: Readonly<Record<string, string>>) =>
    new Gauge({ name, help, labelNames: Object.keys(labels), registers: [registry] }).set(labels, 1);
  info('build_info', 'Which code this process runs, and in which role. Always 1.', {
    version,
    revision,
    role,
  });
  info('target_info', 'The attributes of this process in traces. Always 1.', {
    service_name: serviceName,
    service_version: version,
    service_instance_id: instance,
  });
}

/** @param refusals how many connections of this process led to an older copy of the database, and were not used */
export function countOutdatedConnections(registry: Registry, refusals: () => number): void {
  new Counter({
    name: 'database_outdated_connections_total',
    help: 'Connections that were not used, since they led to an older copy of the database: two primaries run.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(refusals());
    },
  });
}

/** @param states what this process knows of its replicas */
export function tellReplicas(registry: Registry, states: () => readonly ReplicaState[]): void {
  const gauge = (name: string, help: string, read: (state: ReplicaState) => number | undefined) =>
    new Gauge({
      name: `database_replica_${name}`,
      help,
      labelNames: ['replica'],
      registers: [registry],
      collect() {
        this.reset();
        for (const state of states()) {
          const value = read(state);
          if (value !== undefined) this.set({ replica: state.name }, value);
        }
      },
    });
  gauge('up', 'Whether the replica can be read from: 1 or 0.', ({ status }) => (status === 'ok' ? 1 : 0));
  gauge('used', 'Whether this process reads from the replica: 1 or 0.', ({ isUsed }) => (isUsed ? 1 : 0));
  gauge(
    'lag_seconds',
    'How far the replica is behind the primary, at most. It has no value while it is away or follows no primary.',
    ({ lagSeconds }) => lagSeconds,
  );
}

const HOLDS = ['paused', 'failing', 'releasing'] as const satisfies WebhookHold[];

const gaugesIn =
  (registry: Registry) =>
  (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] });

function createGauges(registry: Registry) {
  const gauge = gaugesIn(registry);
  return {
    databaseUp: gauge(
      'database_up',
      'Whether the database answered this scrape and `/readyz`: 1 or 0. With 0 the gauges of the backlog are left out.',
    ),
    databaseWritable: gauge(
      'database_writable',
      'Whether the database stores data: 0 while it responds and refuses writes, for example with a full disk.',
    ),
    allHeld: gauge(
      'webhook_deliveries_held',
      'Whether all deliveries are held, as those of a copy of the database: 1 or 0.',
    ),
    ready: gauge('process_ready', 'Whether `/readyz` reports 200: 1 or 0.'),
    clockAhead: gauge(
      'clock_ahead_seconds',
      "How far this machine's clock is ahead of the database's; negative while it is behind.",
    ),
    temporal: gauge(
      'temporal_up',
      'Whether this process is connected to Temporal and runs deliveries: 1 or 0.',
    ),
    redis: gauge('redis_up', 'Whether every primary of Redis counts requests: 1 or 0.'),
  };
}

/** What each scrape reads from the database. */
function createDatabaseGauges(registry: Registry) {
  const gauge = gaugesIn(registry);
  return {
    inOutbox: gauge('webhook_outbox_deliveries', 'Deliveries that are committed and not yet with Temporal.'),
    waiting: gauge('webhook_waiting_deliveries', 'Deliveries that wait for their next attempt.'),
    oldestSeconds: gauge(
      'webhook_oldest_undelivered_seconds',
      'Age of the oldest delivery that has not ended.',
    ),
    lateSeconds: gauge(
      'webhook_late_seconds',
      'How late the delivery is that should have been attempted first.',
    ),
    held: gauge(
      'webhook_held_deliveries',
      'Deliveries that owners hold, by the reason: paused, failing, or being released.',
      ['reason'],
    ),
    lateWork: gauge(
      'regular_work_late_seconds',
      'How long ago regular work, such as the deletion of old rows, was due: 0 before that.',
      ['work'],
    ),
    replays: gauge('webhook_replays_running', 'Replays of deliveries that run.'),
    replayed: gauge('webhook_replays_left_deliveries', 'Deliveries that running replays have still to send.'),
    lacksWorker: gauge(
      'webhook_worker_missing',
      'Whether deliveries are due and no process makes them: 1 or 0. `/api/health` says `no worker` then.',
    ),
  } satisfies Record<keyof Backlog, Gauge> & Record<string, Gauge>;
}

/** Undefined when it fails, or takes longer than a scraper waits. */
const inTime = <Value>(work: Promise<Value>) => orNothing(work, TIMEOUT_MS);
