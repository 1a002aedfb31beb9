import { defineSearchAttributeKey, SearchAttributeType } from '@temporalio/common';

/** What operators can filter deliveries by in the Temporal UI. */
export const botId = defineSearchAttributeKey('BotId', SearchAttributeType.KEYWORD);
/** `new` until the first attempt is over, then `waiting` or how it ended. */
export const deliveryState = defineSearchAttributeKey('DeliveryState', SearchAttributeType.KEYWORD);
/** The last attempt that failed. */
export const attemptNumber = defineSearchAttributeKey('DeliveryAttempt', SearchAttributeType.INT);

export const SEARCH_ATTRIBUTES = {
  BotId: 'Keyword',
  DeliveryState: 'Keyword',
  DeliveryAttempt: 'Int',
} as const;
