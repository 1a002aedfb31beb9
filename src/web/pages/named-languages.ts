import type { VNode } from 'preact';
import { html } from '../html.ts';
import { Icon } from '../icon.ts';
import { LANGUAGES } from '../language.ts';
import { text } from '../text.ts';
import { createLanguageNames } from '../words/language-names.ts';
import { botLanguages } from './bot-languages.ts';
import { defaultOrder, directoryPath, type Search } from './directory-address.ts';

const known = new Map<string, readonly string[]>();

/** What people call a language: in each language of the site, and in the language itself. */
function namesOf(code: string): readonly string[] {
  const names =
    known.get(code) ??
    [...LANGUAGES, code].map((locale) => createLanguageNames(locale).nameOf(code).toLowerCase());
  known.set(code, names);
  return names;
}

/**
 * Offers the filter for each language that a search names, without the word in the search.
 *
 * @param codes the languages that bots can speak
 */
export function NamedLanguages(wanted: Search, codes: readonly string[]): VNode | null {
  const words = wanted.search.split(/\s+/);
  const isNameOf = (code: string) => (word: string) => namesOf(code).includes(word.toLowerCase());
  const named = codes.filter((code) => !wanted.languages.includes(code) && words.some(isNameOf(code)));
  if (named.length === 0) return null;
  const pathTo = (code: string) => {
    const isOther = (word: string) => !isNameOf(code)(word);
    const search = words.filter(isOther).join(' ');
    return directoryPath({ ...wanted, search, order: defaultOrder(search), languages: [code] });
  };
  return html`
    <div class="named">
      <ul class="chips" aria-label=${text.filters.languages}>
        ${named.map(
          (code) => html`<li>
            <a href=${pathTo(code)}>
              ${Icon('languages')}${text.filters.speaks({ language: botLanguages().nameOf(code) })}
            </a>
          </li>`,
        )}
      </ul>
    </div>
  `;
}
