import type { Config } from '../../config/config.ts';
import { hasProvider } from '../../config/sign-in.ts';
import type { Database } from '../../db/client.ts';
import { machineClocks } from '../../db/clock.ts';
import { listProcesses } from '../../domain/kernel/processes.ts';
import { grpcDeadline } from '../../lib/grpc-deadline.ts';
import { within } from '../../lib/within.ts';
import type { FailureReason } from '../../net/outcome.ts';
import { createSender, type ReadOutcome } from '../../net/sender.ts';
import { UnsafeUrlError } from '../../net/target.ts';
import { counted } from '../result.ts';
import { explainTemporalTls, explainTls, tlsCauseOf } from '../tls.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

/** Below the time limit of a check, so that the reason is known when it ends. */
const TEMPORAL_TIMEOUT_MS = 4000;
const REDIS_TIMEOUT_MS = 2000;
const DATABASE_TIMEOUT_MS = 3000;
const OUTBOUND_TIMEOUT_MS = 4500;
/** This machine, a private network, and where clouds keep the credentials of a machine. */
const PRIVATE = ['https://127.0.0.1/', 'https://10.0.0.1/', 'https://169.254.169.254/'];
/** The receiver has answered, even if the answer cannot be used. */
const ANSWERED = new Set<FailureReason>(['too_large', 'protocol']);

/** Loads Temporal's SDK, which only some commands need. */
export async function loadTemporal() {
  const [{ connectTemporal, findTemporal }, { inspectTemporal }, { explainTemporal }] = await Promise.all([
    import('../../workflows/temporal/client.ts'),
    import('../../workflows/temporal/inspect.ts'),
    import('../../workflows/temporal/faults.ts'),
  ]);
  return { connectTemporal, explainTemporal, findTemporal, inspectTemporal };
}

/** Temporal responds, knows the search attributes of deliveries, and a worker takes them. */
export async function checkTemporal(
  config: Config,
  database: Promise<Database | undefined>,
  isHeld: Promise<boolean>,
): Promise<Finding[]> {
  if (await isHeld) return [];
  const { connectTemporal, explainTemporal, findTemporal, inspectTemporal } = await loadTemporal();
  const location = findTemporal(config);
  if (!location) {
    const todo = 'Start the service, which runs one, or set TEMPORAL_ADDRESS.';
    return [warning('temporal', 'No Temporal dev server runs here.', todo)];
  }
  const { namespace } = location;
  const seen = within(readWorkers(database), DATABASE_TIMEOUT_MS, () => undefined);
  const { temporalTaskQueue: taskQueue } = config;
  // Beside the connection, which may take all the time that there is.
  const ofTls = explainTemporalTls(location, TEMPORAL_TIMEOUT_MS).catch(() => undefined);
  try {
    const temporal = await connectTemporal(location, TEMPORAL_TIMEOUT_MS);
    const state = await temporal.connection
      .withDeadline(grpcDeadline(TEMPORAL_TIMEOUT_MS), () =>
        inspectTemporal(temporal, taskQueue, new Date(machineClocks.wallMs())),
      )
      .finally(temporal.close);
    return [
      ok('temporal', `Temporal ${state.serverVersion} responds, and has the namespace "${namespace}".`),
      state.wrongAttributes.length === 0
        ? ok('search-attributes', 'Temporal knows the search attributes of deliveries.')
        : warning(
            'search-attributes',
            `These search attributes are missing or of another type: ${state.wrongAttributes.join(', ')}.`,
            'Start a worker, which adds them, or add them to the namespace yourself.',
          ),
      state.workers > 0
        ? sayWorkers(await seen, `the task queue "${taskQueue}"`)
        : problem(
            'worker',
            `No worker polls the task queue "${taskQueue}", so no vote is delivered.`,
            'Start one (npm start -- worker), and compare TEMPORAL_TASK_QUEUE.',
          ),
    ];
  } catch (error) {
    const todo = 'Check TEMPORAL_ADDRESS and the server. Deliveries wait in the database until it responds.';
    return [problem('temporal', (await ofTls) ?? explainTemporal(error, namespace), todo)];
  }
}

