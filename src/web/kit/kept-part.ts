import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { createCache } from '../../lib/cache.ts';
import { perLanguage } from '../words/current-language.ts';

interface KeptPart {
  readonly shown: readonly unknown[];
  readonly html: string;
}

/** About two thousand parts of each language: most are cards of bots. */
const MAX_BYTES = 8 * 1024 * 1024;
// What a part shows is no longer than its HTML.
const parts = perLanguage(() =>
  createCache<KeptPart>({ maxBytes: MAX_BYTES, sizeOf: ({ html }) => 4 * html.length }),
);

/**
 * Renders a part of a page, or returns what was rendered last if it shows the same. With all parts rendered anew, a
 * page of the directory takes a third more CPU.
 *
 * @param name of the part
 * @param shown everything that decides what it shows, besides the language
 * @param render returns the part, or its HTML
 */
export function keptPart(name: string, shown: readonly unknown[], render: () => VNode | string): string {
  const kept = parts().get(name);
  if (kept && shown.every((value, index) => value === kept.shown[index])) return kept.html;
  // What is rendered consists of many pieces for V8. As bytes it becomes one text.
  const part = render();
  const html = Buffer.from(typeof part === 'string' ? part : renderToString(part)).toString();
  parts().set(name, { shown, html });
  return html;
}
