import { expect, test } from 'vitest';
import { InvalidInputError } from '../../../src/domain/kernel/errors.ts';
import { responseTo, signedOut } from '../../../src/web/frame/refusal.ts';
import { inLanguage } from '../../../src/web/words/current-language.ts';
import { messages, sentenceOf } from '../../../src/web/words/messages.ts';

test.each([
  // A listing that was removed while its form was open.
  ['NOT_FOUND', 404],
  ['VOTE_WINDOW_ACTIVE', 409],
  ['CONFLICT', 409],
  ['CAPTCHA_FAILED', 403],
])('a form that is refused with %s has status %i', (code, status) => {
  expect(responseTo({ code, message: 'No.' })).toEqual({ status, headers: {} });
});

test('one that was sent too often tells when to try again', () => {
  const refused = { code: 'RATE_LIMITED', message: 'No.', retryAfter: 7 };
  expect(responseTo(refused)).toEqual({ status: 429, headers: { 'retry-after': '7' } });
});

test('a refusal is worded in the language of the page, and one of the page itself stays as it is', () => {
  const refused = new InvalidInputError('filter.tooManyTags', { max: 5 });
  expect(sentenceOf(refused)).toBe('Choose at most 5 categories.');
  expect(inLanguage('de', () => sentenceOf(refused))).toBe('Wähle höchstens 5 Kategorien.');
  const left = inLanguage('de', () => sentenceOf(signedOut()));
  expect(left).toBe(inLanguage('de', () => messages.report.signedOut));
  expect(left).not.toBe(messages.report.signedOut);
});
