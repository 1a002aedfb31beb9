/** Everything that is exported from here is registered as a workflow, or belongs to one. */
export { deliverVote } from './deliver-vote.ts';
export { refreshListings } from './refresh-listings.ts';
