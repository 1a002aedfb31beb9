/** The workflows that Temporal runs: the worker bundles this file. Code here must be deterministic. */
export { deliverVote } from './deliver-vote.ts';
export { refreshListings, remindToVote, sendNotice } from './earlier-workflows.ts';
