import { randomUUID } from 'node:crypto';
import { type Logger, pino } from 'pino';
import { afterAll, inject } from 'vitest';
import { type App, type Role, startApp } from '../../src/app.ts';
import { readConfig } from '../../src/config/config.ts';
import { type Database, openPatient } from '../../src/db/client.ts';
import type { MachineClocks } from '../../src/db/clock.ts';
import { startSession } from '../../src/domain/identity/sessions.ts';
import { requestFields } from '../../src/lib/log.ts';
import { withDatabase } from '../../src/parts/database.ts';
import { addSamples, type Seeded, type SeedSize } from '../../src/seed/seed.ts';
import { ownDatabase } from './database.ts';
import { newUserId } from './ids.ts';

/** `await using` closes it at the end of a block. */
export interface TestService extends App, AsyncDisposable {
  readonly url: string;
  /**
   * The faults that it logged so far: lines of the level error and above, but for late responses. A test that causes
   * faults takes them out, with `expect(service.faults.splice(0))`. Any other one fails the test or the file that closes
   * the service. A service with a log of the test's own keeps none.
   */
  readonly faults: string[];
  /** Makes many approved sample bots of one owner at once, each with a token, a webhook and a history; see `given`. */
  seed(size?: Partial<SeedSize>): Promise<Seeded>;
  /** Sends a request to the REST interface. `token` goes into the `Authorization` header as it is. */
  call(method: string, path: string, options?: { token?: string; body?: unknown }): Promise<Answer>;
  /** Sends an operation to the GraphQL interface, as a signed-in user (see `signIn`) or with a token. */
  graphql(query: string, variables?: object, headers?: Record<string, string>): Promise<GraphQLAnswer>;
  /**
   * Starts a session of a user, a new one by default, who has this name from then on. The result goes into the `cookie`
   * header.
   */
  signIn(userId?: string, name?: string): Promise<string>;
}

export interface OwnService extends TestService {
  /** What another service needs to share the database. */
  readonly environment: Record<string, string>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Record<string, unknown>;
}

export interface GraphQLAnswer {
  // biome-ignore lint/suspicious/noExplicitAny: each test knows the shape of its result
  readonly data?: Record<string, any> | null;
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[];
}

/**
 * Starts the real service on the run's database.
 *
 * @param environment variables over those of the run
 * @param log in the place of standard output
 * @param clocks in the place of this machine's
 */
export async function startService(
  environment: Record<string, string> = {},
  role: Role = 'web',
  log?: Logger,
  clocks?: MachineClocks,
): Promise<TestService> {
  const env = { ...inject('environment'), ...environment };
  // With Redis or an external Temporal the configuration asks for a database server, unless it is told.
  const config = readConfig({ EMBEDDED_DATABASE: env.DATABASE_URL ? '' : 'true', ...env });
  const faults: string[] = [];
  const app = await startApp(config, role, log ?? logTo(config.logLevel, faults), { clocks });
  const url = `http://127.0.0.1:${app.port}`;
  let patient: Database | undefined;
  const close = async () => {
    await patient?.close();
    const closed = app.close();
    endIdleConnections();
    await closed;
    const unexpected = faults.splice(0);
    if (unexpected.length > 0)
      throw new Error(`The service logged faults that no test expects:\n${unexpected.join('')}`);
  };
  return {
    ...app,
    faults,
    close,
    [Symbol.asyncDispose]: close,
    url,
    // Without the statistics of all tables, which hundreds of small seeds would gather again and again.
    seed(size) {
      patient ??= openPatient(app.services.db);
      return addSamples(withDatabase(app.services, patient), { bots: 1, users: 2, votes: 0, ...size });
    },
    async call(method, path, { token, body } = {}) {
      const response = await fetch(url + path, {
        method,
        headers: token === undefined ? {} : { authorization: token },
        ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.startsWith('application/json');
      return {
        status: response.status,
        headers: response.headers,
        body: isJson && text ? (JSON.parse(text) as Record<string, unknown>) : { text },
      };
    },
    async graphql(query, variables = {}, headers = {}) {
      const response = await postOperation(url, { query, variables }, headers);
      return (await response.json()) as GraphQLAnswer;
    },
    async signIn(userId = newUserId(), name = 'Tester') {
      return `session=${await startSession(app.services, { id: userId, name })}`;
    },
  };
}

/**
 * Starts a service with a database of its own, for tests whose deliveries other tests' dispatchers must not claim.
 *
 * @param environment variables over those of the run
 * @param log in the place of standard output
 */
export async function startOwnService(
  environment: Record<string, string> = {},
  role: Role = 'web',
  log?: Logger,
): Promise<OwnService> {
  const parts = new AsyncDisposableStack();
  const own = {
    ...(await ownDatabase(parts)),
    LOG_LEVEL: 'error',
    // Workers of other databases must not find its workflows.
    TEMPORAL_TASK_QUEUE: randomUUID(),
    ...environment,
  };
  const service = await startService(own, role, log);
  parts.defer(() => service.close());
  const close = () => parts.disposeAsync();
  return { ...service, environment: own, close, [Symbol.asyncDispose]: close };
}

/** Sends an operation to the GraphQL interface of any process. */
export function postOperation(
  url: string,
  operation: object,
  headers: Readonly<Record<string, string>> = {},
  signal: AbortSignal | null = null,
): Promise<Response> {
  return fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(operation),
    signal,
  });
}

/**
 * Closes something that all tests of a file use when they are done, in the reverse order of the calls.
 *
 *     const service = await forFile(startService());
 */
export async function forFile<Part extends Closable>(starting: Part | Promise<Part>): Promise<Part> {
  const part = await starting;
  afterAll(() => closePart(part));
  return part;
}

type Closable = { close(): unknown } | AsyncDisposable;

async function closePart(part: Closable): Promise<void> {
  if ('close' in part) await part.close();
  else await part[Symbol.asyncDispose]();
}

/**
 * Ends the connections that `fetch` keeps for later requests. The service would wait a second for each to be used.
 * Requests in progress end as usual.
 */
function endIdleConnections(): void {
  // The only way to them without the package `undici`, which is part of Node.
  const key = Symbol.for('undici.globalDispatcher.1');
  const used: { close(): Promise<void>; constructor: new () => unknown } | undefined = Reflect.get(
    globalThis,
    key,
  );
  if (!used) return;
  Reflect.set(globalThis, key, new used.constructor());
  void used.close();
}

/** A full machine is no fault of the service. The client got 503, which its test judges. */
const TOO_LATE = /TooLateError|get no response in time/;

/** The log of the service, on standard output, whose errors are kept. */
function logTo(level: string, faults: string[]): Logger {
  const kept = { write: (line: string) => void (TOO_LATE.test(line) || faults.push(line)) };
  const streams = [
    { level: 'trace', stream: pino.destination({ dest: 1, sync: true }) },
    { level: 'error', stream: kept },
  ] as const;
  return pino({ level, base: null, mixin: requestFields }, pino.multistream([...streams]));
}

/**
 * A top-level field of a GraphQL answer.
 *
 * @throws with the errors of the service when the field is missing or null
 */
export function fieldOf<Result>({ data, errors = [] }: GraphQLAnswer, field: string): Result {
  if (data?.[field] == null) {
    const messages = errors.map(({ message }) => message).join('\n');
    throw new Error(
      `The field \`${field}\` is missing or null. The service says:\n${messages || 'no error'}`,
    );
  }
  return data[field] as Result;
}
