import type { Answer, Visit } from '../../http/route.ts';
import { chooseLanguage, languageCookie } from '../words/choose-language.ts';
import { inLanguage } from '../words/current-language.ts';

/**
 * Makes a function that lets a route answer in the language of its reader. A language in the address is kept in a
 * cookie.
 *
 * @param publicUrl the start of each absolute URL
 */
export function speaker(publicUrl: string): (answer: Answer) => Answer {
  const isSecure = publicUrl.startsWith('https:');
  return (answer) => async (visit) => {
    const wishes = wishesOf(visit);
    const response = await inLanguage(chooseLanguage(wishes), () => answer(visit));
    const cookie = languageCookie(wishes, isSecure);
    if (response && cookie !== undefined) {
      response.headers.append('set-cookie', cookie);
      // No shared cache may hand the cookie to another reader.
      if (!response.headers.get('cache-control')?.includes('no-store'))
        response.headers.set('cache-control', 'private, no-cache');
    }
    return response;
  };
}

function wishesOf({ request: { url, headers } }: Visit) {
  return { url, cookie: headers.get('cookie'), acceptLanguage: headers.get('accept-language') };
}
