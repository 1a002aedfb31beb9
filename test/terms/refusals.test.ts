import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ClaimedError, InvalidInputError, NotFoundError } from '../../src/domain/kernel/errors.ts';
import { refusalOf } from '../../src/domain/kernel/refusal.ts';
import { REFUSALS, type TERMS } from '../../src/terms/refusals.ts';

const SRC = join(import.meta.dirname, '../../src');
const namesIn = (sentence: string) => new Set(sentence.match(/(?<=\{)\w+(?=\}|, number\})/g));

test('every reason is used', () => {
  const code = globSync(['**/*.ts'], { cwd: SRC, exclude: ['terms/refusals.ts', 'web/words/**'] })
    .map((path) => readFileSync(join(SRC, path), 'utf8'))
    .join('\n');
  // The reason of a failed attempt is made from the failure, and the types ask for one of each.
  const ofFailure = (reason: string) => reason.replace(/^attempt\./, '');
  const isUsed = (reason: string) => [reason, ofFailure(reason)].some((each) => code.includes(`'${each}'`));
  expect(Object.keys(REFUSALS).filter((reason) => !isUsed(reason))).toEqual([]);
});

test.each(Object.entries(REFUSALS))(
  '%s is one or more sentences with plain arguments, numbers or dates',
  (_, sentence) => {
    expect(sentence).toMatch(/^[A-Z{a-z].*\.$/);
    // The schema counts three for the complexity of a list of parameters.
    expect(namesIn(sentence).size).toBeLessThanOrEqual(3);
    expect(sentence.replace(/\{\w+(, (number|date))?\}/g, '')).not.toMatch(/[{}]/);
  },
);

test('no two reasons have the same sentence', () => {
  expect(new Set(Object.values(REFUSALS)).size).toBe(Object.keys(REFUSALS).length);
});

test('parameters are bounds, names of the API, and what the viewer sees anyway', () => {
  const names = Object.values(REFUSALS).flatMap((sentence) => [...namesIn(sentence)]);
  expect([...new Set(names)].toSorted()).toEqual([
    ...[
      'argument',
      'block',
      'botId',
      'first',
      'height',
      'location',
      'max',
      'min',
      'moderator',
      'place',
      'second',
    ],
    ...['state', 'statusCode', 'subject', 'tag', 'userAgent', 'why', 'width'],
  ]);
});

test('a refusal has its sentence, its reason and its parameters', () => {
  expect(refusalOf('text.length', { subject: 'shortDescription', min: 30, max: 20_000 })).toEqual({
    reason: 'text.length',
    parameters: { subject: 'shortDescription', min: 30, max: 20_000 },
    message: 'The short description must be 30 to 20000 characters long.',
  });
  expect(new NotFoundError()).toMatchObject({
    code: 'NOT_FOUND',
    reason: 'bot.notFound',
    parameters: {},
    message: 'Bot not found.',
  });
});

test('a value that looks like an argument or like a name of a word stays as it is', () => {
  const of = (moderator: string) => new ClaimedError(moderator, new Date()).message;
  expect(of('{moderator} $& $1')).toMatch(/^\{moderator\} \$& \$1 is working/);
  expect(of('pending')).toMatch(/^pending is working/);
  const odd = 'toString' as keyof typeof TERMS.state;
  expect(refusalOf('listing.otherState', { state: odd }).message).toMatch(/^The listing is toString now/);
});

test('a sentence without parameters is not made, but looked up', () => {
  const [one, other] = [refusalOf('token.invalid'), refusalOf('token.invalid')];
  expect(one.message).toBe(REFUSALS['token.invalid']);
  expect(one.parameters).toBe(other.parameters);
  expect(Object.isFrozen(one.parameters)).toBe(true);
});

test('the parameters are those of the sentence', () => {
  // @ts-expect-error the sentence needs parameters
  expect(new InvalidInputError('text.length').message).toBe(REFUSALS['text.length']);
  // @ts-expect-error there is no such reason
  expect(new InvalidInputError('text').message).toBe('');
  // @ts-expect-error no text has this name
  expect(refusalOf('field.required', { subject: 'The name' }).message).toBe('The name is required.');
});
