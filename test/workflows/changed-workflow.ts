import { upsertSearchAttributes } from '@temporalio/workflow';
import { deliveryState } from '../../src/workflows/search-attributes.ts';

/* What a careless change could make of the workflows. */

export async function deliverVote(): Promise<void> {
  upsertSearchAttributes([{ key: deliveryState, value: 'started' }]);
}

export { deliverVote as refreshListings, deliverVote as remindToVote, deliverVote as sendNotice };
