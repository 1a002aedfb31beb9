import { backOff, isTemporary } from './back-off.ts';
import { ApiError, NetworkError } from './errors.ts';
import { readEvents, type ServerEvent } from './server-events.ts';
import { type Sleep, sleepByTimer } from './sleep.ts';

/** The service sends a sign of life every 15 seconds. */
const SILENCE_MS = 45_000;
/** The version in package.json; a test compares them. */
const USER_AGENT = 'bot-listing-client/1.1.0';

/** How the requests of a client are repeated. */
export interface RetryOptions {
  /** Retries after a 429, a status of 500 or above, or no response. Default 4. */
  readonly retries?: number | undefined;
  /** The time for one attempt, in milliseconds. Default 10 000. */
  readonly timeoutMs?: number | undefined;
  /** The longest wait before a retry, in milliseconds. If a longer one is needed, the call fails. Default 60 000. */
  readonly longestWaitMs?: number | undefined;
}

/** Options of one call. */
export interface CallOptions {
  /** Ends the call: it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** In the place of the client's `retries`. */
  readonly retries?: number | undefined;
}

export interface TransportOptions extends RetryOptions {
  readonly baseUrl: string | URL;
  /**
   * The API token, or a function that gives it. The function is called for each request, so a token that is replaced
   * needs no restart. White space around what it gives is removed.
   */
  readonly token: string | (() => string | Promise<string>);
  /** In the place of the global `fetch`. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** In the place of the runtime's timers, for tests. */
  readonly sleep?: Sleep | undefined;
  /** In the place of `Math.random`, for tests. */
  readonly random?: (() => number) | undefined;
}

