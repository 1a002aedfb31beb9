import { useState } from 'preact/hooks';
import { Field } from '../client/form/field.tsx';
import { messages } from '../words/messages.ts';
import { REASONS } from '../words/reasons.ts';

type Language = keyof typeof REASONS;

const { title, choose, language: languageLabel, languages, of } = messages.moderationTools.templates;

/** The language that the moderator has chosen, for all listings until the page is closed. */
let lastLanguage: Language | undefined;

/** Most owners read English. Those of a bot that speaks other languages only may prefer one of them. */
function languageFor(spoken: readonly string[]): Language {
  if (spoken.length === 0 || spoken.includes('en')) return 'en';
  return (Object.keys(REASONS) as Language[]).find((each) => spoken.includes(each)) ?? 'en';
}

/**
 * Reasons that moderators give often. A chosen one fills the field, where it can be edited. The focus stays in the list,
 * so that arrow keys and letters go through it. The first entry is the text that the moderator typed. A template is in
 * the language that the moderator chooses, because the owner reads it.
 *
 * @param spoken codes of the languages that the bot speaks
 * @param reason the present text of the field
 * @param onChoose gets the text of the chosen template; undefined for the text that the moderator typed
 * @param onTranslate gets the same text in another language, as long as nobody has edited it
 */
export function Templates({
  decision,
  spoken,
  reason,
  onChoose,
  onTranslate,
}: {
  decision: 'REJECT' | 'SUSPEND';
  spoken: readonly string[];
  reason: string;
  onChoose: (text: string | undefined) => void;
  onTranslate: (text: string) => void;
}) {
  const [language, setLanguage] = useState(lastLanguage ?? languageFor(spoken));
  const textsIn = (each: Language): Readonly<Record<string, string>> => REASONS[each][decision];
  const [present = ''] = Object.entries(textsIn(language)).find(([, text]) => text === reason) ?? [];
  const translate = (chosen: Language) => {
    lastLanguage = chosen;
    setLanguage(chosen);
    const translated = textsIn(chosen)[present];
    if (translated !== undefined) onTranslate(translated);
  };
  return (
    <div class="beside">
      <Field label={title}>
        {(control) => (
          <select
            {...control}
            value={present}
            onChange={({ currentTarget }) => onChoose(textsIn(language)[currentTarget.value])}
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
