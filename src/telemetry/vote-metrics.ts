import { Counter, type Registry } from 'prom-client';
import type { OnVote } from '../domain/vote/cast.ts';

/** Counts votes by outcome. The reason of a refusal is its code, of which there are few. */
export function createVoteMetrics(registry: Registry): OnVote {
  const votes = new Counter({
    name: 'votes_total',
    help: 'Votes that were accepted, refused (by code of the refusal), or failed because of a fault of the service.',
    labelNames: ['outcome', 'reason'],
    registers: [registry],
  });
  // A series that begins at its first failure would hide that failure from rates.
  for (const outcome of ['accepted', 'failed']) votes.inc({ outcome, reason: '' }, 0);
  return (outcome) => {
    if (outcome === 'accepted' || outcome === 'failed') votes.inc({ outcome, reason: '' });
    else votes.inc({ outcome: 'refused', reason: outcome });
  };
}
