import { describe, expect, test } from 'vitest';
import { ConflictError, InvalidInputError } from '../../../src/domain/kernel/errors.ts';
import * as german from '../../../src/web/words/de/refusals.ts';
import * as english from '../../../src/web/words/en/refusals.ts';
import { REFUSAL_WORDS } from '../../../src/web/words/messages.ts';
import { wordRefusal } from '../../../src/web/words/words.ts';

const argumentsOf = (sentence: string) => [...new Set(sentence.match(/\{\w+\}/g))].toSorted();

// That no sentence and no term is missing, `catalogues.test.ts` checks.
describe('The German catalogue', () => {
  test.each(Object.entries(german.refusals))('has a sentence of its own for %s', (reason, sentence) => {
    const original = (english.refusals as Record<string, string>)[reason] ?? '';
    expect(argumentsOf(sentence)).toEqual(argumentsOf(original));
    expect(sentence.replace(/\{\w+\}/g, '')).not.toMatch(/[{}]/);
    expect(sentence).toMatch(/\.$/);
    expect(sentence).not.toBe(original);
    // "Du", not "Sie", to the reader.
    expect(sentence).not.toMatch(/\b(Sie (?!noch)|Ihre?[nmrs]?\b)/);
  });
});

describe('A refusal is worded', () => {
  const refused = new InvalidInputError('text.length', { subject: 'note', min: 1, max: 2000 });

  test('in German, from an error', () => {
    expect(wordRefusal(german, refused)).toBe('Die Notiz muss 1 bis 2000 Zeichen lang sein.');
    expect(wordRefusal(german, new ConflictError('listing.otherState', { state: 'pending' }))).toBe(
      'Der Eintrag ist jetzt in Prüfung. Lade ihn neu, um zu sehen, was passiert ist.',
    );
  });

  test('in German, from a response of GraphQL', () => {
    const parameters = [
      { name: 'subject', value: 'note' },
      { name: 'min', value: '1' },
      { name: 'max', value: '2000' },
    ];
    expect(wordRefusal(german, { reason: refused.reason, parameters, message: refused.message })).toBe(
      'Die Notiz muss 1 bis 2000 Zeichen lang sein.',
    );
  });

  test('in German, with the German name of a tag', () => {
    const { reason, parameters, message } = new InvalidInputError('filter.contradiction', { tag: 'Music' });
    expect(message).toBe('The category Music cannot be both required and excluded.');
    expect(wordRefusal(REFUSAL_WORDS.de, { reason, parameters, message })).toBe(
      'Die Kategorie Musik kann nicht zugleich verlangt und ausgeschlossen sein.',
    );
  });

  test('in English with its message', () => {
    expect(wordRefusal(undefined, { ...refused, message: 'As the service says.' })).toBe(
      'As the service says.',
    );
  });

  test.each(['of.a.later.version', 'constructor', '', undefined])('with its message for %j', (reason) => {
    expect(wordRefusal(german, { reason, parameters: [], message: 'Not possible.' })).toBe('Not possible.');
  });
});
