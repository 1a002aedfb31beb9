import type { VNode } from 'preact';
import { html } from '../html.ts';
import { NameInSentence } from '../layout/name-in-sentence.ts';
import { text } from '../text.ts';

const labels = text.dashboard;

/** A page of the dashboard without its content. */
export interface Shell {
  readonly page: 'bots' | 'submit' | 'edit' | 'moderation' | 'team';
  readonly title: string;
  /** The subject of the sentence that says what needs JavaScript. */
  readonly purpose: string;
  /** The bot that the page is about. */
  readonly bot?: { readonly botId: string; readonly name: string };
}

/** The tabs, the heading, and the element that the program in `browser/` fills. */
export function ShellPage(
  { page, title, purpose, bot }: Shell,
  { userId, role }: { readonly userId: string; readonly role: 'MODERATOR' | 'ADMIN' | null },
  { script, style }: { readonly script: string; readonly style: string },
): VNode {
  const link = (href: string, of: Shell['page'], label: string) =>
    html`<li><a href=${href} aria-current=${of === page ? 'page' : undefined}>${label}</a></li>`;
  return html`
    <link rel="stylesheet" href=${style} />
    <nav class="tabs" aria-label=${labels.label}>
      <ul>
        ${link('/dashboard', 'bots', labels.bots)} ${link('/submit', 'submit', labels.submit)}
        ${role !== null ? link('/moderation', 'moderation', labels.moderation) : null}
        ${role === 'ADMIN' ? link('/moderation/team', 'team', labels.team) : null}
      </ul>
    </nav>
    <h1 id="page-title" tabindex="-1">${bot ? NameInSentence(labels.edit, bot.name) : title}</h1>
    <noscript><p class="notice">${labels.needsJavaScript(purpose)} <a href="/graphql">/graphql</a>.</p></noscript>
    <div id="app" data-page=${page} data-bot-id=${bot?.botId} data-user-id=${userId} data-role=${role ?? undefined}>
      <p class="loading">${labels.loading}</p>
    </div>
    <script type="module" src=${script}></script>
  `;
}
