import { useContext, useState } from 'preact/hooks';
import { ActButton, ActOutcome, Acts } from '../../client/act.tsx';
import { CopyButton, SMALL_COPY } from '../../client/copy.tsx';
import { mutate } from '../../client/graphql.ts';
import { formatDuration, Time } from '../../client/time.tsx';
import { messages } from '../../words/messages.ts';
import { explanationOf } from '../attempt-words.ts';
import { MayChange } from '../tabs.ts';
import { type Attempt, type DeliveryDetails, SIGNATURES } from './documents.ts';

const labels = messages.deliveries;

interface AttemptProps {
  readonly botId: string;
  readonly attempt: Attempt;
  readonly request: Pick<DeliveryDetails, 'id' | 'requestHeaders' | 'requestBody'>;
}

const SIDE = 'min-w-0 [&>button]:mt-2';
const SIDE_TITLE = 'mt-0 mb-2 text-small';

/** One attempt: its result in a sentence, and the request beside the response. */
export function AttemptView({ botId, attempt, request }: AttemptProps) {
  const { startedAt, durationMs, statusCode, excerpt, responseHeaders } = attempt;
  return (
    <div>
      <p class="flex flex-wrap gap-x-3 gap-y-[.15rem] items-baseline mt-0 mb-3">
        <strong>{explanationOf(attempt)}</strong>
        <span class="muted">
          <Time at={startedAt} isRecent /> · {formatDuration(durationMs)}
        </span>
        {attempt.retryAfterSeconds !== null && (
          <span class="muted">{labels.retryAfter({ count: attempt.retryAfterSeconds })}</span>
        )}
      </p>
      <div class="fit-20 gap-x-5 gap-y-4">
        <section class={SIDE} aria-label={labels.request}>
          <h4 class={SIDE_TITLE}>{labels.request}</h4>
          <RequestHeaders botId={botId} attempt={attempt} request={request} />
          <Block
            title={labels.body}
            text={indented(request.requestBody)}
            copied={request.requestBody}
            of={labels.request}
          />
        </section>
        <section class={SIDE} aria-label={labels.response}>
          <h4 class={SIDE_TITLE}>
            {labels.response} {statusCode !== null && <span class="muted">{statusCode}</span>}
          </h4>
          {statusCode === null ? (
            <p class="muted">{labels.noResponse}</p>
          ) : (
            <>
              {responseHeaders && (
                <Block title={labels.headers} text={headersAsText(responseHeaders)} of={labels.response} />
              )}
              {excerpt === '' ? (
                <p class="muted">{responseHeaders ? labels.noBody : labels.bodyGone}</p>
              ) : (
                <Block title={labels.body} text={indented(excerpt)} copied={excerpt} of={labels.response} />
              )}
            </>
          )}
        </section>
      </div>
    </div>
  );
}

/** The headers of the request. The signatures among them come when a manager asks for them. */
function RequestHeaders({
  botId,
  attempt: { round, number },
  request: { id, requestHeaders },
}: AttemptProps) {
  const mayChange = useContext(MayChange);
  const [signatures, setSignatures] = useState<readonly Header[]>();
  const isSigned = requestHeaders.some(({ name }) => name === 'webhook-signature');
  const show = async () => {
    const { headers } = await mutate(SIGNATURES, { botId, deliveryId: id, round, number });
    setSignatures(headers ?? []);
    return headers ? undefined : labels.noSignature;
  };
  const shown = [
    ...requestHeaders.filter(({ name }) => !signatures?.some((signature) => signature.name === name)),
    ...(signatures ?? []),
  ];
  return (
    <Acts>
      <Block title={labels.headers} text={headersAsText(shown)} of={labels.request} />
      {mayChange && isSigned && !signatures && (
        <ActButton isRead act={show}>
          {labels.showSignature}
        </ActButton>
      )}
      <ActOutcome />
    </Acts>
  );
}

const TEXT_HEAD =
  'flex justify-between items-center gap-2 line-b py-1 ps-3 pe-[.35rem] bg-sunken text-tiny text-muted font-semibold';
const TEXT =
  'm-0 border-0 rounded-none max-h-72 overflow-auto text-tiny leading-normal bg-transparent whitespace-pre-wrap ' +
  'focus-visible:outline-offset-[-3px]';

/** @param copied the text that the button copies, where it is not the one that is shown */
function Block({ title, text, copied, of }: { title: string; text: string; copied?: string; of: string }) {
  return (
    <div class="mt-2 framed rounded-small overflow-clip bg-surface">
      <div class={TEXT_HEAD}>
        <span>{title}</span>
        <CopyButton
          class={`${SMALL_COPY} flex-row-reverse`}
          text={copied ?? text}
          label={labels.copyOf({ what: of, part: title })}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it */}
      <pre class={TEXT} tabIndex={0}>
        {text}
      </pre>
    </div>
  );
}

type Header = DeliveryDetails['requestHeaders'][number];

function headersAsText(headers: readonly Header[]): string {
  return headers.map(({ name, value }) => `${name}: ${value ?? labels.hidden}`).join('\n');
}

/** JSON on several lines; any other text as it is. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
