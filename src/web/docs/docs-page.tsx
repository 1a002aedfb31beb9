import type { VNode } from 'preact';
import type { ClientPackages } from '../frame/client-packages.ts';
import type { messages } from '../words/messages.ts';
import type { Example } from './examples.ts';

/** What the pages for developers are made from. */
export interface DocsContext {
  /** The public address of the service, without a trailing slash. */
  readonly baseUrl: string;
  readonly clients: ClientPackages;
  readonly code: CodeSamples;
}

/** A page for developers. */
export interface DocsPage {
  readonly path: string;
  /** In the language of the page around it. */
  readonly title: () => string;
  /** A sentence in English, for search engines and programs. */
  readonly description: string;
  /** The heading in the side navigation under which its link stands. */
  readonly group: keyof typeof messages.docs.groups;
  /** The content as HTML. */
  readonly render: (context: DocsContext) => string;
  /** Whether readers send requests from it. */
  readonly triesOut?: boolean;
}

/** The bot in all examples. An owner sees an id of their own in its place. */
export const SAMPLE_BOT = '123456789012345678';

/** The languages of the examples, by the names that highlight.js has for them. */
const LANGUAGES = [
  'bash',
  'go',
  'http',
  'java',
  'javascript',
  'json',
  'markdown',
  'python',
  'rust',
  'typescript',
  'xml',
];

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
  one(code: string, language: string, id: string, label: string): VNode;
}

/** Loads the highlighter. It needs some megabytes of memory, so nobody loads it before a page needs it. */
export async function loadCodeSamples(): Promise<CodeSamples> {
  const { default: core } = await import('highlight.js/lib/core');
  for (const name of LANGUAGES) {
    const { default: language } = await import(`highlight.js/lib/languages/${name}`);
    core.registerLanguage(name, language);
  }

  function one(code: string, language: string, id: string, label: string): VNode {
    return (
      <div class="code copied-code">
        {/* biome-ignore lint/a11y/useSemanticElements: a section has no white space of its own */}
        <pre id={id} tabindex={0} role="region" aria-label={label}>
          <code
            // Markdown names the language after it.
            class={`language-${language}`}
            dangerouslySetInnerHTML={{ __html: core.highlight(code, { language }).value }}
          />
        </pre>
        <button type="button" class="quiet" data-copy={id} data-copied="Copied">
          Copy
        </button>
      </div>
    );
  }

  function inLanguages(name: string, examples: readonly Example[]): VNode {
    return (
      <fieldset class="languages code-tabs">
        <legend class="sr-only">Language</legend>
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
