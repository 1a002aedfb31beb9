import { describe, expect, test } from 'vitest';
import { ConflictError, InvalidInputError } from '../../../src/domain/kernel/errors.ts';
import { inLanguage } from '../../../src/web/words/current-language.ts';
import { LANGUAGES, type Language } from '../../../src/web/words/language.ts';
import type { SentRefusal } from '../../../src/web/words/make-messages.ts';
import { REFUSAL_MESSAGES, sentenceOf } from '../../../src/web/words/messages.ts';

const argumentsOf = (sentence: string) =>
  [...new Set(sentence.match(/\{\w+(, (number|date))?\}/g))].toSorted();

/** How catalogues do not address their readers: they say "du" in German, and "vous" in French. */
const OTHER_ADDRESS: Readonly<Partial<Record<Language, RegExp>>> = {
  de: /\b(Sie (?!noch)|Ihre?[nmrs]?\b)/,
  fr: /(?<!\p{L})(tu|ton|ta|tes|toi)(?!\p{L})/iu,
};

// That no sentence and no term is missing, `catalogues.test.ts` checks.
describe.each(LANGUAGES.filter((language) => language !== 'en'))('The catalogue in "%s"', (language) => {
  test.each(Object.entries(REFUSAL_MESSAGES[language].refusals))(
    'has its own sentence for %s',
    (reason, sentence) => {
      const original = REFUSAL_MESSAGES.en.refusals[reason] ?? '';
      expect(argumentsOf(sentence)).toEqual(argumentsOf(original));
      expect(sentence.replace(/\{\w+(, (number|date))?\}/g, '')).not.toMatch(/[{}]/);
      expect(sentence).toMatch(/\.$/);
      expect(sentence).not.toBe(original);
      expect(sentence).not.toMatch(OTHER_ADDRESS[language] ?? /^$/);
    },
  );
});

describe('A refusal is worded', () => {
  const wordedIn = (language: Language, refused: SentRefusal) =>
    inLanguage(language, () => sentenceOf(refused));
  const refused = new InvalidInputError('text.length', { subject: 'note', min: 1, max: 2000 });

  test('in German, from an error', () => {
    expect(wordedIn('de', refused)).toBe('Die Notiz muss 1 bis 2.000 Zeichen lang sein.');
    expect(wordedIn('de', new ConflictError('listing.otherState', { state: 'pending' }))).toBe(
      'Der Eintrag ist jetzt in Prüfung. Lade ihn neu, um zu sehen, was passiert ist.',
    );
  });

  test('in German, from a response of GraphQL', () => {
    const parameters = [
      { name: 'subject', value: 'note' },
      { name: 'min', value: '1' },
      { name: 'max', value: '2000' },
    ];
    expect(wordedIn('de', { reason: refused.reason, parameters, message: refused.message })).toBe(
      'Die Notiz muss 1 bis 2.000 Zeichen lang sein.',
    );
  });

  test('in German, with the German name of a tag', () => {
    const { reason, parameters, message } = new InvalidInputError('filter.contradiction', { tag: 'Music' });
    expect(message).toBe('The category Music cannot be both required and excluded.');
    expect(wordedIn('de', { reason, parameters, message })).toBe(
      'Die Kategorie Musik kann nicht zugleich verlangt und ausgeschlossen sein.',
    );
  });

  test('in English, with numbers for readers; its message has them for programs', () => {
    expect(wordedIn('en', refused)).toBe('The note must be 1 to 2,000 characters long.');
    expect(refused.message).toBe('The note must be 1 to 2000 characters long.');
  });

  test('and only numbers are written as numbers: an id keeps its digits', () => {
    const { reason, parameters, message } = new ConflictError('user.onlyOwner', {
      botId: '123456789012345678',
    });
    for (const language of LANGUAGES)
      expect(wordedIn(language, { reason, parameters, message })).toContain(' 123456789012345678');
  });

  test.each(['of.a.later.version', 'constructor', '', undefined])('with its message for %j', (reason) => {
    for (const language of LANGUAGES)
      expect(wordedIn(language, { reason, parameters: [], message: 'Not possible.' })).toBe('Not possible.');
  });
});
