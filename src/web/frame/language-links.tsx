import type { VNode } from 'preact';
import { inLanguageOf } from '../words/choose-language.ts';
import { currentLanguage } from '../words/current-language.ts';
import { LANGUAGE_NAMES, LANGUAGES } from '../words/language.ts';
import { messages } from '../words/messages.ts';

/**
 * Links to the page in each language. They set the cookie that keeps the choice.
 *
 * @param address path and query of the page; without it, the browser completes the link with its own path
 */
export function LanguageLinks(address = ''): VNode {
  return (
    <nav aria-labelledby="languages">
      <h2 id="languages">{messages.footer.language}</h2>
      <ul>{LanguageItems(address, 'nofollow')}</ul>
    </nav>
  );
}

/** The same links as the items of a list. */
export function LanguageItems(address: string, rel?: 'nofollow'): VNode[] {
  return LANGUAGES.map((language) => (
    <li>
      <a
        href={inLanguageOf(address, language)}
        hreflang={language}
        lang={language}
        rel={rel}
        aria-current={language === currentLanguage() ? 'true' : undefined}
      >
        {LANGUAGE_NAMES[language]}
      </a>
    </li>
  ));
}
