import type { VNode } from 'preact';
import { html } from '../html.ts';
import { text } from '../text.ts';

/** The widget of a bot, with the code that embeds it elsewhere. */
export function WidgetCode({ botId, name }: { botId: string; name: string }, publicUrl: string): VNode {
  const page = `${publicUrl}/bot/${botId}`;
  const picture = `${publicUrl}/widget/${botId}.svg`;
  const alt = text.bot.widgetAlt(name);
  const code = {
    html: `<a href="${page}"><img src="${picture}" width="320" height="96" alt="${escapeHtml(alt)}"></a>`,
    markdown: `[![${alt.replace(/[\\[\]]/g, '\\$&')}](${picture})](${page})`,
  };
  return html`
    <section>
      <h2>${text.bot.embed}</h2>
      <p>${text.bot.embedHint}</p>
      <picture class="widget">
        <source srcset=${`/widget/${botId}.svg?theme=dark`} media="(prefers-color-scheme: dark)" />
        <img src=${`/widget/${botId}.svg`} width="320" height="96" alt=${alt} loading="lazy" />
      </picture>
      ${Code('embed-html', text.bot.embedHtml, code.html)}
      ${Code('embed-markdown', text.bot.embedMarkdown, code.markdown)}
    </section>
  `;
}

function Code(id: string, label: string, code: string): VNode {
  return html`
    <p class="code">
      <label for=${id}>${label}</label>
      <textarea id=${id} readonly rows="3" spellcheck="false">${code}</textarea>
      <button type="button" class="quiet" data-copy=${id} data-copied=${text.bot.copied}>${text.bot.copy}</button>
    </p>
  `;
}

/** Escapes a value within the code that is shown. The page escapes the code once more. */
function escapeHtml(value: string): string {
  return value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
}
