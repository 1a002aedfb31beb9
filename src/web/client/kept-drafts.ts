import { readStored, storedKeys, writeStored } from './storage.ts';

const PREFIX = 'draft:';
/** In characters. Five times the longest description; browsers store five million for a site. */
const MAX_LENGTH = 100_000;

export interface Kept<Value> {
  /** When it was typed, in milliseconds. */
  readonly at: number;
  readonly value: Value;
}

/** @param userId keeps drafts from other users of the device */
export const draftKey = (userId: string | undefined, name: string): string => `${PREFIX}${userId}:${name}`;

export function readDraft<Value>(key: string): Kept<Value> | undefined {
  try {
    return JSON.parse(readStored('localStorage', key) ?? '') as Kept<Value>;
  } catch {
    return undefined;
  }
}

/**
 * @param text the value as JSON; undefined deletes the draft
 * @returns whether the browser has stored it
 */
export const writeDraft = (key: string, text: string | undefined): boolean =>
  !(text && text.length > MAX_LENGTH) &&
  writeStored('localStorage', key, text && `{"at":${Date.now()},"value":${text}}`);

/** When a draft was typed. What cannot be read is old. */
export const typedAt = (key: string): number => readDraft(key)?.at ?? 0;

/** The keys that begin with this, the newest first. */
export const draftKeys = (start = PREFIX): string[] =>
  storedKeys('localStorage')
    .filter((key) => key.startsWith(start))
    .toSorted((one, other) => typedAt(other) - typedAt(one));
