import { useState } from 'preact/hooks';
import { ActButton, ActOutcome } from '../client/act.tsx';
import { CopyButton, Secret } from '../client/copy.tsx';
import { useBot, useRefresh } from '../client/data.tsx';
import { SelectField } from '../client/fields.tsx';
import { mutate, query } from '../client/graphql.ts';
import { Facts, Section } from '../client/section.tsx';
import { Ago, Time } from '../client/time.tsx';
import { messages } from '../words/messages.ts';
import { API_TAB, GENERATE_TOKEN, type StoredToken } from './documents.ts';
import { type KeptSecret, useKept } from './kept-secrets.ts';
import type { TabProps } from './tabs.ts';
import { UnsteadyCounts } from './warning.tsx';
import { type WidgetTheme, widgetCode } from './widget-code.ts';

/** The token, and code to copy: requests of the bot, and its widget. */
export function ApiTab({ botId, userId }: TabProps) {
  const { data, instead, isLost, reload, change } = useBot(() => query(API_TAB, { botId }));
  const { find, keep, dismiss } = useKept();
  // The last use of the token changes while the owner tries the code in a terminal.
  useRefresh(reload);
  if (!data) return instead;
  const { name, state, unsteadyCounts, apiToken } = data.bot;
  const token = isLost ? undefined : find(apiToken?.fingerprint);
  const generate = async () => {
    const made = await mutate(GENERATE_TOKEN, { botId });
    const { fingerprint, createdAt } = made;
    keep(fingerprint, made.token);
    change({ apiToken: { fingerprint, createdAt, lastUsedAt: null } });
    return apiToken ? messages.token.replaced : messages.token.made;
  };
  return (
    <>
      {unsteadyCounts && <UnsteadyCounts counts={unsteadyCounts} />}
      <TokenSection
        stored={apiToken}
        token={token}
        onGenerate={generate}
        onDismiss={() => dismiss(apiToken?.fingerprint)}
      />
      <SnippetsSection botId={botId} userId={userId} token={token?.value} />
      <WidgetSection botId={botId} name={name} isPublic={state === 'APPROVED'} />
    </>
  );
}

/**
 * Generates the API token of a bot, and tells whether it is used.
 *
 * @param stored what the service knows of the token; null when there is none
 * @param token generated within the last minutes
 */
function TokenSection({
  stored,
  token,
  onGenerate,
  onDismiss,
}: {
  stored: StoredToken;
  token: KeptSecret | undefined;
  onGenerate: () => Promise<string>;
  onDismiss: () => void;
}) {
  return (
    <Section id="token" title={messages.sections.token}>
      <p>{messages.token.what}</p>
      {stored && (
        <Facts
          class="flex flex-wrap gap-x-8 gap-y-2 mt-0 mb-5 [&_dd]:font-semibold [&_dd]:tabular-nums"
          facts={{
            [messages.token.createdAt]: <Time at={stored.createdAt} />,
            [messages.token.lastUsedAt]:
              stored.lastUsedAt === null ? messages.token.neverUsed : <Ago at={stored.lastUsedAt} />,
          }}
        />
      )}
      {token !== undefined && (
        <Secret
          key={token.value}
          label={messages.token.label}
          hint={token.isStored ? messages.token.once : messages.token.onceHere}
          value={token.value}
          isNew={token.isNew}
          onDismiss={onDismiss}
        />
      )}
      {stored ? (
        <ActButton warning={messages.token.warning} confirm={messages.token.confirm} act={onGenerate}>
          {messages.token.regenerate}
        </ActButton>
      ) : (
        <ActButton kind="main" act={onGenerate}>
          {messages.token.generate}
        </ActButton>
      )}
      <ActOutcome />
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
function SnippetsSection({
  botId,
  userId,
  token,
}: {
  botId: string;
  userId: string;
  token: string | undefined;
}) {
  const { placeholder, stats, check } = REQUEST_EXAMPLES;
  const [chosen, setChosen] = useState(stats[0]?.language ?? '');
  const codeIn = (examples: readonly Example[]) =>
    examples.find(({ language }) => language === chosen)?.code.replaceAll(placeholder, location.origin) ?? '';
  const variables = `export BOT_ID='${botId}'
export BOT_TOKEN='${token ?? 'YOUR_TOKEN'}'
export USER_ID='${userId}'
`;
  const labels = messages.snippets;
  return (
    <Section id="snippets" title={messages.sections.snippets}>
      <p>
        {labels.what} {token === undefined ? labels.withoutToken : labels.withToken}
      </p>
      <Snippet title={labels.variables} code={variables} />
      <SelectField
        label={labels.language}
        value={chosen}
        options={stats.map(({ language }) => [language, language])}
        onValue={setChosen}
      />
      <Snippet title={labels.stats} code={codeIn(stats)} />
      <Snippet title={labels.check} code={codeIn(check)} />
      <p>
        {labels.more} <a href="/api/openapi.json">/api/openapi.json</a>.
      </p>
    </Section>
  );
}

const THEMES = ['auto', 'light', 'dark'] as const;

/** The widget of a bot, with the code that embeds it elsewhere. */
function WidgetSection({ botId, name, isPublic }: { botId: string; name: string; isPublic: boolean }) {
  const labels = messages.widget;
  const [theme, setTheme] = useState<WidgetTheme>('auto');
  // The picture is in English, whoever sees it.
  const alt = `${name}: servers and votes`;
  const code = widgetCode({ origin: location.origin, botId, alt }, theme);
  const picture = `/widget/${botId}.svg`;
  return (
    <Section id="widget" title={messages.sections.widget}>
      <p>{isPublic ? labels.what : labels.later}</p>
      {isPublic && (
        <picture class="widget">
          {theme === 'auto' && (
            <source srcset={`${picture}?theme=dark`} media="(prefers-color-scheme: dark)" />
          )}
          <img
            src={theme === 'dark' ? `${picture}?theme=dark` : picture}
            width={320}
            height={96}
            alt={alt}
            lang="en"
          />
        </picture>
      )}
      <SelectField
        label={labels.theme}
        value={theme}
        options={THEMES.map((each) => [each, labels.themes[each]])}
        onValue={setTheme}
      />
      <Snippet title={labels.html} code={code.html} />
      <Snippet title={labels.markdown} code={code.markdown} />
    </Section>
  );
}

/** Code to copy. */
function Snippet({ title, code }: { title: string; code: string }) {
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
