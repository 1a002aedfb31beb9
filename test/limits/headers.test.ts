import { describe, expect, it } from 'vitest';
import { assertBudget, BUDGETS } from '../../src/limits/budget.ts';
import { MemoryStore } from '../../src/limits/memory-store.ts';
import { rateLimitHeaders } from '../../src/limits/store.ts';

describe('The budgets', () => {
  it('are those of the contract, per minute', () => {
    const all = Object.values(BUDGETS).map(({ name, max, windowSeconds }) => [name, max, windowSeconds]);
    expect(all).toEqual([
      ['stats', 60, 60],
      ['commands', 10, 60],
      ['check', 600, 60],
      ['votes', 60, 60],
    ]);
    for (const budget of Object.values(BUDGETS)) expect(() => assertBudget(budget)).not.toThrow();
  });
});

describe('The rate-limit headers', () => {
  it('tell an admitted client the policy and what is left', () => {
    const state = new MemoryStore({ now: () => 0 }).take('a', BUDGETS.stats);
    expect(rateLimitHeaders(BUDGETS.stats, state)).toEqual({
      'RateLimit-Policy': '"stats";q=60;w=60',
      RateLimit: '"stats";r=59;t=60',
    });
  });

  it('tell a refused client also when to come back', () => {
    let time = 0;
    const store = new MemoryStore({ now: () => time });
    for (let i = 0; i < 10; i++) store.take('a', BUDGETS.commands);
    time = 17_500;
    expect(rateLimitHeaders(BUDGETS.commands, store.take('a', BUDGETS.commands))).toEqual({
      'RateLimit-Policy': '"commands";q=10;w=60',
      RateLimit: '"commands";r=0;t=43',
      'Retry-After': '43',
    });
  });
});
