/** The value of a `datetime-local` control: in the reader's time zone, without naming it. */
export function toLocalTime(time: string | number): string {
  const date = new Date(time);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** @returns an ISO 8601 timestamp; undefined when the control is empty */
export function fromLocalTime(value: string): string | undefined {
  const time = new Date(value);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}
