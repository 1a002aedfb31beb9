import { Readable } from 'node:stream';
import { requestIdHeader } from '../lib/request-id.ts';
import { deadlineOf, startDeadline } from './admission/lanes.ts';
import { whereApiIs } from './api-address.ts';
import { FOREIGN, NOT_FOUND, notAllowed, TOO_LATE } from './failures.ts';
import type { Failure, Reply } from './message/reply.ts';
import { type Handler, isSameOrigin, type Method } from './message/request.ts';
import { sendReply } from './message/send.ts';
import type { RoutedRequest, Slot } from './routed-request.ts';

/** What the answers to requests need. */
export interface ResponderOptions {
  /**
   * Finds out what a request has earned, and takes a slot in its lane. The request keeps the slot.
   *
   * @throws {OverloadedError} when there is no slot
   */
  readonly takeSlot: (request: RoutedRequest) => Promise<Slot>;
  /** Surrounds the work of a request that has a slot. */
  readonly during: <Result>(request: RoutedRequest, slot: Slot, work: () => Result) => Result;
  /** Makes the page for an unknown path. */
  readonly notFound: Handler;
  /** Writes an error response in the format of the route. */
  readonly fail: (request: RoutedRequest, failure: Failure) => Reply;
  /**
   * As `fail`, for an error that was thrown.
   *
   * @param isGone whether the client has disconnected
   */
  readonly failWith: (request: RoutedRequest, error: unknown, isGone: boolean) => Reply;
  /** Learns that the token of a request is not valid: `/check` verifies it in a statement of its own. */
  readonly refuse: (request: RoutedRequest) => void;
}

/** The methods of pages. */
const PAGE_METHODS = ['GET', 'POST'] as const satisfies readonly Method[];

/**
 * Makes the function that answers routed requests: body, where it comes first; slot, deadline, handler, response. The
 * requests and responses of the Fetch standard would take more time than everything else that `/check` needs.
 */
export function createResponder({
  takeSlot,
  during,
  notFound,
  fail,
  failWith,
  refuse,
}: ResponderOptions): (request: RoutedRequest) => Promise<void> {
  /** @throws whatever the handler throws */
  async function handle(request: RoutedRequest): Promise<Reply> {
    const { kind, handlers } = request.route;
    const refused = refusalOf(request);
    if (refused) return fail(request, refused);
    // The GraphQL handler gets every method and refuses the wrong ones itself.
    const handler = kind === 'graphql' ? handlers.GET : handlers[methodOf(request)];
    const reply = (await handler?.(request)) ?? (kind === 'page' ? await notFound(request) : undefined);
    return reply ?? fail(request, { ...NOT_FOUND, sentence: whereApiIs(request.url.pathname) });
  }

  return async (request) => {
    const { message, response, route } = request;
    const send = (reply: Reply) =>
      sendReply(message, response, reply, requestIdHeader(reply.status, message.headers));
    let slot: Slot;
    try {
      if (request.isBodyFirst) await request.readBodyFirst();
      slot = await takeSlot(request);
    } catch (error) {
      return send(failWith(request, error, false));
    }
    const { release, waitedMs, lane } = slot;
    const late = () => void send(fail(request, TOO_LATE));
    const stop = startDeadline(deadlineOf(route, lane, message, waitedMs), late);
    let reply: Reply;
    try {
      reply = await during(request, slot, () => handle(request));
    } catch (error) {
      // The request itself counts as destroyed as soon as its body has been read.
      reply = failWith(request, error, message.socket.destroyed);
    }
    if (reply.status === 401) refuse(request);
    try {
      if (stop()) await send(reply);
      else if (reply.body instanceof Readable) reply.body.destroy();
    } finally {
      release();
    }
  };
}

const methodOf = ({ method }: RoutedRequest) => (method === 'HEAD' ? 'GET' : method) as Method;

/** Why a request has no handler, if its path has one for other methods, or none of its sender. */
function refusalOf(request: RoutedRequest): Failure | undefined {
  const { kind, handlers } = request.route;
  if (kind === 'graphql') return undefined;
  const method = methodOf(request);
  const known = Object.keys(handlers) as Method[];
  if (kind === 'page') {
    if (method !== 'GET' && method !== 'POST') return notAllowed(known.length > 0 ? known : PAGE_METHODS);
    if (method === 'POST' && !isSameOrigin(request)) return FOREIGN;
  }
  return known.length > 0 && !handlers[method] ? notAllowed(known) : undefined;
}
