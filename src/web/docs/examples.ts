import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { VNode } from 'preact';
import { html } from '../html.ts';
import { text } from '../text.ts';

/** A program in one language, shown as the tests run it. */
interface Example {
  readonly language: string;
  readonly code: string;
}

const FOLDER = join(import.meta.dirname, '../../../examples');
/** Stands for the service's address in the files. */
export const PLACEHOLDER = 'https://bots.example';
const REQUEST_FILES = {
  curl: 'request.sh',
  JavaScript: 'request.mjs',
  Python: 'request.py',
  Go: 'request.go',
};
const RECEIVER_FILES = {
  TypeScript: 'typescript/receiver.ts',
  Python: 'python/receiver.py',
  Go: 'go/receiver.go',
};

function readExamples(folder: string, files: Record<string, string>): Example[] {
  return Object.entries(files).map(([language, file]) => ({
    language,
    code: readFileSync(join(FOLDER, folder, file), 'utf8').trimEnd(),
  }));
}

/**
 * How to make a request in several languages.
 *
 * @param baseUrl the public address of the service, which the examples ask
 */
export function requestExamples(endpoint: string, baseUrl: string): Example[] {
  return readExamples(`requests/${endpoint}`, REQUEST_FILES).map(({ language, code }) => ({
    language,
    code: code.replaceAll(PLACEHOLDER, baseUrl),
  }));
}

/** Whole programs that take webhooks, in several languages. */
export function receiverExamples(): Example[] {
  return readExamples('receivers', RECEIVER_FILES);
}

/**
 * One program in several languages, of which one is unfolded at a time, without any script.
 *
 * @param name unique on the page; the code of a language has the id `name-language`
 */
export function Examples(name: string, examples: readonly Example[]): VNode {
  return html`
    <div class="examples">
      ${examples.map(
        ({ language, code }, index) => html`
          <details name=${name} open=${index === 0}>
            <summary>${language}</summary>
            ${Code(code, `${name}-${language.toLowerCase()}`, `${name}: ${language} code`)}
          </details>
        `,
      )}
    </div>
  `;
}

/** Text to be copied, and a button for that; it scrolls by itself, so it can have the focus of a keyboard. */
export function Code(code: string, id: string, label: string): VNode {
  return html`
    <div class="code">
      <pre id=${id} tabindex="0" role="region" aria-label=${label}><code>${code}</code></pre>
      <button type="button" class="quiet" data-copy=${id} data-copied=${text.bot.copied}>${text.bot.copy}</button>
    </div>
  `;
}
