import { parseCookie, stringifySetCookie } from 'cookie';
import Negotiator from 'negotiator';
import type { Handler } from '../../http/message/request.ts';
import { inLanguage } from './current-language.ts';
import { isLanguage, LANGUAGES, type Language } from './language.ts';

/** The name of the cookie, and of the parameter in addresses. */
const NAMES = { cookie: 'language', parameter: 'lang' } as const;

const YEAR_SECONDS = 365 * 24 * 60 * 60;
/** Browsers send less. What is after it would cost time and decide nothing. */
const MAX_ACCEPTED = 300;

/** What decides the language of a page: the address, absolute or a path, and two headers. */
export interface Wishes {
  readonly url?: string | undefined;
  readonly headers: {
    readonly cookie?: string | undefined;
    readonly 'accept-language'?: string | undefined;
  };
}

/** The language of a page: the address wins, then the cookie, then the browser's languages. */
export function chooseLanguage({ url = '', headers }: Wishes): Language {
  return inAddress(url) ?? inCookie(headers.cookie) ?? acceptedLanguage(headers['accept-language']);
}

/**
 * Makes a function that lets a route answer in the language of its reader. A language in the address is kept in a
 * cookie.
 *
 * @param publicUrl the start of each absolute URL
 */
export function speaker(publicUrl: string): (handler: Handler) => Handler {
  const isSecure = publicUrl.startsWith('https:');
  return (handler) => async (request) => {
    const { message } = request;
    const reply = await inLanguage(chooseLanguage(message), () => handler(request));
    const cookie = languageCookie(message, isSecure);
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

/**
 * The cookie that keeps the language of an address.
 *
 * @param secure whether readers reach the site over https
 * @returns the `Set-Cookie` header; undefined when the address names no language, or the browser has the cookie already
 */
export function languageCookie({ url = '', headers }: Wishes, secure: boolean): string | undefined {
  const value = inAddress(url);
  if (value === undefined || value === inCookie(headers.cookie)) return undefined;
  return stringifySetCookie({
    name: NAMES.cookie,
    value,
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure,
    maxAge: YEAR_SECONDS,
  });
}

/** The best language for a browser, by its `Accept-Language` header (RFC 9110, section 12.5.4). */
function acceptedLanguage(header: string | undefined): Language {
  if (!header) return LANGUAGES[0];
  const headers = { 'accept-language': header.slice(0, MAX_ACCEPTED) };
  const [best] = new Negotiator({ headers }).languages([...LANGUAGES]);
  return isLanguage(best) ? best : LANGUAGES[0];
}

/**
 * The address of a page in a language.
 *
 * @param address absolute, or a path of this site
 * @param language undefined for the address without a language, where the browser decides
 */
export function inLanguageOf(address: string, language: Language | undefined): string {
  const { path, query } = partsOf(address);
  // Other addresses keep the spelling of their query.
  if (language === undefined && !query.has(NAMES.parameter)) return address;
  query.delete(NAMES.parameter);
  if (language !== undefined) query.set(NAMES.parameter, language);
  return query.size === 0 ? path : `${path}?${query}`;
}

/**
 * The one address of a text in a language. English is what a reader of any other language gets, so it has the address
 * without a language.
 *
 * @param address absolute, or a path of this site
 */
export const addressIn = (address: string, language: Language): string =>
  inLanguageOf(address, language === LANGUAGES[0] ? undefined : language);

/**
 * Lets a route answer in the language of its address, and in English where that names none. Caches and programs get
 * the same from one address, whoever asks, and no cookie.
 */
export const inAddressedLanguage =
  (handler: Handler): Handler =>
  (request) =>
    inLanguage(inAddress(request.message.url ?? '') ?? LANGUAGES[0], () => handler(request));

function partsOf(address: string): { readonly path: string; readonly query: URLSearchParams } {
  const [path = ''] = address.split('?', 1);
  return { path, query: new URLSearchParams(address.slice(path.length)) };
}

function inAddress(url: string): Language | undefined {
  if (!url.includes('?')) return undefined;
  const value = partsOf(url).query.get(NAMES.parameter);
  return isLanguage(value) ? value : undefined;
}

function inCookie(cookie: string | undefined): Language | undefined {
  const value = cookie ? parseCookie(cookie)[NAMES.cookie] : undefined;
  return isLanguage(value) ? value : undefined;
}
