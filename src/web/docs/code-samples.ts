import type { VNode } from 'preact';
import type { Example } from '../examples.ts';
import { html } from '../html.ts';
import { text } from '../text.ts';

/**
 * The same program in several languages. One of them is unfolded at a time, without a script.
 *
 * @param name unique on the page; the code of a language has the id `name-language`
 */
export function CodeInLanguages(name: string, examples: readonly Example[]): VNode {
  return html`
    <div class="examples">
      ${examples.map(
        ({ language, code }, index) => html`
          <details name=${name} open=${index === 0}>
            <summary>${language}</summary>
            ${CodeSample(code, `${name}-${language.toLowerCase()}`, `${name}: ${language} code`)}
          </details>
        `,
      )}
    </div>
  `;
}

/** Code with a button that copies it. The code scrolls, so the keyboard can focus it. */
export function CodeSample(code: string, id: string, label: string): VNode {
  return html`
    <div class="code">
      <pre id=${id} tabindex="0" role="region" aria-label=${label}><code>${code}</code></pre>
      <button type="button" class="quiet" data-copy=${id} data-copied=${text.bot.copied}>${text.bot.copy}</button>
    </div>
  `;
}
