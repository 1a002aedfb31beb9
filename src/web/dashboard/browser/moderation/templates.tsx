import { useState } from 'preact/hooks';
import { Field } from '../form/field.tsx';
import { texts } from '../texts.ts';
import { REASONS } from '../words/reasons.ts';

type Language = keyof typeof REASONS;

const { title, choose, language: languageLabel, languages, of } = texts.moderationTools.templates;

/** The chosen language, for all listings until the page is closed. Most owners read English. */
let lastLanguage: Language = 'en';

/**
 * Reasons that moderators give often. A chosen one fills the field, where it can be edited. It is in the language that
 * the moderator chooses, because the owner reads it.
 *
 * @param reason the present text of the field
 * @param onChoose gets the text of the chosen template
 * @param onTranslate gets the same text in another language, as long as nobody has edited it
 */
export function Templates({
  decision,
  reason,
  onChoose,
  onTranslate,
}: {
  decision: 'REJECT' | 'SUSPEND';
  reason: string;
  onChoose: (text: string) => void;
  onTranslate: (text: string) => void;
}) {
  const [language, setLanguage] = useState(lastLanguage);
  const textsIn = (each: Language): Readonly<Record<string, string>> => REASONS[each][decision];
  const translate = (chosen: Language) => {
    lastLanguage = chosen;
    setLanguage(chosen);
    const [id] = Object.entries(textsIn(language)).find(([, text]) => text === reason) ?? [];
    const translated = id === undefined ? undefined : textsIn(chosen)[id];
    if (translated !== undefined) onTranslate(translated);
  };
  return (
    <div class="beside">
      <Field label={title}>
        {(control) => (
          <select
            {...control}
            value=""
            onChange={({ currentTarget }) => {
              const text = textsIn(language)[currentTarget.value];
              if (text !== undefined) onChoose(text);
              currentTarget.value = '';
            }}
          >
            <option value="">{choose}</option>
            {Object.entries(of[decision]).map(([id, name]) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={languageLabel}>
        {(control) => (
          <select
            {...control}
            value={language}
            onChange={({ currentTarget }) => translate(currentTarget.value as Language)}
          >
            {(Object.keys(REASONS) as Language[]).map((each) => (
              <option key={each} value={each}>
                {languages[each]}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  );
}
