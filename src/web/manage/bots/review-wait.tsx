import { query } from '../../client/request/graphql.ts';
import { useData } from '../../client/request/use-data.ts';
import { wordWait } from '../../kit/time.tsx';
import { messages } from '../../words/messages.ts';
import { REVIEW_TIME } from './documents.ts';

const labels = messages.reviewWait;

/** For owners of a listing that waits: how many listings wait, and how long reviews took lately. */
export function ReviewWait() {
  const { data, refusal } = useData(async () => (await query(REVIEW_TIME, {})).reviewTime);
  // The list of bots is worth more than an error about this.
  if (refusal || !data) return null;
  const { waitingCount, medianSeconds } = data;
  return (
    <p class="notice">
      {labels.waiting({ count: waitingCount })}{' '}
      {medianSeconds === null
        ? labels.unknown
        : labels.usual({ wait: wordWait(medianSeconds, messages.common.wait) })}
    </p>
  );
}
