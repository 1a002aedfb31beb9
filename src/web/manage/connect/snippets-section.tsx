import { useState } from 'preact/hooks';
import { Field } from '../../client/form/field.tsx';
import { Section } from '../../client/section.tsx';
import { messages } from '../../words/messages.ts';
import { Snippet } from './snippet.tsx';

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

const labels = messages.snippets;

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
        {labels.what} {token === undefined ? labels.withoutToken : labels.withToken}
      </p>
      <Snippet title={labels.variables} code={variables} />
      <Field label={labels.language}>
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
            title={labels[use]}
            code={code.replaceAll(REQUEST_EXAMPLES.placeholder, location.origin)}
          />
        );
      })}
      <p>
        {labels.more} <a href="/api/openapi.json">/api/openapi.json</a>.
      </p>
    </Section>
  );
}
