import type { ClaimedDelivery } from '../../domain/delivery/claim.ts';
import type { WithClock, WithDatabase } from '../../domain/kernel/needs.ts';
import type { Claim } from './claim.ts';
import type { HandOver } from './hand-over.ts';
import type { ReceiverPace } from './receiver-pace.ts';

/** Maximum concurrent first attempts per receiver in one lane. */
export const MAX_OF_ONE = 8;
/** Interval at which a lane looks for deliveries that other processes committed. */
export const POLL_MS = 250;

/** What both lanes need. */
export interface LaneParts {
  readonly services: WithDatabase & WithClock;
  readonly pace: ReceiverPace;
  readonly claim: Claim;
  readonly handOver: HandOver;
  /** Aborted when the lane has to start nothing more. */
  readonly closed: AbortSignal;
}

export interface Lane {
  /** Resolves when the starts under way are finished, after `closed` is aborted. */
  close(): Promise<void>;
}

export function isLeased({ leasedUntil }: ClaimedDelivery, { now }: WithClock): boolean {
  return leasedUntil > now();
}
