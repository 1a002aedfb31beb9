import { useState } from 'preact/hooks';
import { CopyButton, Field } from './controls.tsx';
import { Section } from './parts.tsx';
import { LANGUAGES } from './snippet-texts.ts';
import { texts } from './texts.ts';

const labels = texts.snippets;

/** Code that works when it is pasted. */
export function Snippets({
  botId,
  userId,
  token,
}: {
  botId: string;
  userId: string;
  token: string | undefined;
}) {
  const [chosen, setChosen] = useState(0);
  const language = LANGUAGES[chosen];
  const place = { api: `${location.origin}/api/v1/bots/${botId}`, token: token ?? 'YOUR_TOKEN', userId };
  return (
    <Section id="snippets" title={texts.sections.snippets}>
      <p>
        {labels.what} {token === undefined ? labels.withoutToken : labels.withToken}
      </p>
      <Field label={labels.language}>
        {(control) => (
          <select
            {...control}
            value={chosen}
            onChange={(event) => setChosen(Number(event.currentTarget.value))}
          >
            {LANGUAGES.map(({ name }, index) => (
              <option key={name} value={index}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      {language &&
        (['stats', 'check'] as const).map((use) => {
          const code = language[use](place);
          return (
            <div key={use} class="snippet">
              <h3>{labels[use]}</h3>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard */}
              <pre tabIndex={0}>
                <code>{code}</code>
              </pre>
              <CopyButton text={code} label={labels.copyOf(labels[use])} />
            </div>
          );
        })}
      <p>
        {labels.more} <a href="/api/openapi.json">/api/openapi.json</a>.
      </p>
    </Section>
  );
}
