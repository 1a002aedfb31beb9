import type { VNode } from 'preact';
import { html } from '../html.ts';
import { text } from '../text.ts';

/** A page of one message, with a link to the directory. */
export function MessagePage(title: string, message: string): VNode {
  return html`<h1>${title}</h1><p>${message}</p><p><a href="/">${text.navigation.backToAll}</a></p>`;
}
