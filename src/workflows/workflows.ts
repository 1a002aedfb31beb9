/** The workflows that Temporal runs: the worker bundles this file. Code here must be deterministic. */
export { deliverVote } from './deliver-vote.ts';
export { refreshListings } from './refresh-listings.ts';
export { remindToVote } from './remind-to-vote.ts';
export { sendNotice } from './send-notice.ts';
