import { useState } from 'preact/hooks';
import { ActForm, SendButton } from '../client/act.tsx';
import { Button } from '../client/buttons.tsx';
import { useBot } from '../client/data.tsx';
import { InputField, SelectField } from '../client/fields.tsx';
import { query } from '../client/graphql.ts';
import { messages } from '../words/messages.ts';
import { WEBHOOK_EXAMPLE, type WebhookFormat } from './webhook-documents.ts';

const labels = messages.webhook;
const FORMATS: readonly WebhookFormat[] = ['CONTRACT', 'DISCORD', 'SLACK', 'TOPGG', 'TOPGG_V1'];
/** The hosts that suggest a format. The server checks the whole URL. */
const HOSTS = {
  DISCORD: /^https:\/\/(?:discord|discordapp)\.com\/api\//,
  SLACK: /^https:\/\/hooks\.slack\.com\//,
} as const;

/** What the form is about to send. */
export interface WebhookInput {
  readonly url: string;
  readonly format: WebhookFormat;
  readonly makesSecret: boolean;
}

/** Whether receivers of a format know the webhook's secret. */
export const hasSecret = (format: WebhookFormat) => format !== 'DISCORD' && format !== 'SLACK';

/** URL and format of the webhook, with an example of each format. A webhook that is set keeps its secret. */
export function WebhookForm({
  botId,
  input,
  isSet,
  onInput,
  act,
}: {
  botId: string;
  input: WebhookInput;
  isSet: boolean;
  onInput: (changed: Partial<WebhookInput>) => void;
  act: () => Promise<string>;
}) {
  const { url, format, makesSecret } = input;
  const suggested = (['DISCORD', 'SLACK'] as const).find(
    (each) => each !== format && HOSTS[each].test(url.trim()),
  );
  return (
    <ActForm field="url" keeps act={act}>
      <SelectField
        label={labels.format}
        hint={labels.formatHint}
        value={format}
        options={FORMATS.map((each) => [each, labels.formats[each]] as const)}
        onValue={(chosen) => onInput({ format: chosen })}
      />
      {format !== 'CONTRACT' && <p class="notice">{labels.formatNotes[format]}</p>}
      <Example key={format} botId={botId} format={format} />
      {isSet && hasSecret(format) && (
        <label class="check">
          <input
            type="checkbox"
            checked={makesSecret}
            onChange={(event) => onInput({ makesSecret: event.currentTarget.checked })}
          />
          {labels.newSecret}
        </label>
      )}
      {suggested && (
        <p class="notice">
          {labels.suggested[suggested]}{' '}
          <Button onClick={() => onInput({ format: suggested })}>{labels.useFormat[suggested]}</Button>
        </p>
      )}
      <InputField
        name="url"
        label={labels.url}
        hint={labels.urlHint}
        value={url}
        onValue={(typed) => onInput({ url: typed })}
        inputMode="url"
        required
        beside={<SendButton>{isSet ? labels.change : labels.set}</SendButton>}
      />
    </ActForm>
  );
}

interface ExampleProps {
  readonly botId: string;
  readonly format: WebhookFormat;
}

function Example(props: ExampleProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{labels.example}</summary>
      {isOpen && <ExampleRequest {...props} />}
    </details>
  );
}

/** The request that the format sends for a vote of the reader. */
function ExampleRequest({ botId, format }: ExampleProps) {
  const { data, instead } = useBot(() => query(WEBHOOK_EXAMPLE, { botId, format }));
  const request = data?.bot.webhookExample;
  if (!request) return instead;
  const headers = request.headers.map(({ name, value }) => `${name}: ${value ?? messages.deliveries.hidden}`);
  const body = JSON.stringify(JSON.parse(request.body), null, 2);
  // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
  return <pre tabIndex={0}>{[...headers, '', body].join('\n')}</pre>;
}
