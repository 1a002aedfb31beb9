import { useState } from 'preact/hooks';
import { OutcomeLine, useAction } from '../client/action.tsx';
import { Button, ConfirmButton, CopyButton } from '../client/buttons.tsx';
import { LoadFailed, Loading, useBot, useRefresh } from '../client/data.tsx';
import { Field, Secret } from '../client/fields.tsx';
import { mutate, query } from '../client/graphql.ts';
import { Section } from '../client/section.tsx';
import { Ago, Time } from '../client/time.tsx';
import { messages } from '../words/messages.ts';
import { API_TAB, GENERATE_TOKEN, type StoredToken } from './documents.ts';
import type { TabProps } from './tabs.ts';
import { type WidgetTheme, widgetCode } from './widget-code.ts';

/** The token, and code to copy: requests of the bot, and its widget. */
export function ApiTab({ botId, userId }: TabProps) {
  const { data, refusal, reload, setData } = useBot(() => query(API_TAB, { botId }));
  const [token, setToken] = useState<string>();
  // The last use of the token changes while the owner tries the code in a terminal.
  useRefresh(reload);
  // What is shown stays when it cannot be loaded again.
  if (!data) return refusal ? <LoadFailed refusal={refusal} reload={reload} /> : <Loading />;
  const { name, state, apiToken } = data.bot;
  const renew = (made: { token: string; createdAt: string }) => {
    setToken(made.token);
    const unused = { createdAt: made.createdAt, lastUsedAt: null };
    setData((before) => before && { ...before, bot: { ...before.bot, apiToken: unused } });
  };
  return (
    <>
      <TokenSection botId={botId} stored={apiToken} token={token} onToken={renew} />
      <SnippetsSection botId={botId} userId={userId} token={token} />
      <WidgetSection botId={botId} name={name} isPublic={state === 'APPROVED'} />
    </>
  );
}

/**
 * Generates the API token of a bot, and tells whether it is used.
 *
 * @param stored what the service knows of the token; null when there is none
 * @param token generated since this tab was opened
 */
export function TokenSection({
  botId,
  stored,
  token,
  onToken,
}: {
  botId: string;
  stored: StoredToken;
  token: string | undefined;
  onToken: (made: { token: string; createdAt: string }) => void;
}) {
  const { isBusy, outcome, run } = useAction();
  const generate = () =>
    void run(async () => {
      onToken(await mutate(GENERATE_TOKEN, { botId }));
      return stored ? messages.token.replaced : messages.token.made;
    });
  return (
    <Section id="token" title={messages.sections.token}>
      <p>{messages.token.what}</p>
      {stored && (
        <dl class="numbers">
          <div>
            <dt>{messages.token.createdAt}</dt>
            <dd>
              <Time at={stored.createdAt} />
            </dd>
          </div>
          <div>
            <dt>{messages.token.lastUsedAt}</dt>
            <dd>{stored.lastUsedAt === null ? messages.token.neverUsed : <Ago at={stored.lastUsedAt} />}</dd>
          </div>
        </dl>
      )}
      {token !== undefined && (
        <Secret key={token} label={messages.token.label} hint={messages.token.once} value={token} />
      )}
      {stored ? (
        <ConfirmButton
          warning={messages.token.warning}
          confirm={messages.token.confirm}
          isBusy={isBusy}
          onConfirm={generate}
        >
          {messages.token.regenerate}
        </ConfirmButton>
      ) : (
        <Button kind="main" isBusy={isBusy} onClick={generate}>
          {messages.token.generate}
        </Button>
      )}
      <OutcomeLine outcome={outcome} />
    </Section>
  );
}

interface Example {
  readonly language: string;
  readonly code: string;
}

/** The files of `examples/requests`, which the tests run. `dashboard/bundle.ts` writes them into the bundle. */
declare const REQUEST_EXAMPLES: {
  /** The service's address in the code. */
  readonly placeholder: string;
  readonly stats: readonly Example[];
  readonly check: readonly Example[];
};

/** Code for this bot, in a language that the user chooses. It works when it is pasted. */
export function SnippetsSection({
  botId,
  userId,
  token,
}: {
  botId: string;
  userId: string;
  token: string | undefined;
}) {
  const [chosen, setChosen] = useState(0);
  const variables = `export BOT_ID='${botId}'
export BOT_TOKEN='${token ?? 'YOUR_TOKEN'}'
export USER_ID='${userId}'
`;
  return (
    <Section id="snippets" title={messages.sections.snippets}>
      <p>
        {messages.snippets.what}{' '}
        {token === undefined ? messages.snippets.withoutToken : messages.snippets.withToken}
      </p>
      <Snippet title={messages.snippets.variables} code={variables} />
      <Field label={messages.snippets.language}>
        {(control) => (
          <select
            {...control}
            value={chosen}
            onChange={(event) => setChosen(Number(event.currentTarget.value))}
          >
            {REQUEST_EXAMPLES.stats.map(({ language }, index) => (
              <option key={language} value={index}>
                {language}
              </option>
            ))}
          </select>
        )}
      </Field>
      {(['stats', 'check'] as const).map((use) => {
        const code = REQUEST_EXAMPLES[use][chosen]?.code ?? '';
        return (
          <Snippet
            key={use}
            title={messages.snippets[use]}
            code={code.replaceAll(REQUEST_EXAMPLES.placeholder, location.origin)}
          />
        );
      })}
      <p>
        {messages.snippets.more} <a href="/api/openapi.json">/api/openapi.json</a>.
      </p>
    </Section>
  );
}

const THEMES = ['auto', 'light', 'dark'] as const;

/** The widget of a bot, with the code that embeds it elsewhere. */
export function WidgetSection({ botId, name, isPublic }: { botId: string; name: string; isPublic: boolean }) {
  const [theme, setTheme] = useState<WidgetTheme>('auto');
  const alt = messages.widget.alt({ name });
  const code = widgetCode({ origin: location.origin, botId, alt }, theme);
  const picture = `/widget/${botId}.svg`;
  return (
    <Section id="widget" title={messages.sections.widget}>
      <p>{isPublic ? messages.widget.what : messages.widget.later}</p>
      {isPublic && (
        <picture class="widget">
          {theme === 'auto' && (
            <source srcset={`${picture}?theme=dark`} media="(prefers-color-scheme: dark)" />
          )}
          <img src={theme === 'dark' ? `${picture}?theme=dark` : picture} width={320} height={96} alt={alt} />
        </picture>
      )}
      <Field label={messages.widget.theme}>
        {(control) => (
          <select
            {...control}
            value={theme}
            onChange={(event) => setTheme(event.currentTarget.value as WidgetTheme)}
          >
            {THEMES.map((choice) => (
              <option key={choice} value={choice}>
                {messages.widget.themes[choice]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Snippet title={messages.widget.html} code={code.html} />
      <Snippet title={messages.widget.markdown} code={code.markdown} />
    </Section>
  );
}

/** Code to copy. */
export function Snippet({ title, code }: { title: string; code: string }) {
  return (
    <div class="snippet">
      <h3>{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it */}
      <pre tabIndex={0}>
        <code>{code}</code>
      </pre>
      <CopyButton text={code} label={messages.snippets.copyOf({ what: title })} />
    </div>
  );
}
