import { expect } from 'vitest';
import type { Answer } from '../kit/service.ts';

/** Expects a failure of section 7: its status, its headers, JSON exactly, and `error`, one sentence, as the only member. */
export function expectFailure(answer: Answer, status: number, error: unknown = expect.any(String)): void {
  expect(answer).toMatchObject({ status });
  expect(answer.body).toEqual({ error });
  expect(answer.body.error).toMatch(/^(?!.*\. )\S.*\.$/);
  expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(answer.headers.get('www-authenticate')).toBe(status === 401 ? 'Bearer' : null);
}
