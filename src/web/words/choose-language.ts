import { parseCookie, stringifySetCookie } from 'cookie';
import Negotiator from 'negotiator';
import { isLanguage, LANGUAGES, type Language } from './language.ts';

/** The name of the cookie, and of the parameter in addresses. */
const NAMES = { cookie: 'language', parameter: 'lang' } as const;

const YEAR_SECONDS = 365 * 24 * 60 * 60;
/** Browsers send less. What is after it would cost time and decide nothing. */
const MAX_ACCEPTED = 300;

/** What decides the language of a page. */
export interface Wishes {
  /** The address of the page, absolute or a path. */
  readonly url: string;
  readonly cookie: string | null | undefined;
  readonly acceptLanguage: string | null | undefined;
}

/** The language of a page: the address wins, then the cookie, then the browser's languages. */
export function chooseLanguage({ url, cookie, acceptLanguage }: Wishes): Language {
  return inAddress(url) ?? inCookie(cookie) ?? acceptedLanguage(acceptLanguage);
}

/**
 * The cookie that keeps the language of an address.
 *
 * @param secure whether readers reach the site over https
 * @returns the `Set-Cookie` header; undefined when the address names no language, or the browser has the cookie already
 */
export function languageCookie({ url, cookie }: Wishes, secure: boolean): string | undefined {
  const value = inAddress(url);
  if (value === undefined || value === inCookie(cookie)) return undefined;
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
export function acceptedLanguage(header: string | null | undefined): Language {
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

function partsOf(address: string): { readonly path: string; readonly query: URLSearchParams } {
  const [path = ''] = address.split('?', 1);
  return { path, query: new URLSearchParams(address.slice(path.length)) };
}

function inAddress(url: string): Language | undefined {
  if (!url.includes('?')) return undefined;
  const value = partsOf(url).query.get(NAMES.parameter);
  return isLanguage(value) ? value : undefined;
}

function inCookie(cookie: string | null | undefined): Language | undefined {
  const value = cookie ? parseCookie(cookie)[NAMES.cookie] : undefined;
  return isLanguage(value) ? value : undefined;
}
