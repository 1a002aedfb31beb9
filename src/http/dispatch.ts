import type { Response } from '@whatwg-node/server';
import type { WebArrival } from './admission/arrival.ts';
import { isSameOrigin } from './caller/same-origin.ts';
import { compress } from './responses/compression.ts';
import { conditional } from './responses/conditional.ts';
import { type Failure, FOREIGN, NOT_FOUND, notAllowed } from './responses/failures.ts';
import type { Answer, Method, Visit } from './route.ts';

/** The methods of pages. */
const PAGE_METHODS = ['GET', 'POST'] as const satisfies readonly Method[];

/**
 * Makes the handler of pages and GraphQL: it checks method and origin, calls the route, and finishes the response.
 *
 * @param notFound makes the page for an unknown path
 * @param fail makes an error response in the format of the route
 */
export function createDispatch(
  notFound: Answer,
  fail: (arrival: WebArrival, failure: Failure) => Response,
): (arrival: WebArrival, request: Request) => Promise<Response> {
  async function answer(arrival: WebArrival, request: Request): Promise<Response> {
    const { form, answers, places } = arrival.match;
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const known = Object.keys(answers) as Method[];
    const visit: Visit = { request, url: new URL(request.url), places };
    const handler = form === 'graphql' ? answers.GET : answers[method as Method];
    if (form === 'page') {
      const isPageMethod = method === 'GET' || method === 'POST';
      if (!isPageMethod) return fail(arrival, notAllowed(known.length > 0 ? known : PAGE_METHODS));
      if (method === 'POST' && !isSameOrigin(request)) return fail(arrival, FOREIGN);
    }
    if (!handler && known.length > 0) return fail(arrival, notAllowed(known));
    const response = await handler?.(visit);
    if (response) return response;
    return (form === 'page' && (await notFound(visit))) || fail(arrival, NOT_FOUND);
  }

  return async (arrival, request) => {
    const response = await answer(arrival, request);
    // GraphQL responses are not compressed: the length could reveal a new token next to text of the document.
    return arrival.match.form === 'graphql' ? response : compress(request, conditional(request, response));
  };
}
