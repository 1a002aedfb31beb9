import { useEffect, useState } from 'preact/hooks';
import { focusFirst } from '../focus.ts';
import { mutate } from '../request/graphql.ts';
import { Loading } from '../request/loading.tsx';
import { OutcomeLine } from '../request/outcome-line.tsx';
import type { Refused } from '../request/refused.ts';
import { type ConnectionState, subscribe } from '../request/subscribe.ts';
import { useAction } from '../request/use-action.ts';
import { Section } from '../section.tsx';
import { texts } from '../texts.ts';
import { AttemptItem } from './attempt-item.tsx';
import { RESEND, WATCH_DELIVERIES, type Watched } from './documents.ts';
import { ResendAll } from './resend-all.tsx';

type Watching = NonNullable<Watched['deliveries']>[number];

const labels = texts.deliveries;

/** The last attempts to deliver votes, live. */
export function DeliveriesSection({ botId }: { botId: string }) {
  const [shown, setShown] = useState<Watched>();
  const [state, setState] = useState<ConnectionState>('connecting');
  const [refusal, setRefusal] = useState<Refused>();
  const { isBusy, outcome, run } = useAction();
  useEffect(
    () =>
      subscribe(
        WATCH_DELIVERIES,
        { botId },
        { onData: ({ bot }) => setShown(bot), onState: setState, onRefused: setRefusal },
      ),
    [botId],
  );
  const resend = (deliveryId: string) =>
    void run(async () => {
      await mutate(RESEND, { botId, deliveryId });
      focusFirst('#attempts-title');
      return labels.resent;
    });
  const attempts = shown?.recentAttempts ?? [];
  const newest = attempts[0];
  const waiting = shown?.deliveries?.filter(isWaitingForFirst).length ?? 0;
  return (
    <Section id="deliveries" title={texts.sections.deliveries}>
      <p class={`connection ${refusal ? 'lost' : state}`} role="status">
        {refusal?.message ?? { connecting: labels.connecting, live: labels.live, lost: labels.lost }[state]}
      </p>
      <p class="hidden" role="status">
        {newest && labels.newest(newest.statusCode ?? newest.failure ?? '', newest.explanation)}
      </p>
      {!shown && !refusal && <Loading />}
      {waiting > 0 && <p>{labels.waiting(waiting)}</p>}
      {shown && attempts.length === 0 && <p class="muted">{labels.empty}</p>}
      {attempts.length > 0 && (
        <>
          <h3 id="attempts-title" tabIndex={-1}>
            {labels.caption}
          </h3>
          <ol class="attempts" aria-labelledby="attempts-title">
            {attempts.map((attempt, index, all) => (
              <AttemptItem
                key={`${attempt.deliveryId}/${attempt.round}/${attempt.number}`}
                attempt={attempt}
                isLatest={all.findIndex(({ deliveryId }) => deliveryId === attempt.deliveryId) === index}
                isBusy={isBusy}
                onResend={resend}
              />
            ))}
          </ol>
        </>
      )}
      <ResendAll botId={botId} />
      <OutcomeLine outcome={outcome} />
    </Section>
  );
}

function isWaitingForFirst({ state, round, attempts }: Watching): boolean {
  return state === 'PENDING' && !attempts.some((attempt) => attempt.round === round);
}
