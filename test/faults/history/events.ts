/** Section 8 of the contract. Not the service's own: nothing that is checked here comes from its code. */
export const WINDOW_MS = 12 * 60 * 60 * 1000;

/** A vote as clients know it: times in Unix ms. */
export interface KnownVote {
  readonly userId: string;
  readonly votedAt: number;
}

/** From a client's question to its answer, in Unix ms. */
interface Asked {
  readonly botId: string;
  readonly start: number;
  readonly end: number;
}

/** A user casts a vote. An answer that did not come leaves open whether it was recorded. */
export interface CastEvent extends Asked, Pick<KnownVote, 'userId'> {
  readonly kind: 'cast';
  readonly outcome: 'accepted' | 'refused' | 'unknown';
  /** Of the vote that was recorded, or of the one that the refusal names. */
  readonly votedAt: number | null;
}

/** A bot asks whether a user has voted. */
export interface CheckEvent extends Asked, Pick<KnownVote, 'userId'> {
  readonly kind: 'check';
  readonly votedAt: number | null;
}

/** A bot reads its whole log, newest first. */
export interface LogEvent extends Asked {
  readonly kind: 'log';
  readonly votes: readonly KnownVote[];
}

/** A client begins to follow the votes of a bot, from its first one on. */
export interface FollowEvent {
  readonly kind: 'follow';
  readonly botId: string;
  readonly stream: string;
}

/** A vote comes on a stream. */
export interface StreamedEvent extends KnownVote {
  readonly kind: 'streamed';
  readonly botId: string;
  /** The client that follows: it keeps its position when it connects again. */
  readonly stream: string;
  readonly id: string;
  readonly at: number;
}

/** A delivery reaches the bot's webhook. */
export interface ReceiptEvent extends KnownVote {
  readonly kind: 'receipt';
  readonly botId: string;
  readonly deliveryId: string;
  readonly at: number;
}

export type HistoryEvent = CastEvent | CheckEvent | LogEvent | FollowEvent | StreamedEvent | ReceiptEvent;

/** What clients asked and were told, in the order in which they were told. */
export type History = readonly HistoryEvent[];
