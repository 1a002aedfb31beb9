import type { VNode } from 'preact';
import { graphql, type ResultOf } from '../documents/graphql.ts';
import type { Route, Visit } from '../http/route.ts';
import type { Ask } from './ask.ts';
import { bundleClient } from './client-bundle.ts';
import { html } from './html.ts';
import { MessagePage, WithName } from './pages.ts';
import { POLICY, type Responder, redirect } from './respond.ts';
import { signInPath } from './sign-in.ts';
import { text } from './text.ts';

const labels = text.dashboard;

export const viewerDocument = graphql('{ viewer { userId name role bots { botId name } } }');

type Viewer = NonNullable<ResultOf<typeof viewerDocument>['viewer']>;

interface DashboardOptions extends Pick<Responder, 'page' | 'notFound'> {
  readonly ask: Ask;
}

/** What is on a page is the browser's to make, by the code in `client/`. */
interface Shell {
  readonly page: 'bots' | 'submit' | 'edit' | 'moderation' | 'team';
  readonly title: string;
  /** What somebody without JavaScript cannot do here. */
  readonly purpose: string;
  readonly bot?: Viewer['bots'][number];
}

const SHELLS: Readonly<Record<string, Shell & { readonly roles?: readonly Viewer['role'][] }>> = {
  '/dashboard': { page: 'bots', title: labels.bots, purpose: labels.botsPurpose },
  '/submit': { page: 'submit', title: labels.submit, purpose: labels.submitPurpose },
  '/moderation': {
    page: 'moderation',
    title: labels.moderation,
    purpose: labels.moderationPurpose,
    roles: ['MODERATOR', 'ADMIN'],
  },
  '/moderation/team': {
    page: 'team',
    title: labels.team,
    purpose: labels.teamPurpose,
    roles: ['ADMIN'],
  },
};

/**
 * The pages for owners and moderators. What is served is their frame, to those who may use them; their content is asked of
 * `/graphql` by the code in `client/`.
 */
export function createDashboardRoutes({ ask, page, notFound }: DashboardOptions): readonly Route[] {
  async function show(shell: Shell, viewer: Viewer): Promise<Response> {
    const { script, style } = await bundleClient();
    const headers = { 'content-security-policy': `${POLICY}; connect-src 'self'` };
    return page(shell.title, ShellPage(shell, viewer, script, style), { viewer }, { headers });
  }

  async function shared({ request, url: { pathname } }: Visit): Promise<Response | undefined> {
    const known = SHELLS[pathname];
    if (!known) return undefined;
    const { viewer } = await ask(request, viewerDocument, {});
    if (!viewer) return redirect(signInPath(pathname));
    const { roles } = known;
    if (!roles || roles.includes(viewer.role)) return show(known, viewer);
    return page(known.title, MessagePage(known.title, labels.roleMissing), { viewer }, { status: 403 });
  }

  async function edit({ request, url: { pathname }, places: [botId] }: Visit): Promise<Response> {
    const { viewer } = await ask(request, viewerDocument, {});
    if (!viewer) return redirect(signInPath(pathname));
    // To everybody else it is not told whether there is such a listing.
    const bot = viewer.bots.find((managed) => managed.botId === botId);
    if (!bot) return notFound({ viewer });
    const shell = { page: 'edit', title: labels.edit(bot.name), purpose: labels.editPurpose } as const;
    return show({ ...shell, bot }, viewer);
  }

  return [
    ...Object.keys(SHELLS).map((path) => ['GET', path, shared] as const),
    ['GET', '/bot/:botId/edit', edit],
  ];
}

function ShellPage(
  { page, title, purpose, bot }: Shell,
  { userId, role }: Viewer,
  script: string,
  style: string,
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
    <h1 id="page-title" tabindex="-1">${bot ? WithName(labels.edit, bot.name) : title}</h1>
    <noscript><p class="notice">${labels.needsJavaScript(purpose)} <a href="/graphql">/graphql</a>.</p></noscript>
    <div id="app" data-page=${page} data-bot-id=${bot?.botId} data-user-id=${userId} data-role=${role ?? undefined}><p class="loading">${labels.loading}</p></div>
    <script type="module" src=${script}></script>
  `;
}