interface SeenWorkers {
  readonly running: number;
  readonly lastSeconds: number;
}

/** @returns undefined when the database tells of none: it does not respond, or only processes of 1.0 run */
async function readWorkers(database: Promise<Database | undefined>): Promise<SeenWorkers | undefined> {
  try {
    const db = await database;
    if (!db) return undefined;
    const [row] = await db.sql<{ now: Date }[]>`select clock_timestamp() as now`;
    if (!row) return undefined;
    const { now } = row;
    const workers = (await listProcesses({ db, now: () => now })).filter(({ delivers }) => delivers);
    const [last] = workers;
    return (
      last && {
        running: workers.filter(({ isRunning }) => isRunning).length,
        lastSeconds: Math.max(0, Math.round((now.getTime() - last.seenAt.getTime()) / 1000)),
      }
    );
  } catch {
    return undefined;
  }
}

/** Temporal knows a worker for more than a minute after its end. The database knows better. */
function sayWorkers(seen: SeenWorkers | undefined, queue: string): Finding {
  if (!seen) return ok('worker', `Workers have polled ${queue} within the last 70 seconds.`);
  const last = `The last was seen ${counted(seen.lastSeconds, 'second')} ago.`;
  if (seen.running > 0) return ok('worker', `Workers that poll ${queue}: ${seen.running}. ${last}`);
  return problem(
    'worker',
    `No worker runs, so no vote is delivered. ${last}`,
    'Start one (npm start -- worker), and look into the log of the last one.',
  );
}

/** Loads the client of Redis, which only some commands need. */
export const loadRedis = () => import('../../limits/redis-store.ts');

/** What to do about the word with which Redis refuses to count. */
const REFUSALS: Readonly<Record<string, string>> = {
  READONLY: 'This is a replica. Set REDIS_URL to the primary.',
  NOPERM: 'Check the rights of the user.',
};

/** Redis responds, and does not forget rate limits when its memory is full. */
export async function checkRedis({ redisUrl }: Pick<Config, 'redisUrl'>): Promise<Finding[]> {
  if (redisUrl === undefined) {
    return [ok('redis', 'Redis is not used: each web process keeps rate limits of its own.')];
  }
  const { inspectRedis } = await loadRedis();
  try {
    const { version, policy, forgets, servers, refusals } = await inspectRedis(redisUrl, REDIS_TIMEOUT_MS);
    const [refused] = refusals;
    if (refused) {
      const check = REFUSALS[refused.reason] ?? "Check the server, and Redis's log.";
      const all = refusals.map(({ server, reason }) => `${server} (${reason})`).join(', ');
      const says =
        servers > 1
          ? `${refusals.length} of ${servers} Redis servers ${refusals.length > 1 ? 'do' : 'does'} not count requests: ${all}.`
          : `Redis ${version} responds, and does not count requests: ${refused.reason}.`;
      return [problem('redis', says, `${check} Until then, requests pass without being counted.`)];
    }
    const where = servers > 1 ? ` on ${servers} servers` : '';
    const says = `Redis ${version} responds${where}. Its eviction policy is ${policy}.`;
    if (!forgets) return [ok('redis', says)];
    const todo = 'Set maxmemory-policy to noeviction: otherwise a full Redis forgets rate limits.';
    return [warning('redis', says, todo)];
  } catch (error) {
    const todo = 'Check REDIS_URL and the server. Until it responds, requests pass without being counted.';
    return [problem('redis', explainTls(error, 'Redis') ?? explainRedis(error), todo)];
  }
}

