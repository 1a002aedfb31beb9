import { useContext, useEffect, useRef, useState } from 'preact/hooks';
import type { VariablesOf } from '../../../documents/graphql.ts';
import { DAY_MS } from '../../../lib/day.ts';
import { ActForm, ActOutcome, Acts, SendButton } from '../../client/act.tsx';
import { Button } from '../../client/buttons.tsx';
import { InputField } from '../../client/fields.tsx';
import { errorOf, mutate, type Refused } from '../../client/graphql.ts';
import { focusFirst } from '../../client/page.ts';
import { Section } from '../../client/section.tsx';
import { openStream } from '../../client/stream.ts';
import { readTime, toLocalTime } from '../../client/time.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { messages } from '../../words/messages.ts';
import { explanationOf } from '../attempt-words.ts';
import { MayChange } from '../tabs.ts';
import { DeliveryItem } from './delivery-item.tsx';
import {
  type DeliveryRow,
  RESEND_ALL,
  type RecentAttempt,
  WATCH_DELIVERIES,
  type Watched,
} from './documents.ts';
import { type Filter, FilterBar, isFiltered, readFilter, writeFilter } from './filter.tsx';
import { ReplaySection } from './replay-section.tsx';
import { DeliveryStatistics, LastAttempts } from './statistics.tsx';

const labels = messages.deliveries;
const PAGE = 20;

type ConnectionState = 'connecting' | 'live' | 'lost';

/** What the stream of a bot's deliveries tells, and whether it is connected. */
function useWatched(botId: string, filter: Filter, onWatched: (bot: Watched) => void) {
  const [shown, setShown] = useState<Watched>();
  const [state, setState] = useState<ConnectionState>('connecting');
  const [refusal, setRefusal] = useState<Refused>();
  useEffect(() => {
    setShown((before) => before && { ...before, deliveries: null });
    const variables: VariablesOf<typeof WATCH_DELIVERIES> = { botId, filter, first: PAGE };
    return openStream<{ bot: Watched }>(
      WATCH_DELIVERIES,
      variables,
      (message) => {
        const error = errorOf(message);
        // The subscription is over then.
        if (error) setRefusal(error);
        else if (message.data) {
          setState('live');
          setShown(message.data.bot);
          onWatched(message.data.bot);
        }
        return !error;
      },
      () => setState('lost'),
    );
  }, [botId, filter, onWatched]);
  /** The stream tells of the change too, but of an old delivery perhaps not. */
  const change = (changed: DeliveryRow) =>
    setShown((before) => {
      const rows = before?.deliveries?.map((delivery) => (delivery.id === changed.id ? changed : delivery));
      return before && { ...before, deliveries: rows ?? [] };
    });
  return { shown, state, refusal, change };
}

/** What the reader has chosen: a filter, and the delivery that is open. */
function useChoice() {
  const [filter, setFilter] = useState(() => readFilter(location.search));
  const [openId, setOpenId] = useState<string>();
  const choose = (changed: Filter) => {
    setFilter(changed);
    writeFilter(changed);
    // An open delivery is shown even where the list leaves it out. It is not what this filter asks for.
    setOpenId(undefined);
  };
  return { filter, choose, openId, setOpenId };
}

