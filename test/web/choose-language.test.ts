import { describe, expect, test } from 'vitest';
import { chooseLanguage, inLanguageOf, languageCookie } from '../../src/web/words/choose-language.ts';

const LONG = 'xx-YY;q=0.9,'.repeat(1000);

describe('The languages of a browser choose', () => {
  test.each([
    [undefined, 'en'],
    ['', 'en'],
    ['de', 'de'],
    ['de-AT', 'de'],
    ['DE-ch, fr;q=0.5', 'de'],
    ['fr-CA,fr;q=0.9,en;q=0.8', 'fr'],
    ['en;q=0.5,de', 'de'],
    ['en-GB,en;q=0.9,de;q=0.8', 'en'],
    ['es-ES,es;q=0.9,de;q=0.5,en;q=0.3', 'de'],
    ['es', 'en'],
    ['de;q=0', 'en'],
    ['*', 'en'],
    ['deutsch', 'en'],
    [';;,,q=%%%;=de', 'en'],
    ['\u0000\u0001', 'en'],
    [`de,${LONG}`, 'de'],
    [`${LONG}de`, 'en'],
  ])('of %j the language %s', (header, language) => {
    expect(chooseLanguage({ headers: { 'accept-language': header } })).toBe(language);
  });
});

describe('A reader gets', () => {
  const wishes = { url: '/bots', headers: {} };
  test.each([
    ['English without a wish', {}, 'en'],
    ['what the browser asks for', { headers: { 'accept-language': 'de' } }, 'de'],
    ['the cookie before that', { headers: { cookie: 'a=b; language=en', 'accept-language': 'de' } }, 'en'],
    [
      'the address before both',
      { url: '/bots?q=x&lang=de', headers: { cookie: 'language=en', 'accept-language': 'en' } },
      'de',
    ],
    ['the first of two in an address', { url: '/?lang=de&lang=en' }, 'de'],
    [
      'the cookie if the address has an unknown one',
      { url: '/?lang=xx', headers: { cookie: 'language=de' } },
      'de',
    ],
    [
      'the browser’s if the cookie is unknown',
      { headers: { cookie: 'language=xx', 'accept-language': 'de' } },
      'de',
    ],
    ['no name of an object', { url: '/?lang=__proto__', headers: { cookie: 'language=constructor' } }, 'en'],
    ['no other spelling', { url: '/?lang=DE' }, 'en'],
    ['an absolute address', { url: 'https://bots.example/?lang=de' }, 'de'],
  ])('%s', (_, wish, language) => {
    expect(chooseLanguage({ ...wishes, ...wish })).toBe(language);
  });

  test('a cookie with the language of an address, for a year', () => {
    const address = { ...wishes, url: '/?lang=de' };
    expect(languageCookie(address, false)).toBe(
      'language=de; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax',
    );
    expect(languageCookie(address, true)).toContain('Secure');
    expect(languageCookie({ ...address, headers: { cookie: 'language=en' } }, false)).toContain(
      'language=de',
    );
  });

  test.each([
    ['no language in the address', { url: '/' }],
    ['an unknown one', { url: '/?lang=xx' }],
    ['the one that the browser has', { url: '/?lang=de', headers: { cookie: 'language=de' } }],
  ])('no cookie for %s', (_, wish) => {
    expect(languageCookie({ ...wishes, ...wish }, false)).toBeUndefined();
  });
});

test.each([
  ['/bots', 'de', '/bots?lang=de'],
  ['/bots?q=a%20b&lang=en&tag=x', 'de', '/bots?q=a+b&tag=x&lang=de'],
  ['/bots?lang=de', undefined, '/bots'],
  ['/bots?q=a%20b', undefined, '/bots?q=a%20b'],
  ['', 'en', '?lang=en'],
  ['https://bots.example/', 'de', 'https://bots.example/?lang=de'],
] as const)('The address %j in %s is %j', (address, language, expected) => {
  expect(inLanguageOf(address, language)).toBe(expected);
});
