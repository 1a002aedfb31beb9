import { Button } from '../client/form/button.tsx';
import { mutate } from '../client/request/graphql.ts';
import { OutcomeLine } from '../client/request/outcome-line.tsx';
import { useAction } from '../client/request/use-action.ts';
import { locale } from '../words/current-language.ts';
import { messages } from '../words/messages.ts';
import { CLAIM, RELEASE, type Review } from './documents.ts';

const labels = messages.moderationTools.claim;
/** A claim ends within minutes. */
const clock = new Intl.DateTimeFormat(locale(), { timeStyle: 'short' });

/** Who works on the listing. The button claims it, gives it back, or takes it over. */
export function ClaimBar({
  botId,
  claim,
  viewerId,
  onReload,
}: {
  botId: string;
  claim: Review['claim'] | undefined;
  viewerId: string | undefined;
  onReload: () => Promise<void>;
}) {
  const { isBusy, outcome, run } = useAction();
  const isMine = claim?.userId === viewerId;
  const act = (work: () => Promise<unknown>) =>
    void run(async () => {
      try {
        await work();
      } finally {
        await onReload();
      }
      return undefined;
    });
  return (
    <div class={`claim ${claim && !isMine ? 'taken' : ''}`}>
      <p>
        {claim ? (
          <>
            {isMine ? labels.mine : labels.by({ name: claim.userName ?? claim.userId })}{' '}
            <time dateTime={claim.claimedUntil}>{clock.format(new Date(claim.claimedUntil))}</time>
          </>
        ) : (
          <span class="muted">{labels.none}</span>
        )}
      </p>
      {claim && isMine ? (
        <Button isBusy={isBusy} shortcut="c" onClick={() => act(() => mutate(RELEASE, { botId }))}>
          {labels.release}
        </Button>
      ) : (
        <Button
          isBusy={isBusy}
          shortcut="c"
          onClick={() =>
            act(() => mutate(CLAIM, { botId, takesOver: claim !== null && claim !== undefined }))
          }
        >
          {claim ? labels.takeOver : labels.claim}
        </Button>
      )}
      <OutcomeLine outcome={outcome} />
    </div>
  );
}
