import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Actor } from '../domain/identity/actor.ts';
import type { Context } from '../schema/context.ts';
import type { Lane } from './admission/admission.ts';
import { laneOf, SMALL_BODY_BYTES, takesBodyFirst } from './admission/lanes.ts';
import type { Release } from './admission/slots.ts';
import { BodyTooLargeError, MAX_BODY_BYTES, parseJson, readMessage } from './body.ts';
import { type Credential, claimOf, type IdentityClaim } from './caller/credentials.ts';
import type { HttpRequest } from './message/request.ts';
import type { RouteMatch } from './router.ts';

/** What a request has earned with its credential. */
export interface Standing {
  /** Undefined for requests that are never refused. */
  readonly lane: Lane | undefined;
  /** The credential that counts: none where it was found to be invalid. */
  readonly credential: Credential;
  /** The sender, if it was just looked up. It rejects when the look-up failed: fields of GraphQL report that. */
  readonly actor?: Promise<Actor>;
}

/** A slot in the lane that the request has earned, and the time that it waited for it, in milliseconds. */
export interface Slot extends Standing {
  /** Ends the request's claim to a slot. */
  readonly release: Release;
  /** Gives up the slot while the request waits for another server. The returned function takes one again. */
  readonly pause: () => () => void;
  readonly waitedMs: number;
}

/** A request with its route, and the facts that decide about its admission. */
export class RoutedRequest implements HttpRequest {
  readonly message: IncomingMessage;
  readonly response: ServerResponse;
  readonly route: RouteMatch;
  readonly credential: Credential;
  /** The credential, if it has the form of a valid one. */
  readonly claim: IdentityClaim | undefined;
  /** The lane of the request if its credential is valid. Undefined for requests that are never refused. */
  readonly lane: Lane | undefined;
  /** The lane of the request otherwise. */
  readonly strangersLane: Lane | undefined;
  /** Whether the body is read before the request takes a slot. */
  readonly isBodyFirst: boolean;
  slot?: Slot;
  readonly #makeContext: (request: RoutedRequest) => Context;
  #context?: Context;
  #url?: URL;
  #query?: URLSearchParams;
  #signal?: AbortSignal;
  #body?: Promise<Buffer<ArrayBuffer>>;
  #isBodyTooLarge = false;

  constructor(
    message: IncomingMessage,
    response: ServerResponse,
    route: RouteMatch,
    credential: Credential,
    makeContext: (request: RoutedRequest) => Context,
  ) {
    this.message = message;
    this.response = response;
    this.route = route;
    this.credential = credential;
    this.claim = claimOf(credential);
    this.strangersLane = laneOf(route, message, undefined);
    this.lane = this.claim ? laneOf(route, message, this.claim.kind) : this.strangersLane;
    this.isBodyFirst = takesBodyFirst(route, this.lane, message);
    this.#makeContext = makeContext;
  }

  get method(): string {
    return this.message.method ?? '';
  }

  get headers(): IncomingMessage['headers'] {
    return this.message.headers;
  }

  get params(): readonly string[] {
    return this.route.params;
  }

  get url(): URL {
    this.#url ??= new URL(`http://localhost${this.message.url}`);
    return this.#url;
  }

  get query(): URLSearchParams {
    this.#query ??= new URLSearchParams(queryOf(this.message.url));
    return this.#query;
  }

  get context(): Context {
    this.#context ??= this.#makeContext(this);
    return this.#context;
  }

  get signal(): AbortSignal {
    this.#signal ??= signalOf(this.response);
    return this.#signal;
  }

  /**
   * Reads the body before the request takes a slot. One that is too large is refused when somebody asks for it.
   *
   * @throws as `readBody`, but for a body that is too large
   */
  async readBodyFirst(): Promise<void> {
    try {
      await this.readBody(SMALL_BODY_BYTES);
    } catch (error) {
      if (!(error instanceof BodyTooLargeError)) throw error;
      this.#isBodyTooLarge = true;
      // The rest of the body is not read, so no other request can follow.
      this.response.shouldKeepAlive = false;
    }
  }

  async readBody(maxBytes = MAX_BODY_BYTES): Promise<Buffer<ArrayBuffer>> {
    if (this.#isBodyTooLarge) throw new BodyTooLargeError(maxBytes);
    this.#body ??= readMessage(this.message, maxBytes);
    const body = await this.#body;
    if (body.length > maxBytes) throw new BodyTooLargeError(maxBytes);
    return body;
  }

  async readJson(): Promise<unknown> {
    return parseJson(await this.readBody());
  }

  async readForm(): Promise<URLSearchParams> {
    return new URLSearchParams((await this.readBody()).toString());
  }
}

/** The path of a request target, without the query. */
export function pathOf(url = '/'): string {
  const query = url.indexOf('?');
  return query === -1 ? url : url.slice(0, query);
}

function queryOf(url = ''): string {
  const query = url.indexOf('?');
  return query === -1 ? '' : url.slice(query + 1);
}

function signalOf(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  if (response.destroyed) controller.abort();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}
