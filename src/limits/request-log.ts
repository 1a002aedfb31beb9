import type { Budget } from './budget.ts';
import { type BudgetState, budgetState } from './store.ts';

const FIRST_CAPACITY = 8;

/**
 * The admitted requests of one key within the window: a ring buffer of times that grows up to the budget's `max`, with
 * four bytes each.
 *
 * Times are stored modulo 2^32 ms. The ring is emptied when its newest time has left the window. So no time is older
 * than two windows, and the difference of two times is exact.
 */
export class RequestLog {
  #times = new Uint32Array(FIRST_CAPACITY);
  #head = 0;
  #count = 0;
  #newest = 0;

  /** @param now whole milliseconds of a clock that never goes back */
  take(now: number, budget: Budget): BudgetState {
    const windowMs = budget.windowSeconds * 1000;
    this.#forgetOlderThan(windowMs, now);

    // The count exceeds `max` only after the budget was made smaller.
    const surplus = this.#count - budget.max;
    if (surplus >= 0)
      return budgetState(budget, 0, windowMs - this.#age(0, now), windowMs - this.#age(surplus, now));

    this.#append(now, budget.max);
    return budgetState(budget, budget.max - this.#count, windowMs - this.#age(0, now), 0);
  }

  #forgetOlderThan(windowMs: number, now: number): void {
    if (now - this.#newest >= windowMs) this.#count = 0;
    while (this.#count > 0 && this.#age(0, now) >= windowMs) {
      this.#head = this.#slot(1);
      this.#count--;
    }
  }

  /** Milliseconds since a request; place 0 is the oldest one. */
  #age(place: number, now: number): number {
    return (now - (this.#times[this.#slot(place)] ?? 0)) >>> 0;
  }

  #append(now: number, max: number): void {
    if (this.#count === this.#times.length) this.#grow(max);
    this.#times[this.#slot(this.#count)] = now;
    this.#count++;
    this.#newest = now;
  }

  #slot(place: number): number {
    const slot = this.#head + place;
    return slot < this.#times.length ? slot : slot - this.#times.length;
  }

  #grow(max: number): void {
    const old = this.#times;
    const grown = new Uint32Array(Math.max(old.length + 1, Math.min(old.length * 2, max)));
    grown.set(old.subarray(this.#head));
    grown.set(old.subarray(0, this.#head), old.length - this.#head);
    this.#times = grown;
    this.#head = 0;
  }
}
