/** The workflows that Temporal runs: the worker bundles this file. Code here must be deterministic. */
export { deliverVote } from './deliver-vote.ts';
export { remindToVote, sendNotice } from './earlier-workflows.ts';
export { refreshListings } from './refresh-listings.ts';
