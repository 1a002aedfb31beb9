import { messages } from '../words/messages.ts';

const labels = messages.moderationTools.age;
const DAY_MS = 86_400_000;

/** Accounts that are younger deserve a second look, in days. */
const YOUNG_DAYS = 30;

/** The age of an account in words, and whether it is young. */
export function ageOf(
  createdAt: string,
  now = Date.now(),
): { readonly text: string; readonly isYoung: boolean } {
  const days = Math.max(0, Math.floor((now - Date.parse(createdAt)) / DAY_MS));
  const isYoung = days < YOUNG_DAYS;
  if (days < 60) return { text: labels.days({ count: days }), isYoung };
  if (days < 730) return { text: labels.months({ count: Math.floor(days / 30.44) }), isYoung };
  return { text: labels.years({ count: Math.floor(days / 365.25) }), isYoung };
}
