import { expect, test } from 'vitest';
import { BodyTooLargeError, withTooLargeBody, withWholeBody } from '../../src/http/body.ts';

const post = (body: BodyInit) => new Request('http://localhost/graphql', { method: 'POST', body });

test('A body is read once: the next reader gets the same request', async () => {
  const whole = await withWholeBody(post('{"query":"{a}"}'), 100);
  expect(await withWholeBody(whole, 15)).toBe(whole);
  expect(await whole.text()).toBe('{"query":"{a}"}');
});

test('A body that was read is too large for a reader with a lower limit', async () => {
  const whole = await withWholeBody(post('12345'), 100);
  await expect(withWholeBody(whole, 4)).rejects.toThrow(BodyTooLargeError);
});

test('A body that is too large is refused by the next reader, too', async () => {
  await expect(withWholeBody(post('12345'), 4)).rejects.toThrow(BodyTooLargeError);
  await expect(withWholeBody(withTooLargeBody(post('12345')), 1024)).rejects.toThrow(BodyTooLargeError);
});
