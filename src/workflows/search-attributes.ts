import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';

/** The search attributes by which operators filter deliveries in the Temporal UI. */
export const botId = defineSearchAttributeKey('BotId', SearchAttributeType.KEYWORD);
/** `new` until the first attempt is over, then `waiting`, then the final state. */
export const deliveryState = defineSearchAttributeKey('DeliveryState', SearchAttributeType.KEYWORD);
/** The number of the last failed attempt. */
export const attemptNumber = defineSearchAttributeKey('DeliveryAttempt', SearchAttributeType.INT);

export const SEARCH_ATTRIBUTES = {
  BotId: 'Keyword',
  DeliveryState: 'Keyword',
  DeliveryAttempt: 'Int',
} as const;
