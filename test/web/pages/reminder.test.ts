import { expect, test } from 'vitest';
import { reminderCalendar } from '../../../src/web/vote/reminder.ts';
import { HOUR_MS, NOON } from '../../kit/time.ts';

const EVENT = {
  id: '1-2@bots.example',
  title: 'Vote for Melody',
  url: 'https://bots.example/bot/1/vote',
  at: new Date(NOON.getTime() + 12 * HOUR_MS),
};
/** The lines as a calendar reads them, without folds. */
const linesOf = (title: string) =>
  reminderCalendar({ ...EVENT, title }, NOON)
    .replaceAll('\r\n ', '')
    .trimEnd()
    .split('\r\n');

test('A reminder is one event with an alarm at the time of the next vote', () => {
  expect(linesOf(EVENT.title)).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//bot-listing//votes//EN',
    'BEGIN:VEVENT',
    'UID:1-2@bots.example',
    'DTSTAMP:20260304T120000Z',
    'DTSTART:20260305T000000Z',
    'DURATION:PT5M',
    'SUMMARY:Vote for Melody',
    'URL:https://bots.example/bot/1/vote',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER:PT0S',
    'DESCRIPTION:Vote for Melody',
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ]);
});

test('A name cannot add lines or parts to it', () => {
  const lines = linesOf('a\r\nATTENDEE:b\n\u0085c;d,e\\f');
  expect(lines).toHaveLength(17);
  expect(lines[8]).toBe('SUMMARY:a  ATTENDEE:b  c\\;d\\,e\\\\f');
});

test('Long names are folded into lines of 75 bytes, without splitting a character', () => {
  const title = '音楽🎵é'.repeat(40);
  const calendar = reminderCalendar({ ...EVENT, title }, NOON);
  for (const line of calendar.split('\r\n')) {
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
    expect(line).not.toContain('\uFFFD');
  }
  expect(linesOf(title)[8]).toBe(`SUMMARY:${title}`);
});
