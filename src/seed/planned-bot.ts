import type { CommandEntry } from '../db/tables.ts';
import type { ListingFields } from '../domain/listing/listing-fields.ts';
import type { VoteShape } from './shapes.ts';

/** A bot to add: its listing, and how it lived up to now. */
export interface PlannedBot {
  readonly fields: ListingFields;
  readonly commands: readonly CommandEntry[];
  /** The names of the owner and of the co-owners. Bots with the same name here have the same owner. */
  readonly owners: readonly [string, ...string[]];
  /** SVG. Without it, pages show the bot's initial. */
  readonly icon?: string;
  /** SVG. Without it, pages show the colours of the picture. */
  readonly banner?: string;
  /** The time since it was listed. */
  readonly ageMs: number;
  /** Whether the first page features it. */
  readonly isFeatured?: boolean;
  readonly votes: {
    /** Its share of all votes, relative to the other bots. */
    readonly weight: number;
    readonly shape: VoteShape;
    /** The votes are spread over this time, if each voter can keep to the window in it. */
    readonly days: number;
  };
  /** Absent when it never reported. */
  readonly reports?: {
    /** The time since the last report. */
    readonly silentMs: number;
    /** By the number of days before the last report, which has number 0. */
    readonly counts: readonly { readonly age: number; readonly servers: number }[];
  };
}

export const MINUTE_MS = 60 * 1000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
