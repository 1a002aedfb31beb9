/**
 * A wait in words: in seconds below two minutes, in minutes below two hours, else in hours.
 *
 * @param seconds the length of the wait
 */
export function wordWait(
  seconds: number,
  words: Readonly<Record<'seconds' | 'minutes' | 'hours', (values: { readonly count: number }) => string>>,
): string {
  if (seconds < 120) return words.seconds({ count: Math.ceil(seconds) });
  if (seconds < 7200) return words.minutes({ count: Math.ceil(seconds / 60) });
  return words.hours({ count: Math.ceil(seconds / 3600) });
}