/** The deliveries of a bot, live: statistics, the last attempts, and a list with filters and details. */
export function DeliveriesSection({
  botId,
  hasWebhook,
  isHeld,
  onWatched,
}: {
  botId: string;
  hasWebhook: boolean;
  /** The operator holds all deliveries. */
  isHeld: boolean;
  /** Gets what is shown, and the state of the webhook with it. */
  onWatched: (bot: Watched) => void;
}) {
  const mayChange = useContext(MayChange);
  const { filter, choose, openId, setOpenId } = useChoice();
  const { shown, state, refusal, change } = useWatched(botId, filter, onWatched);
  const attempts = shown?.recentAttempts ?? [];
  const deliveries = shown?.deliveries ?? undefined;
  const [newest] = attempts;
  // Before something was sent, there is nothing to count, filter or resend. Later the fields stay, whatever a filter
  // leaves out.
  const isUsed = useRef(false);
  isUsed.current ||= isFiltered(filter) || attempts.length > 0 || (deliveries?.length ?? 0) > 0;
  const oldest = deliveries?.at(-1);
  const rows = withOpened(deliveries, attempts, openId);
  const open = (deliveryId: string) => {
    setOpenId(deliveryId);
    focusFirst(`#delivery-${deliveryId} button`);
  };
  return (
    <Section id="deliveries" title={messages.sections.deliveries}>
      {isHeld && <p class="notice">{labels.held}</p>}
      <Connection state={state} refusal={refusal} newest={newest} />
      {isUsed.current && <DeliveryStatistics data={shown?.deliveryStatistics} attempts={attempts} />}
      {attempts.length > 0 && <LastAttempts attempts={attempts} onOpen={open} />}
      {isUsed.current && <FilterBar filter={filter} onChange={choose} />}
      {!deliveries && !refusal && <Skeleton />}
      {deliveries?.length === 0 && (
        <p class="muted empty">
          {isFiltered(filter) ? labels.noneFits : hasWebhook ? labels.empty : labels.emptyWithoutWebhook}
        </p>
      )}
      {rows && rows.length > 0 && (
        <ol class="items framed ruled overflow-clip" aria-label={messages.sections.deliveries}>
          {rows.map((delivery) => (
            <DeliveryItem
              key={delivery.id}
              botId={botId}
              delivery={delivery}
              isOpen={delivery.id === openId}
              onToggle={() => setOpenId(delivery.id === openId ? undefined : delivery.id)}
              onChange={change}
            />
          ))}
        </ol>
      )}
      {deliveries?.length === PAGE && oldest && (
        <div class="actions">
          <Button onClick={() => choose({ ...filter, to: oldest.createdAt })}>{labels.older}</Button>
        </div>
      )}
      {mayChange && isUsed.current && <ResendAll botId={botId} />}
      {hasWebhook && isUsed.current && <ReplaySection botId={botId} />}
    </Section>
  );
}

/** An attempt may belong to a delivery that the list leaves out. While it is open, it comes first. */
function withOpened(
  deliveries: readonly DeliveryRow[] | undefined,
  attempts: readonly RecentAttempt[],
  openId: string | undefined,
): readonly DeliveryRow[] | undefined {
  const opened = attempts.find(({ deliveryId }) => deliveryId === openId)?.delivery;
  const isListed = !opened || deliveries?.some(({ id }) => id === openId);
  return isListed ? deliveries : [opened, ...(deliveries ?? [])];
}

/** Whether the page is live. Screen readers also hear of each new attempt. */
function Connection({
  state,
  refusal,
  newest,
}: {
  state: ConnectionState;
  refusal: Refused | undefined;
  newest: RecentAttempt | undefined;
}) {
  return (
    <>
      <p class={`connection ${refusal ? 'lost' : state}`} role="status">
        {refusal?.message ?? labels[state]}
      </p>
      <p class="sr-only" role="status">
        {newest &&
          labels.newest({
            status: newest.statusCode ?? newest.failure ?? '',
            explanation: explanationOf(newest),
          })}
      </p>
    </>
  );
}

/** Resends all deliveries that failed at or after a chosen time. */
function ResendAll({ botId }: { botId: string }) {
  const [dayAgo] = useState(() => toLocalTime(Date.now() - DAY_MS));
  const resend = async (typed: (name: string) => string) => {
    const time = readTime(typed('since'));
    if (time === undefined) return labels.sinceMissing;
    const { count } = await mutate(RESEND_ALL, { botId, since: time });
    return labels.resentAll({ count });
  };
  return (
    <Acts>
      <ActForm act={resend} field="since" keeps>
        <h3>{labels.resendAll}</h3>
        <InputField
          name="since"
          label={labels.since}
          type="datetime-local"
          defaultValue={dayAgo}
          beside={<SendButton>{labels.resendAllButton}</SendButton>}
        />
        <ActOutcome />
      </ActForm>
    </Acts>
  );
}