function explainRedis(error: unknown): string {
  if (error instanceof Error) {
    if (error.name === 'RedisKindError') return error.message;
    if (/WRONGPASS|NOAUTH|NOPERM/.test(error.message)) return 'Redis refuses the user or the password.';
    if (error.message.includes('No such master')) {
      return 'Sentinel knows no primary with the name at the end of REDIS_URL.';
    }
    if (error.message.includes('index is out of range')) {
      return 'Redis does not have the database whose number is at the end of REDIS_URL.';
    }
    if (/ENOTFOUND|EAI_AGAIN/.test(error.message))
      return 'A host in REDIS_URL is unknown: DNS has no address of it.';
    if (error.message.includes('cluster support disabled')) {
      return 'Redis is not a Cluster: write REDIS_URL as redis://HOST:6379.';
    }
  }
  return 'Redis does not respond.';
}

/** The provider's addresses answer. No credential is sent. */
export async function checkOAuth(config: Config): Promise<Finding[]> {
  if (!hasProvider(config)) {
    return config.developmentSignIn
      ? [ok('oauth', 'The development sign-in is on: anybody on this machine signs in as anybody.')]
      : [warning('oauth', 'Nobody can sign in.', 'Set OAUTH_CLIENT_ID and OAUTH_CLIENT_SECRET.')];
  }
  const sender = createSender({
    trustedNetworks: config.oauthTrustedNetworks,
    proxy: config.webhookProxy,
    timeoutMs: OUTBOUND_TIMEOUT_MS,
  });
  try {
    const urls = {
      OAUTH_AUTHORIZATION_URL: config.oauthAuthorizationUrl,
      OAUTH_TOKEN_URL: config.oauthTokenUrl,
    };
    const asked = Object.entries({ ...urls, OAUTH_USER_URL: config.oauthUserUrl }).map(
      async ([setting, url]) => ({
        setting,
        failure: failureOf(await sender.read({ url, headers: { Accept: 'text/html, application/json' } })),
      }),
    );
    const failed = (await Promise.all(asked)).filter(({ failure }) => failure !== undefined);
    if (failed.length === 0) return [ok('oauth', 'The settings are complete, and the provider responds.')];
    return failed.map(({ setting, failure }) =>
      problem(
        'oauth',
        `${setting} does not respond: ${failure}.`,
        'Check the URL, the firewall, DNS and WEBHOOK_PROXY.',
      ),
    );
  } finally {
    await sender.close();
  }
}

/** Webhooks reach no private address, and reach a public one if the operator names it. */
export async function checkEgress(config: Config, url: string | undefined): Promise<Finding[]> {
  const sender = createSender({
    trustedNetworks: config.webhookTrustedNetworks,
    proxy: config.webhookProxy,
    timeoutMs: OUTBOUND_TIMEOUT_MS,
  });
  try {
    const admitted = [];
    for (const address of PRIVATE) if (await isAdmitted(() => sender.vet(address))) admitted.push(address);
    const findings =
      admitted.length === 0
        ? [ok('egress', 'Webhooks cannot reach private addresses.')]
        : [
            (hasProvider(config) ? problem : warning)(
              'egress',
              `Webhooks can reach ${admitted.join(' and ')}.`,
              'Remove these networks from WEBHOOK_TRUSTED_NETWORKS, which is for development.',
            ),
          ];
    if (url === undefined) return findings;
    const failure = failureOf(await sender.read({ url, headers: {} }));
    const outside =
      failure === undefined
        ? ok('egress-url', 'The URL was reached.')
        : problem(
            'egress-url',
            `The URL was not reached: ${failure}.`,
            'Check the firewall, DNS and WEBHOOK_PROXY.',
          );
    return [...findings, outside];
  } finally {
    await sender.close();
  }
}

async function isAdmitted(vet: () => Promise<void>): Promise<boolean> {
  try {
    await vet();
    return true;
  } catch (error) {
    if (error instanceof UnsafeUrlError) return false;
    throw error;
  }
}

/** @returns the reason as a word or clause; undefined when a server has answered */
function failureOf(outcome: ReadOutcome): string | undefined {
  if (outcome.kind === 'response') return outcome.status >= 500 ? `status ${outcome.status}` : undefined;
  if (ANSWERED.has(outcome.reason)) return undefined;
  if (outcome.reason === 'blocked') return 'blocked, since its host has no public address';
  return tlsCauseOf(outcome.reason) ?? outcome.reason;
}
