import { WholeIcon } from '../../kit/icon.tsx';
import { wordWait } from '../../kit/time.tsx';
import { messages } from '../../words/messages.ts';
import { pathOf } from '../edit/tabs.ts';

const labels = messages.submitted;

/**
 * Confirms to the owner that the listing was submitted, until a moderator has decided. It says how long that takes, and
 * what the owner can do meanwhile.
 *
 * @param medianSeconds how long reviews took lately; null when there were too few to tell
 */
export function Submitted({
  botId,
  medianSeconds,
}: {
  botId: string;
  medianSeconds: number | null | undefined;
}) {
  return (
    <section class="submitted" aria-labelledby="submitted-title">
      {WholeIcon('check')}
      <div>
        <h2 id="submitted-title">{labels.title}</h2>
        <p>
          {typeof medianSeconds === 'number'
            ? labels.usual({ wait: wordWait(medianSeconds, messages.common.wait) })
            : labels.unknown}
        </p>
        <p>
          {labels.meanwhile} <a href={pathOf(botId, 'listing')}>{labels.openListing}</a>
        </p>
      </div>
    </section>
  );
}
