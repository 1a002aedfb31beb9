import { expect, test } from 'vitest';
import { refusedFor } from '../../../src/web/client/graphql.ts';
import { explanationOf } from '../../../src/web/manage/attempt-words.ts';

const tooMany = {
  field: 'tags',
  reason: 'tags.count',
  parameters: [
    { name: 'min', value: '1' },
    { name: 'max', value: '5' },
  ],
  message: 'Choose 1 to 5 categories.',
};
const attempt = {
  explanation: 'The receiver answered 503. Only a 2xx status counts as received: let it answer 200.',
  explanationReason: 'attempt.status',
  explanationParameters: [{ name: 'statusCode', value: '503' }],
};

test('refusals, their problems and explanations have the sentences of the service in English', () => {
  const { code, message, problems } = refusedFor({
    code: 'INVALID_LISTING',
    ...tooMany,
    problems: [tooMany],
  });
  expect({ code, message, problems }).toEqual({
    code: 'INVALID_LISTING',
    message: tooMany.message,
    problems: [{ field: 'tags', message: tooMany.message }],
  });
  expect(explanationOf(attempt)).toBe(attempt.explanation);
});

test('an error without a reason keeps its message', () => {
  expect(refusedFor({ message: 'The body must be JSON.' }).message).toBe('The body must be JSON.');
});
