/** @throws when there is none: a mistake of the test */
export function present<Value>(value: Value | undefined | null): Value {
  if (value === undefined || value === null) throw new Error('Something that the test needs is missing.');
  return value;
}

/** @throws when the list is empty: a mistake of the test */
export function first<Item>(items: readonly Item[]): Item {
  return present(items[0]);
}
