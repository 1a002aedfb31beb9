import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, test } from 'vitest';
import * as credentials from '../../../src/http/caller/credentials.ts';
import { createCookie } from '../../../src/http/caller/credentials.ts';

type Credential = credentials.Credential;

const readCredential = (headers: IncomingHttpHeaders) =>
  credentials.readCredential(headers, createCookie('session', false));

const none: Credential = { kind: 'none' };
const unreadable: Credential = { kind: 'unreadable' };
const token = (value: string): Credential => ({ kind: 'token', token: value });
const session = (id: string): Credential => ({ kind: 'session', id });

describe('An Authorization header', () => {
  test.each<[string, Credential]>([
    ['blt_abc', token('blt_abc')],
    ['Bearer blt_abc', token('blt_abc')],
    ['bearer blt_abc', token('blt_abc')],
    ['BEARER blt_abc', token('blt_abc')],
    ['Bearer    blt_abc', token('blt_abc')],
    ['  Bearer blt_abc  ', token('blt_abc')],
    ['Bearerblt_abc', token('Bearerblt_abc')],
    ['Bearer', token('Bearer')],
    ['Bearer a b', unreadable],
    ['a b', unreadable],
    ['Bot blt_abc', unreadable],
    ['Basic dXNlcjpwYXNz', unreadable],
    ['Bearer Bearer blt_abc', unreadable],
    ['', unreadable],
    ['   ', unreadable],
    ['blt_\u00e9', unreadable],
    ['blt_\tabc', unreadable],
  ])('%o is read as %o', (authorization, expected) => {
    expect(readCredential({ authorization })).toEqual(expected);
  });

  test('outweighs a session cookie, even when it holds no token', () => {
    const cookie = 'session=abc';
    expect(readCredential({ authorization: 'blt_abc', cookie })).toEqual(token('blt_abc'));
    expect(readCredential({ authorization: 'a b', cookie })).toEqual(unreadable);
  });
});

describe('A cookie header', () => {
  test.each<[string, Credential]>([
    ['session=abc', session('abc')],
    ['theme=dark; session=abc; other=1', session('abc')],
    ['session=a%2Db', session('a-b')],
    ['session=', none],
    ['Session=abc', none],
    ['sessions=abc', none],
    ['xsession=abc', none],
    ['session', none],
    ['', none],
    ['__proto__=abc', none],
    ['session=%ZZ', session('%ZZ')],
  ])('%o is read as %o', (cookie, expected) => {
    expect(readCredential({ cookie })).toEqual(expected);
  });

  test('is not needed: a request without either header is nobody', () => {
    expect(readCredential({})).toEqual(none);
  });
});

describe('Where people come over https', () => {
  const read = (cookie: string) => credentials.readCredential({ cookie }, createCookie('session', true));

  test('only the cookie that no other host can plant signs in', () => {
    expect(read('__Host-session=abc')).toEqual(session('abc'));
    expect(read('session=planted; __Host-session=abc')).toEqual(session('abc'));
    expect(read('session=planted')).toEqual(none);
    expect(read('__host-session=planted')).toEqual(none);
    expect(read('__Secure-session=planted')).toEqual(none);
  });
});
