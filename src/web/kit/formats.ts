import { addressIn } from '../words/choose-language.ts';
import { currentLanguage } from '../words/current-language.ts';

/** The path of the Atom feed of a list. */
export const feedPath = (list: 'new' | 'trending' | { readonly tag: string }): string =>
  typeof list === 'string' ? `/feeds/${list}.atom` : `/feeds/tag/${list.tag}.atom`;

/** The path of the Atom feed with the news of a bot. */
export const feedOfBot = (botId: string): string => `/bot/${botId}/news.atom`;

/** The path of a page as Markdown. */
export const markdownPath = (path: string): string =>
  path.replace(/^\/(?=\?|$)/, '/index').replace(/(?=\?|$)/, '.md');

/** A feed in the language of the page, as the head of the page names it. */
export const feedLink = (title: string, path: string) => ({
  type: 'application/atom+xml',
  href: addressIn(path, currentLanguage()),
  title,
});

/** A page as Markdown in its language, as its head names it. */
export const markdownLink = (path: string) => ({
  type: 'text/markdown',
  href: addressIn(markdownPath(path), currentLanguage()),
});
