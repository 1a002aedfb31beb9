import type { texts } from './texts.ts';

export type ListingState = keyof typeof texts.states;

export interface Tag {
  readonly slug: string;
  readonly label: string;
}

/** What an owner writes, as the form holds it. */
export interface ListingFields {
  readonly name: string;
  readonly shortDescription: string;
  readonly longDescription: string;
  readonly tags: readonly string[];
  readonly inviteScopes: readonly string[];
  readonly invitePermissions: string;
  readonly prefix: string;
  readonly websiteUrl: string;
  readonly supportUrl: string;
  readonly sourceUrl: string;
  readonly privacyUrl: string;
  readonly followsPlatform: boolean;
}

export interface Owner {
  readonly userId: string;
  readonly name: string;
  readonly isCoOwner: boolean;
  readonly isAccepted: boolean;
}

export interface Move {
  readonly fromState: ListingState | null;
  readonly toState: ListingState;
  readonly userName: string | null;
  readonly reason: string | null;
  readonly movedAt: string;
  /** Somebody who did not manage the listing then has submitted it since; only moderators get such moves. */
  readonly isBeforeTakeOver: boolean;
  readonly voteCountBefore: number | null;
}

export interface Delivery {
  readonly id: string;
  readonly kind: keyof typeof texts.deliveries.kinds;
  readonly state: keyof typeof texts.deliveries.states;
  readonly round: number;
  readonly userId: string;
  readonly nextAttemptAt: string | null;
}

export interface Attempt {
  readonly deliveryId: string;
  readonly round: number;
  readonly number: number;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly statusCode: number | null;
  readonly failure: string | null;
  readonly explanation: string;
  readonly excerpt: string;
  readonly retryAfterSeconds: number | null;
  readonly delivery: Delivery;
}
