import { describe, expect, test } from 'vitest';
import { handMadeBots } from '../../../src/seed/samples.ts';
import { inLanguage } from '../../../src/web/words/current-language.ts';
import { languageOf, textAttributes } from '../../../src/web/words/text-language.ts';

describe('The language of a text', () => {
  test.each([
    ['Zeigt, welche Planeten heute Abend zu sehen sind.', ['en', 'de', 'sv'], 'de'],
    ['Avisa de tus directos en el momento justo.', ['es'], 'es'],
    ['بوت عربي متكامل: ترحيب بالأعضاء، رتب بالأزرار', ['ar'], 'ar'],
    ['今季アニメの放送予定をお知らせします。', ['ja', 'zh'], 'ja'],
    // Owners often describe a bot in English that speaks other languages.
    ['Calm, fair moderation: clear warnings, a full record of every action.', ['de'], 'en'],
    ['Calm, fair moderation: clear warnings, a full record of every action.', [], 'en'],
  ])('is that of the bot, or English: %s', (text, spoken, language) => {
    expect(languageOf(text, spoken)).toBe(language);
  });

  test.each([
    ['a short text', 'Musik!', ['de']],
    ['no text', '', ['de']],
    ['a text without letters', '1234567890 +++ 1234567890', ['de']],
    ['a script of none of the languages', 'بوت عربي متكامل: ترحيب بالأعضاء', ['de']],
  ])('is not known of %s', (_, text, spoken) => {
    expect(languageOf(text, spoken)).toBeUndefined();
  });

  test('is right for every sample', () => {
    const languages = handMadeBots().map(({ fields }) => [
      fields.name,
      languageOf(fields.shortDescription, fields.languages),
    ]);
    const notEnglish = languages.filter(([, language]) => language !== 'en');
    expect(notEnglish.map(([, language]) => language).sort()).toEqual(['ar', 'de', 'es', 'es', 'ja']);
    expect(notEnglish.map(([name]) => name)).toEqual(
      expect.arrayContaining(['Klangbude', 'アニメ暦', 'مرساة']),
    );
  });

  test('is an attribute only where the page is in another one, and the direction always is', () => {
    const german = ['Zeigt, welche Planeten heute Abend zu sehen sind.', ['de']] as const;
    inLanguage('en', () => expect(textAttributes(...german)).toEqual({ dir: 'auto', lang: 'de' }));
    inLanguage('de', () => expect(textAttributes(...german)).toEqual({ dir: 'auto' }));
    inLanguage('de', () => expect(textAttributes('', [])).toEqual({ dir: 'auto' }));
  });

  test('of a long text takes no longer than that of a short one', () => {
    const text = 'Zeigt, welche Planeten zu sehen sind. '.repeat(10);
    expect(languageOf(text + '\u0627'.repeat(1_000_000), ['de', 'ar'])).toBe('de');
  });
});
