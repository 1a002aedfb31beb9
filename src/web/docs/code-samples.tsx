import type { VNode } from 'preact';
import type { Example } from './examples.ts';
import type { Highlight, Language } from './highlight.ts';

/** Shows code in the pages for developers. */
export interface CodeSamples {
  /**
   * The same program in several languages, of which the reader chooses one, without a script. With scripts the choice
   * holds for all programs and stays.
   *
   * @param name unique on the page; the code of a language has the id `name-language`
   */
  inLanguages(name: string, examples: readonly Example[]): VNode;
  /** Code with a button that copies it. The code scrolls, so the keyboard can focus it. */
  one(code: string, language: Language, id: string, label: string): VNode;
}

/** @param highlight marks up the code */
export function createCodeSamples(highlight: Highlight): CodeSamples {
  function one(code: string, language: Language, id: string, label: string): VNode {
    return (
      <div class="code">
        {/* biome-ignore lint/a11y/useSemanticElements: a section has no white space of its own */}
        <pre id={id} tabindex={0} role="region" aria-label={label}>
          <code dangerouslySetInnerHTML={{ __html: highlight(code, language) }} />
        </pre>
        <button type="button" class="quiet small" data-copy={id} data-copied="Copied">
          Copy
        </button>
      </div>
    );
  }

  function inLanguages(name: string, examples: readonly Example[]): VNode {
    return (
      <fieldset class="languages">
        <legend class="hidden">Language</legend>
        {examples.map((example, index) => (
          <>
            <input
              type="radio"
              name={name}
              id={`${name}-in-${idOf(example)}`}
              value={idOf(example)}
              checked={index === 0}
            />
            <label for={`${name}-in-${idOf(example)}`}>{example.language}</label>
          </>
        ))}
        {examples.map((example) =>
          one(example.code, example.syntax, `${name}-${idOf(example)}`, `${name}: ${example.language} code`),
        )}
      </fieldset>
    );
  }
  return { inLanguages, one };
}

const idOf = ({ language }: Example) => language.toLowerCase();

/** Turns text between backticks into code. */
export function withCode(text: string): (string | VNode)[] {
  return text.split('`').map((part, index) => (index % 2 === 0 ? part : <code>{part}</code>));
}
