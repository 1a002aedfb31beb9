import { afterEach, expect, test, vi } from 'vitest';
import { refusedFor } from '../../../src/web/dashboard/browser/request/refused.ts';
import { explanationOf } from '../../../src/web/dashboard/browser/request/word-refusal.ts';

const speak = (lang: string) => vi.stubGlobal('document', { documentElement: { lang } });
afterEach(() => {
  vi.unstubAllGlobals();
});

const tooMany = {
  field: 'tags',
  reason: 'tags.count',
  parameters: [
    { name: 'min', value: '1' },
    { name: 'max', value: '5' },
  ],
  message: 'Choose 1 to 5 tags.',
};
const attempt = {
  explanation: 'The receiver answered 503. Only a 2xx status counts as received.',
  explanationReason: 'attempt.status',
  statusCode: 503,
};

test.each([
  ['en', 'Choose 1 to 5 tags.', attempt.explanation],
  [
    'de',
    'Wähle 1 bis 5 Tags.',
    'Der Empfänger hat mit 503 geantwortet. Nur ein 2xx-Status gilt als zugestellt.',
  ],
])('refusals and explanations are in the language of the page: %s', (language, sentence, explanation) => {
  speak(language);
  const { code, message, problems } = refusedFor({
    code: 'INVALID_LISTING',
    ...tooMany,
    problems: [tooMany],
  });
  expect({ code, message, problems }).toEqual({
    code: 'INVALID_LISTING',
    message: sentence,
    problems: [{ field: 'tags', message: sentence }],
  });
  expect(explanationOf(attempt)).toBe(explanation);
});

test('an error without a reason keeps its message', () => {
  speak('de');
  expect(refusedFor({ message: 'The body must be JSON.' }).message).toBe('The body must be JSON.');
});
