import { CopyButton } from '../../client/buttons.tsx';
import { formatDuration, Time } from '../../client/time.tsx';
import { messages } from '../../words/messages.ts';
import { explanationOf } from '../attempt-words.ts';
import type { Attempt, DeliveryDetails } from '../documents.ts';

const labels = messages.deliveries;

/** One attempt: its result in a sentence, and the request beside the response. */
export function AttemptView({
  attempt,
  request,
}: {
  attempt: Attempt;
  request: Pick<DeliveryDetails, 'requestHeaders' | 'requestBody'>;
}) {
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
        <section aria-label={labels.request}>
          <h4>{labels.request}</h4>
          <Block title={labels.headers} text={headersAsText(request.requestHeaders)} of={labels.request} />
          <Block
            title={labels.body}
            text={indented(request.requestBody)}
            copied={request.requestBody}
            of={labels.request}
          />
        </section>
        <section aria-label={labels.response}>
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

function headersAsText(headers: readonly { name: string; value: string | null }[]): string {
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
