import type { ShownHeader } from '../../db/tables.ts';
import type { ReplyHeaders } from '../../net/reply.ts';

/** How much of the response's headers is kept, in characters of names and values. */
const MAX_LENGTH = 2048;
/** Values that give access to something. */
const HIDDEN = new Set(['authorization', 'proxy-authorization', 'set-cookie', 'cookie']);

/**
 * Keeps the start of the response's headers for the owner. Values of cookies and credentials are hidden, and so is
 * every value that repeats the webhook's secret.
 *
 * @param secret the secret, or its beginning
 */
export function keepHeaders(headers: ReplyHeaders, secret: string): ShownHeader[] {
  const kept: ShownHeader[] = [];
  let left = MAX_LENGTH;
  for (const [name, values] of Object.entries(headers)) {
    for (const value of [values ?? []].flat()) {
      left -= name.length;
      if (left <= 0) return kept;
      if (HIDDEN.has(name) || value.includes(secret)) {
        kept.push([name, null]);
        continue;
      }
      const shown = plain(value).slice(0, left).toWellFormed();
      left -= shown.length;
      kept.push([name, shown]);
    }
  }
  return kept;
}

/** As in the excerpt of the body: no control characters, and none that change the direction of writing. */
function plain(value: string): string {
  return value.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, '');
}
