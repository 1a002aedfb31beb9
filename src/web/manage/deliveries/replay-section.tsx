import { useContext, useEffect, useState } from 'preact/hooks';
import { DAY_MS } from '../../../lib/day.ts';
import { ActButton, ActOutcome, Acts, ReloadProvider, SendButton, useActs } from '../../client/act.tsx';
import { useData } from '../../client/data.tsx';
import { InputField, SelectField } from '../../client/fields.tsx';
import { Form } from '../../client/form.tsx';
import { mutate, query } from '../../client/graphql.ts';
import { formatDuration, readTime, Time, toLocalTime } from '../../client/time.tsx';
import { messages } from '../../words/messages.ts';
import { MayChange } from '../tabs.ts';
import { REPLAY_PREVIEW, REPLAYS, type Replay, START_REPLAY, STOP_REPLAY } from './documents.ts';

const labels = messages.replay;
const deliveryLabels = messages.deliveries;
const STATES = ['DELIVERED', 'FAILED', 'CANCELLED'] as const;
/** As the schema offers them. */
const RATES = ['1', '5', '20'] as const;
const REFRESH_MS = 2000;

/** Sends a range of deliveries again, shows how far that is, and the last replays. */
export function ReplaySection({ botId }: { botId: string }) {
  const mayChange = useContext(MayChange);
  const { data, reload } = useData(async () => (await query(REPLAYS, { botId })).bot?.replays ?? []);
  const running = data?.find(({ state }) => state === 'RUNNING');
  const isRunning = running !== undefined;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => void reload(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [isRunning, reload]);
  const ended = data?.filter((replay) => replay !== running) ?? [];
  if (!mayChange && !data?.length) return null;
  return (
    <div class="mt-6">
      <h3>{labels.title}</h3>
      <ReloadProvider value={reload}>
        {/* Each has an outcome of its own. */}
        <Acts key={isRunning ? 'stop' : 'start'}>
          {running ? (
            <Running botId={botId} replay={running} mayChange={mayChange} />
          ) : (
            mayChange && <ReplayForm botId={botId} />
          )}
        </Acts>
      </ReloadProvider>
      {ended.length > 0 && (
        <>
          <h4>{labels.last}</h4>
          <ol>
            {ended.map((replay) => (
              <li key={replay.id} class="my-1.5">
                <Time at={replay.startedAt} isRecent />{' '}
                <span class="badge">{labels.stateNames[replay.state]}</span> {labels.sent(replay)}{' '}
                <Range replay={replay} />
              </li>
            ))}
          </ol>
        </>
      )}
    </div>
  );
}

/** Which deliveries a replay sends. */
function Range({ replay: { from, to, states, userId } }: { replay: Replay }) {
  return (
    <span class="muted">
      <Time at={from} />
      {' – '}
      <Time at={to} />
      {` · ${[...states.map((state) => deliveryLabels.states[state]), ...(userId ? [userId] : [])].join(', ')}`}
    </span>
  );
}

function Running({ botId, replay, mayChange }: { botId: string; replay: Replay; mayChange: boolean }) {
  const { id, sent, total, perSecond } = replay;
  const left = formatDuration(Math.ceil((total - sent) / perSecond) * 1000);
  const stop = async () => {
    await mutate(STOP_REPLAY, { botId, replayId: id });
    return labels.stopped;
  };
  return (
    <>
      <p>
        <Range replay={replay} />
      </p>
      <progress class="w-full accent-accent" value={sent} max={total} aria-label={labels.title} />
      <p role="status">
        {labels.sent(replay)} <span class="muted">{labels.left({ duration: left })}</span>
      </p>
      {mayChange && (
        <div class="actions">
          <ActButton act={stop}>{labels.stop}</ActButton>
        </div>
      )}
      <ActOutcome />
    </>
  );
}

/** What the reader has chosen. Each change makes the count out of date. */
function useWanted() {
  const [wanted, setWanted] = useState<{
    from: string;
    to: string;
    state: (typeof STATES)[number] | '';
    userId: string;
    rate: (typeof RATES)[number];
  }>(() => ({
    from: toLocalTime(Date.now() - DAY_MS),
    to: toLocalTime(Date.now()),
    state: 'FAILED',
    userId: '',
    rate: '5',
  }));
  const [counted, setCounted] = useState<{ count: number; seconds: number }>();
  const choose = (changed: Partial<typeof wanted>) => {
    setWanted((before) => ({ ...before, ...changed }));
    setCounted(undefined);
  };
  const [from, to] = [readTime(wanted.from), readTime(wanted.to)];
  const userId = wanted.userId.trim() || null;
  const filter = from && to && { from, to, userId, states: wanted.state ? [wanted.state] : null };
  return { wanted, choose, counted, setCounted, filter };
}

function ReplayForm({ botId }: { botId: string }) {
  const { act } = useActs();
  const { wanted, choose, counted, setCounted, filter } = useWanted();
  const { from, to, state, userId, rate } = wanted;
  const perSecond = Number(rate);
  const preview = async () => {
    if (!filter) return labels.times;
    setCounted(await mutate(REPLAY_PREVIEW, { botId, filter, perSecond }));
    return undefined;
  };
  const start = async () => {
    if (!filter) return labels.times;
    await mutate(START_REPLAY, { botId, filter, perSecond });
    setCounted(undefined);
    return labels.started;
  };
  return (
    <Form onSend={() => act(preview, { isRead: true })}>
      <p class="hint">{labels.what}</p>
      <div class="fit-11 gap-x-3 gap-y-2 items-end">
        <InputField
          label={deliveryLabels.from}
          type="datetime-local"
          value={from}
          onValue={(value) => choose({ from: value })}
        />
        <InputField
          label={deliveryLabels.to}
          type="datetime-local"
          value={to}
          onValue={(value) => choose({ to: value })}
        />
        <SelectField
          label={labels.states}
          value={state}
          options={[['', labels.all], ...STATES.map((each) => [each, deliveryLabels.states[each]] as const)]}
          onValue={(value) => choose({ state: value })}
        />
        <InputField
          label={deliveryLabels.user}
          inputMode="numeric"
          maxLength={19}
          placeholder={deliveryLabels.anyUser}
          value={userId}
          onValue={(value) => choose({ userId: value })}
        />
        <SelectField
          label={labels.rate}
          value={rate}
          options={RATES.map((count) => [count, labels.perSecond({ count })] as const)}
          onValue={(value) => choose({ rate: value })}
        />
      </div>
      {counted && (
        <p role="status">
          {labels.counted({ count: counted.count, duration: formatDuration(counted.seconds * 1000) })}
        </p>
      )}
      <div class="actions">
        <SendButton>{labels.preview}</SendButton>
        {counted && counted.count > 0 && (
          <ActButton kind="main" act={start}>
            {labels.start}
          </ActButton>
        )}
      </div>
      <ActOutcome />
    </Form>
  );
}
