import type { VNode } from 'preact';
import { graphql, type ResultOf } from '../../documents/graphql.ts';
import { Icon } from '../kit/icon.tsx';
import { messages } from '../words/messages.ts';

export const CHANNELS_PATH = '/notices/channels';
/** The parameters of the settings page after a channel was changed, or a test was sent. */
export const CHANGED = 'channel';

export const noticeChannelsViewer = graphql(
  'fragment NoticeChannelsViewer on Viewer { noticeChannels { id kind label isConfirmed failure } pushKey }',
);

type Channel = ResultOf<typeof noticeChannelsViewer>['noticeChannels'][number];

/** What the section of channels shows. */
export interface ChannelsShown {
  readonly viewer: ResultOf<typeof noticeChannelsViewer>;
  /** The ways in which this site can send notices. */
  readonly kinds: readonly Channel['kind'][];
  /** What has just become of a channel. */
  readonly outcome: string | null;
}

/** The ways by which the viewer's notices leave the site, and forms to add others. */
export function NoticeChannels({ channels: { viewer, kinds, outcome } }: { channels: ChannelsShown }): VNode {
  const labels = messages.noticeChannels;
  const told = (Object.keys(labels.outcomes) as (keyof typeof labels.outcomes)[]).find(
    (name) => name === outcome,
  );
  return (
    <section id="channels" class="mt-10" aria-labelledby="channels-title">
      <h2 id="channels-title">{labels.title}</h2>
      {told ? (
        <p role={told === 'sent' || told === 'saved' ? 'status' : 'alert'}>{labels.outcomes[told]}</p>
      ) : null}
      {viewer.noticeChannels.length === 0 ? (
        <p>{labels.none}</p>
      ) : (
        <ul class="own items card ruled">{viewer.noticeChannels.map(Row)}</ul>
      )}
      <div class="mt-5 fill-18 gap-4">
        <PushForm pushKey={viewer.pushKey} />
        {kinds.includes('EMAIL') ? (
          <AddForm
            kind="EMAIL"
            input={<input type="email" name="email" required autocomplete="email" maxlength={254} />}
          />
        ) : null}
        {(['DISCORD', 'SLACK'] as const).map((kind) => (
          <AddForm
            kind={kind}
            input={
              <input
                type="url"
                name="url"
                required
                maxlength={500}
                autocomplete="off"
                placeholder={labels.examples[kind]}
              />
            }
          />
        ))}
      </div>
    </section>
  );
}

function Row({ id, kind, label, isConfirmed, failure }: Channel): VNode {
  const labels = messages.noticeChannels;
  const path = `${CHANNELS_PATH}/${id}`;
  return (
    <li>
      <div>
        <h3>{labels.kinds[kind]}</h3>
        <p dir="auto">{label}</p>
        {failure ? (
          <p class="text-bad">
            <Icon name="triangle-alert" /> {labels.failures[failure]}
          </p>
        ) : null}
        {isConfirmed ? null : (
          <form method="post" action={path} class="mt-3 flex flex-wrap items-end gap-2">
            <input type="hidden" name="action" value="confirm" />
            <label>
              <span>{labels.code}</span>
              <input
                class="w-32"
                name="code"
                required
                inputmode="numeric"
                autocomplete="one-time-code"
                maxlength={6}
                pattern="\d{6}"
              />
            </label>
            <button type="submit" class="button">
              {labels.confirm}
            </button>
          </form>
        )}
      </div>
      <form method="post" action={path} class="does">
        {isConfirmed ? <Act action="test" shown={labels.test} named={labels.testNamed({ label })} /> : null}
        <Act action="remove" shown={labels.remove} named={labels.removeNamed({ label })} />
      </form>
    </li>
  );
}

const Act = ({ action, shown, named }: { action: string; shown: string; named: string }): VNode => (
  <button type="submit" name="action" value={action} class="quiet" aria-label={named}>
    {shown}
  </button>
);

const FORM = 'card flex [&[hidden]]:hidden flex-col items-start gap-3 p-5';
const TEXT = 'm-0 text-small text-muted';

/** Its script fills in the subscription of the browser. Without scripts there are no pushes. */
function PushForm({ pushKey }: { pushKey: string }): VNode {
  const labels = messages.noticeChannels;
  return (
    <>
      <form
        method="post"
        action={CHANNELS_PATH}
        class={`${FORM} push`}
        hidden
        data-key={pushKey}
        data-denied={labels.pushDenied}
        data-failed={labels.pushFailed}
      >
        <h3 class="m-0 text-body">{labels.kinds.PUSH}</h3>
        <p class={TEXT}>{labels.hints.PUSH}</p>
        <p class="m-0 text-small" role="alert" hidden />
        {['endpoint', 'p256dh', 'auth', 'label'].map((name) => (
          <input type="hidden" name={name} />
        ))}
        <input type="hidden" name="kind" value="PUSH" />
        <button type="submit" class="button mt-auto">
          {labels.turnOn}
        </button>
      </form>
      <p class={`${TEXT} no-push`} hidden>
        {labels.noPush}
      </p>
    </>
  );
}

function AddForm({ kind, input }: { kind: 'EMAIL' | 'DISCORD' | 'SLACK'; input: VNode }): VNode {
  const labels = messages.noticeChannels;
  return (
    <form method="post" action={CHANNELS_PATH} class={FORM}>
      <h3 class="m-0 text-body">{labels.kinds[kind]}</h3>
      <p class={TEXT}>{labels.hints[kind]}</p>
      <input type="hidden" name="kind" value={kind} />
      <Labelled label={labels.fields[kind]} input={input} />
      <button type="submit" class="button mt-auto">
        {labels.add}
      </button>
    </form>
  );
}

const Labelled = ({ label, input }: { label: string; input: VNode }): VNode => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the input is in the label.
  <label class="grid gap-[.3rem] w-full text-small">
    <span>{label}</span>
    {input}
  </label>
);
