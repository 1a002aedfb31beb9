import type { VNode } from 'preact';
import { Icon } from '../kit/icon.tsx';
import { botLanguages, createLanguageNames } from '../words/bot-languages.ts';
import { LANGUAGES } from '../words/language.ts';
import { messages } from '../words/messages.ts';
import { defaultOrder, directoryPath, type Search } from './directory-address.ts';

/** Codes by what people call the languages: in each language of the site, and in the language itself. */
let codesByName: ReadonlyMap<string, string> | undefined;

function codesOf(codes: readonly string[]): ReadonlyMap<string, string> {
  const ofSite = LANGUAGES.map(createLanguageNames);
  const namesOf = (code: string) => [...ofSite, createLanguageNames(code)].map(({ nameOf }) => nameOf(code));
  return new Map(codes.flatMap((code) => namesOf(code).map((name) => [name.toLowerCase(), code] as const)));
}

/**
 * Offers the filter for each language that a search names, without the word in the search.
 *
 * @param codes the languages that bots can speak
 */
export function NamedLanguages(wanted: Search, codes: readonly string[]): VNode | null {
  const words = wanted.search.split(/\s+/);
  codesByName ??= codesOf(codes);
  const byName = codesByName;
  const isNameOf = (code: string) => (word: string) => byName.get(word.toLowerCase()) === code;
  const named = codes.filter((code) => !wanted.languages.includes(code) && words.some(isNameOf(code)));
  if (named.length === 0) return null;
  const pathTo = (code: string) => {
    const isOther = (word: string) => !isNameOf(code)(word);
    const search = words.filter(isOther).join(' ');
    return directoryPath({ ...wanted, search, order: defaultOrder(search), languages: [code] });
  };
  return (
    <div class="named">
      <ul class="chips" aria-label={messages.filters.languages}>
        {named.map((code) => (
          <li>
            <a href={pathTo(code)}>
              {Icon('languages')}
              {messages.filters.speaks({ language: botLanguages().nameOf(code) })}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
