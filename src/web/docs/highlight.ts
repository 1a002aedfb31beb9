import type { HLJSApi, LanguageFn } from 'highlight.js';

/** The languages of the examples, by the names that highlight.js has for them. */
const LANGUAGES = {
  bash: () => import('highlight.js/lib/languages/bash'),
  go: () => import('highlight.js/lib/languages/go'),
  http: () => import('highlight.js/lib/languages/http'),
  java: () => import('highlight.js/lib/languages/java'),
  javascript: () => import('highlight.js/lib/languages/javascript'),
  json: () => import('highlight.js/lib/languages/json'),
  markdown: () => import('highlight.js/lib/languages/markdown'),
  python: () => import('highlight.js/lib/languages/python'),
  rust: () => import('highlight.js/lib/languages/rust'),
  typescript: () => import('highlight.js/lib/languages/typescript'),
  xml: () => import('highlight.js/lib/languages/xml'),
} satisfies Record<string, () => Promise<{ default: LanguageFn }>>;

export type Language = keyof typeof LANGUAGES;

/** Marks up code. @returns HTML whose text is the code */
export type Highlight = (code: string, language: Language) => string;

/** Loads the highlighter. It needs some megabytes of memory, so nobody loads it before a page needs it. */
export async function loadHighlight(): Promise<Highlight> {
  const core: HLJSApi = (await import('highlight.js/lib/core')).default;
  for (const [name, load] of Object.entries(LANGUAGES)) core.registerLanguage(name, (await load()).default);
  return (code, language) => core.highlight(code, { language }).value;
}
