import { Response } from '@whatwg-node/server';
import { inCoding, type Served } from './page-cache.ts';

/** Answers with what is cached, in the coding that the client asks for. */
export function respondCached({ headers }: Request, served: Served): Response {
  const chosen = inCoding(served, headers.get('accept-encoding'));
  // Each answer gets headers of its own, since they are changed on the way.
  return new Response(new Uint8Array(chosen.body), { headers: { ...chosen.headers } });
}
