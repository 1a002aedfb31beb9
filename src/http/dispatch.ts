import type { Response } from '@whatwg-node/server';
import { isSameOrigin } from './caller/same-origin.ts';
import { compress } from './responses/compression.ts';
import { conditional } from './responses/conditional.ts';
import { type Failure, FOREIGN, methodNotAllowed, NOT_FOUND } from './responses/failures.ts';
import type { Answer, Method, Visit } from './route.ts';
import type { Match } from './router.ts';

/** The methods of pages. */
const PAGE_METHODS = ['GET', 'POST'] as const satisfies readonly Method[];

/**
 * Makes the handler of all requests: it checks method and origin, calls the route, and finishes the response.
 *
 * @param notFound makes the page for an unknown path
 * @param fail makes an error response in the format of the route
 */
export function createDispatch(
  notFound: Answer,
  fail: (request: Request, failure: Failure) => Response,
): (request: Request, match: Match) => Promise<Response> {
  async function answer(request: Request, { form, answers, places }: Match): Promise<Response> {
    const method = request.method === 'HEAD' ? 'GET' : request.method;
    const known = Object.keys(answers) as Method[];
    const visit: Visit = { request, url: new URL(request.url), places };
    const handler = form === 'graphql' ? answers.GET : answers[method as Method];
    if (form === 'page') {
      const isPageMethod = method === 'GET' || method === 'POST';
      if (!isPageMethod) return fail(request, notAllowed(known.length > 0 ? known : PAGE_METHODS));
      if (method === 'POST' && !isSameOrigin(request)) return fail(request, FOREIGN);
    }
    if (!handler && known.length > 0) return fail(request, notAllowed(known));
    const response = await handler?.(visit);
    if (response) return response;
    return (form === 'page' && (await notFound(visit))) || fail(request, NOT_FOUND);
  }

  return async (request, match) => {
    const response = await answer(request, match);
    // GraphQL responses are not compressed: the length could reveal a new token next to text of the document.
    return match.form === 'graphql' ? response : compress(request, conditional(request, response));
  };
}

function notAllowed(methods: readonly Method[]): Failure {
  return methodNotAllowed(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])));
}
