import { useContext, useState } from 'preact/hooks';
import { ActButton, ActOutcome, Acts } from '../../client/act.tsx';
import { CopyButton } from '../../client/copy.tsx';
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

/** One attempt: its result in a sentence, and the request beside the response. */
export function AttemptView({ botId, attempt, request }: AttemptProps) {
  const { startedAt, durationMs, statusCode, excerpt, responseHeaders } = attempt;
  return (
    <div class="attempt">
      <p class="attempt-result">
        <strong>{explanationOf(attempt)}</strong>
        <span class="muted">
          <Time at={startedAt} isRecent /> · {formatDuration(durationMs)}
        </span>
        {attempt.retryAfterSeconds !== null && (
          <span class="muted">{labels.retryAfter({ count: attempt.retryAfterSeconds })}</span>
        )}
      </p>
      <div class="exchange">
        <section class="min-w-0" aria-label={labels.request}>
          <h4>{labels.request}</h4>
          <RequestHeaders botId={botId} attempt={attempt} request={request} />
          <Block
            title={labels.body}
            text={indented(request.requestBody)}
            copied={request.requestBody}
            of={labels.request}
          />
        </section>
        <section class="min-w-0" aria-label={labels.response}>
          <h4>
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

/** @param copied the text that the button copies, where it is not the one that is shown */
function Block({ title, text, copied, of }: { title: string; text: string; copied?: string; of: string }) {
  return (
    <div class="block">
      <div class="block-head">
        <span>{title}</span>
        <CopyButton text={copied ?? text} label={labels.copyOf({ what: of, part: title })} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it */}
      <pre tabIndex={0}>{text}</pre>
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
