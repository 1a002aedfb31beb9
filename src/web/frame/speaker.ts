import type { Handler, HttpRequest } from '../../http/message/request.ts';
import { chooseLanguage, languageCookie } from '../words/choose-language.ts';
import { inLanguage } from '../words/current-language.ts';

/**
 * Makes a function that lets a route answer in the language of its reader. A language in the address is kept in a
 * cookie.
 *
 * @param publicUrl the start of each absolute URL
 */
export function speaker(publicUrl: string): (handler: Handler) => Handler {
  const isSecure = publicUrl.startsWith('https:');
  return (handler) => async (request) => {
    const wishes = wishesOf(request);
    const reply = await inLanguage(chooseLanguage(wishes), () => handler(request));
    const cookie = languageCookie(wishes, isSecure);
    if (!reply || cookie === undefined) return reply;
    const { headers, setCookies = [] } = reply;
    // No shared cache may hand the cookie to another reader.
    const isKept = !headers['cache-control']?.includes('no-store');
    return {
      ...reply,
      headers: isKept ? { ...headers, 'cache-control': 'private, no-cache' } : headers,
      setCookies: [...setCookies, cookie],
    };
  };
}

function wishesOf({ message: { url = '', headers } }: HttpRequest) {
  return { url, cookie: headers.cookie, acceptLanguage: headers['accept-language'] };
}
