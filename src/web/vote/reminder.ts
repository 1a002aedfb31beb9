/** What a calendar reminds of. */
export interface Reminder {
  /** The same for each download, so that a calendar keeps one event. */
  readonly id: string;
  readonly title: string;
  readonly url: string;
  readonly at: Date;
}

/** A line has at most this many bytes (RFC 5545, section 3.1). */
const MAX_LINE = 75;

/** @returns a calendar with one event and an alarm at its start (RFC 5545) */
export function reminderCalendar({ id, title, url, at }: Reminder, now: Date): string {
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//bot-listing//votes//EN',
    'BEGIN:VEVENT',
    `UID:${id}`,
    `DTSTAMP:${timeOf(now)}`,
    `DTSTART:${timeOf(at)}`,
    'DURATION:PT5M',
    `SUMMARY:${escapeText(title)}`,
    `URL:${url}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER:PT0S',
    `DESCRIPTION:${escapeText(title)}`,
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
    .map((line) => `${fold(line)}\r\n`)
    .join('');
}

/** Of UTC, to the second. */
function timeOf(date: Date): string {
  return `${date.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

/** A control character could begin a line of its own, so each becomes a space. */
function escapeText(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, ' ').replaceAll(/[\\;,]/g, '\\$&');
}

/** A continued line begins with a space, which counts. Characters are never split. */
function fold(line: string): string {
  let folded = '';
  let bytes = 0;
  for (const character of line) {
    const length = Buffer.byteLength(character);
    if (bytes + length > MAX_LINE) {
      folded += '\r\n ';
      bytes = 1;
    }
    folded += character;
    bytes += length;
  }
  return folded;
}
