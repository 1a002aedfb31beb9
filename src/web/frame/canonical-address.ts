import type { Reply } from '../../http/message/reply.ts';
import type { HttpRequest } from '../../http/message/request.ts';
import { redirect } from './page-response.ts';

/** Paths of this site have no other characters, so such a path names no other host when it is a location. */
const PLAIN = /^(?:\/[\w.-]+)+\/*$/;

/**
 * Leads from an address without a page to the usual way of writing it: in small letters, without a slash at its end.
 *
 * @returns undefined when it is written like that already, or is not read by GET
 */
export function toCanonicalAddress({ method, url }: HttpRequest): Reply | undefined {
  const { pathname, search } = url;
  if (!['GET', 'HEAD'].includes(method) || !PLAIN.test(pathname)) return undefined;
  const usual = pathname.toLowerCase().replace(/\/+$/, '');
  return usual === pathname ? undefined : { ...redirect(usual + search), status: 301 };
}