export interface ApiRequest extends CallOptions {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Begins with a slash. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ApiResponse<Body> {
  readonly body: Body;
  /** Milliseconds until the next request passes; 0 while the rate limit has requests left. */
  readonly waitMs: number;
}

export interface Transport {
  /**
   * Sends a request, and retries it.
   *
   * @throws {ApiError} when the service refuses it, or has not processed it after all retries
   * @throws {NetworkError} when there was no response after all retries
   */
  request<Body>(request: ApiRequest): Promise<ApiResponse<Body>>;
  /**
   * Reads server-sent events until the service ends them. It repeats nothing.
   *
   * @throws as `request`
   */
  events(request: ApiRequest): AsyncGenerator<ServerEvent, void, undefined>;
}

/** A request whose response has begun. */
interface Opened {
  readonly response: Response;
  /** Takes the token out of a text. */
  readonly hide: (text: string) => string;
  /** The error that the caller gets. */
  readonly explain: (error: unknown) => unknown;
  /** Gives the response another time from now on, in milliseconds. */
  readonly allow: (ms: number) => void;
  readonly close: () => void;
}

/** @throws {TypeError} when the base URL or the token cannot be right; the message does not hold the token */
export function createTransport(options: TransportOptions): Transport {
  const { token: source, retries = 4, timeoutMs = 10_000, longestWaitMs = 60_000 } = options;
  const { fetch: send = fetch, sleep = sleepByTimer, random = Math.random } = options;
  const base = baseOf(options.baseUrl);
  const fixed = typeof source === 'function' ? undefined : checked(source);

  async function open({ method, path, query, body, headers, signal }: ApiRequest): Promise<Opened> {
    const token = fixed ?? checked(String((await (source as () => unknown)()) ?? '').trim());
    signal?.throwIfAborted();
    const hide = (text: string) => text.replaceAll(token, '[token]');
    // AbortSignal.any() came with Node 20.3, and keeps a listener for each call on a signal that lives long.
    const attempting = new AbortController();
    const abort = () => attempting.abort();
    let limitMs = timeoutMs;
    let timer = setTimeout(abort, limitMs);
    signal?.addEventListener('abort', abort);
    const explain = (error: unknown) => {
      if (error instanceof ApiError) return error;
      if (signal?.aborted) return signal.reason;
      return attempting.signal.aborted
        ? new NetworkError(`${method} ${path}: no response within ${limitMs} ms`, 'TIMEOUT')
        : new NetworkError(hide(`${method} ${path}: ${reasonOf(error)}`), 'NETWORK');
    };
    const close = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
      attempting.abort();
    };
    try {
      const response = await send(`${base}${path}${query ? `?${new URLSearchParams(query)}` : ''}`, {
        method,
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${token}`,
          'user-agent': USER_AGENT,
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
        // The token must not follow a redirect to another host.
        redirect: 'manual',
        signal: attempting.signal,
      });
      const allow = (ms: number) => {
        clearTimeout(timer);
        limitMs = ms;
        timer = setTimeout(abort, ms);
      };
      return { response, hide, explain, close, allow };
    } catch (error) {
      const explained = explain(error);
      close();
      throw explained;
    }
  }

  async function attempt<Body>(request: ApiRequest): Promise<ApiResponse<Body>> {
    const { response, hide, explain, close } = await open(request);
    try {
      return read(response, await response.text(), `${request.method} ${request.path}`, hide);
    } catch (error) {
      throw explain(error);
    } finally {
      close();
    }
  }

  return {
    async *events(request) {
      const { response, hide, explain, close, allow } = await open(request);
      try {
        if (!response.ok || !response.body) {
          read(response, await response.text(), `${request.method} ${request.path}`, hide);
          throw new ApiError(`${request.method} ${request.path}: the response is no stream`, response.status);
        }
        allow(SILENCE_MS);
        for await (const chunk of readEvents(response.body)) {
          allow(SILENCE_MS);
          yield* chunk;
          // Not while the reader of the events works.
          allow(SILENCE_MS);
        }
      } catch (error) {
        throw explain(error);
      } finally {
        close();
      }
    },
    async request(request) {
      const { signal } = request;
      for (let failures = 1; ; failures++) {
        try {
          return await attempt(request);
        } catch (error) {
          const waitMs = backOff(failures, error, random);
          const isLast = failures > (request.retries ?? retries);
          if (isLast || !isTemporary(error) || waitMs > longestWaitMs) throw error;
          await sleep(waitMs, signal, true);
        }
      }
    },
  };
}

/** Otherwise `fetch` refuses the header, with an error that shows the token. */
function checked(token: string): string {
  if (token && /^[\x21-\x7e]+$/.test(token)) return token;
  throw new TypeError('The token is empty or has white space.');
}

function read<Body>(
  { ok, status, headers }: Response,
  text: string,
  request: string,
  hide: (text: string) => string,
): ApiResponse<Body> {
  const body = parse(text);
  if (!ok) {
    const asked = body?.retryAfter ?? headers.get('retry-after');
    const said = body?.error ?? (status < 400 ? 'a redirect: set baseUrl to where it leads' : 'no JSON');
    const advice = status === 401 ? " Generate a new token on the bot's edit page." : '';
    throw new ApiError(hide(`${request}: ${status} ${said}${advice}`), status, secondsOf(asked));
  }
  if (!body) throw new ApiError(`${request}: the response is not JSON`, status);
  return { body: body as Body, waitMs: waitOf(headers) };
}

/** @returns the URL without slashes at its end */
function baseOf(baseUrl: string | URL): string {
  const { protocol, origin, pathname } = new URL(baseUrl);
  if (!/^https?:$/.test(protocol)) throw new TypeError('The base URL must begin with https:// or http://');
  return origin + pathname.replace(/\/+$/, '');
}

function parse(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {}
  return undefined;
}

/** @param asked `retryAfter` of the body or `Retry-After`: seconds, or a date */
function secondsOf(asked: unknown): number | undefined {
  if (asked === null || asked === undefined) return undefined;
  const seconds = Number(asked);
  const left = Number.isNaN(seconds) ? (Date.parse(String(asked)) - Date.now()) / 1000 : seconds;
  return left >= 0 ? left : undefined;
}

/** Reads `RateLimit: "stats";r=0;t=40`: no request is left for 40 seconds. */
function waitOf(headers: Headers): number {
  const [, seconds] = /;r=0;t=(\d+)/.exec(headers.get('ratelimit') ?? '') ?? [];
  return Number(seconds ?? 0) * 1000;
}

/** `fetch` only says that it failed; the cause says why. */
function reasonOf(error: unknown): string {
  const { cause = error } = Object(error) as { cause?: unknown };
  const { code, message } = Object(cause) as { code?: unknown; message?: unknown };
  return String(code ?? message ?? 'the request failed');
}
