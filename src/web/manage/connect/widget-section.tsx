import { useState } from 'preact/hooks';
import { Field } from '../../client/form/field.tsx';
import { Section } from '../../client/section.tsx';
import { messages } from '../../words/messages.ts';
import { Snippet } from './snippet.tsx';
import { type WidgetTheme, widgetCode } from './widget-code.ts';

const labels = messages.widget;
const THEMES = ['auto', 'light', 'dark'] as const;

/** The widget of a bot, with the code that embeds it elsewhere. */
export function WidgetSection({ botId, name, isPublic }: { botId: string; name: string; isPublic: boolean }) {
  const [theme, setTheme] = useState<WidgetTheme>('auto');
  const alt = labels.alt({ name });
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
          <img src={theme === 'dark' ? `${picture}?theme=dark` : picture} width={320} height={96} alt={alt} />
        </picture>
      )}
      <Field label={labels.theme}>
        {(control) => (
          <select
            {...control}
            value={theme}
            onChange={(event) => setTheme(event.currentTarget.value as WidgetTheme)}
          >
            {THEMES.map((choice) => (
              <option key={choice} value={choice}>
                {labels.themes[choice]}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Snippet title={labels.html} code={code.html} />
      <Snippet title={labels.markdown} code={code.markdown} />
    </Section>
  );
}
