import { graphql, type ResultOf } from '../../documents/graphql.ts';
import type { Reply } from '../../http/message/reply.ts';
import type { HttpRequest, Route } from '../../http/message/request.ts';
import { POLICY } from '../../http/message/security-headers.ts';
import type { ClientPackages } from '../frame/client-packages.ts';
import { pageViewer } from '../frame/layout.tsx';
import { MessagePage } from '../frame/message-page.tsx';
import { type PageResponder, redirect } from '../frame/page-response.ts';
import { signInPath } from '../frame/sign-in.ts';
import type { RunDocument } from '../frame/site.ts';
import { RULING } from '../manage/team-documents.ts';
import { messages } from '../words/messages.ts';
import { bundleDashboard } from './bundle.ts';
import { type KeepingOptions, type Ruling, readKept, replyToKeep } from './kept-secrets.tsx';
import {
  CSV_PATH,
  csvReply,
  filterOf,
  LOG_PATH,
  LogPage,
  logDocument,
  problemOf,
  readTyped,
} from './log-page.tsx';
import { type EditTab, isEditTab, type Shell, ShellPage, shellViewer } from './shell-page.tsx';

export const dashboardViewerDocument = graphql('{ viewer { ...PageViewer ...ShellViewer } }', [
  pageViewer,
  shellViewer,
]);

type Viewer = NonNullable<ResultOf<typeof dashboardViewerDocument>['viewer']>;

interface DashboardOptions extends Pick<PageResponder, 'page' | 'notFound'>, KeepingOptions {
  readonly runDocument: RunDocument;
  /** Whether the site has a page "Contact". */
  readonly hasContact: boolean;
  readonly clients: ClientPackages;
}

/** A page that is not about one bot. `roles`: it is for users with one of these roles only. */
interface SharedPage {
  readonly page: Exclude<Shell['page'], 'edit'>;
  readonly roles?: readonly Viewer['role'][];
}

const SHARED: Readonly<Record<string, SharedPage>> = {
  '/dashboard': { page: 'bots' },
  '/submit': { page: 'submit' },
  '/moderation': { page: 'moderation', roles: ['MODERATOR', 'ADMIN'] },
  '/moderation/team': { page: 'team', roles: ['ADMIN'] },
  '/moderation/users/:userId': { page: 'user', roles: ['MODERATOR', 'ADMIN'] },
};

/**
 * The pages for owners and moderators. The server checks who may use a page, and sends its shell. The program in the
 * browser then loads the content from `/graphql`.
 */
export function createDashboardRoutes({
  runDocument,
  page,
  notFound,
  hasContact,
  clients,
  ...keeping
}: DashboardOptions): readonly Route[] {
  async function show(shell: Shell, viewer: Viewer, path: string): Promise<Reply> {
    const bundle = await bundleDashboard();
    const headers = { 'content-security-policy': `${POLICY}; connect-src 'self'` };
    return page(
      shell.title,
      ShellPage(shell, viewer, { ...bundle, hasContact, clientPackage: clients.npm }),
      { viewer },
      { headers, path, files: ['drafts.js'] },
    );
  }

  async function shared(request: HttpRequest, { page: name, roles }: SharedPage): Promise<Reply> {
    const { pathname } = request.url;
    const [subjectId] = request.params;
    const { viewer } = await runDocument(request, dashboardViewerDocument, {});
    if (!viewer) return redirect(signInPath(pathname));
    const title = messages.dashboard[name];
    if (roles && !roles.includes(viewer.role)) return refuse(page, title, viewer);
    return show({ page: name, title, subjectId }, viewer, pathname);
  }

  async function edit(request: HttpRequest): Promise<Reply> {
    const { pathname } = request.url;
    const [botId, named] = request.params;
    const tab = named ?? 'overview';
    const { viewer } = await runDocument(request, dashboardViewerDocument, {});
    if (!viewer) return redirect(signInPath(pathname));
    // Others get the same 404 for a listing that exists, so that they cannot find out whether it does.
    const bot = viewer.bots.find((managed) => managed.botId === botId);
    if (!bot || named === 'overview' || !isEditTab(tab)) return notFound({ viewer });
    const ofBot = { userId: viewer.userId, botId: bot.botId };
    const kept = await readKept(keeping, request, ofBot, () => findRuling(runDocument, request, bot.botId));
    const shell = { page: 'edit', title: titleOf(tab, bot.name), bot, tab, kept } as const;
    const reply = await show(shell, viewer, pathname);
    if (Object.keys(kept).length === 0) return reply;
    return { ...reply, headers: { ...reply.headers, 'cache-control': 'no-store' }, isSecret: true };
  }

  /** Keeps a new secret in the browser of a user who manages the bot. */
  async function keep(request: HttpRequest): Promise<Reply> {
    const [botId = ''] = request.params;
    const { viewer } = await runDocument(request, dashboardViewerDocument, {});
    const bot = viewer?.bots.find((managed) => managed.botId === botId && managed.viewerMayChange);
    return viewer && bot ? replyToKeep(keeping, request, viewer.userId, botId) : notFound({ viewer });
  }

  return [
    ...createLogRoutes(runDocument, page),
    ...Object.entries(SHARED).map(
      ([path, known]) => ['GET', path, (request: HttpRequest) => shared(request, known)] as const,
    ),
    ['GET', '/bot/:botId/edit', edit],
    ['GET', '/bot/:botId/edit/:tab', edit],
    ['POST', '/bot/:botId/edit/kept', keep],
  ];
}

async function findRuling(runDocument: RunDocument, request: HttpRequest, botId: string): Promise<Ruling> {
  const { bot } = await runDocument(request, RULING, { botId });
  return {
    token: bot?.apiToken?.fingerprint,
    secret: bot?.webhook?.secretFingerprint,
    next: bot?.webhook?.nextSecretFingerprint,
  };
}

/** Says that the page is for others. */
const refuse = (page: PageResponder['page'], title: string, viewer: Viewer) =>
  page(title, MessagePage({ title, message: messages.dashboard.roleMissing }), { viewer }, { status: 403 });

/** The log of decisions, which needs no program in the browser. */
function createLogRoutes(runDocument: RunDocument, page: PageResponder['page']): readonly Route[] {
  async function log(request: HttpRequest): Promise<Reply> {
    const { url } = request;
    const { viewer } = await runDocument(request, dashboardViewerDocument, {});
    if (!viewer) return redirect(signInPath(url.pathname));
    const title = messages.dashboard.log;
    if (viewer.role !== 'ADMIN') return refuse(page, title, viewer);
    const typed = readTyped(url);
    const problem = problemOf(typed);
    const filter = filterOf(typed);
    const after = url.searchParams.get('after');
    const { moderationLog } = await runDocument(request, logDocument, { ...filter, first: 100, after });
    if (!moderationLog) throw new Error('An admin reads the log.');
    if (url.pathname === CSV_PATH && problem === undefined)
      return csvReply(runDocument, request, moderationLog, filter);
    const { style } = await bundleDashboard();
    const content = LogPage(style.path, title, viewer.appealCount, moderationLog, typed, after === null);
    const status = problem === undefined ? 200 : 400;
    return page(title, content, { viewer }, { path: LOG_PATH, status });
  }

  return [
    ['GET', LOG_PATH, log],
    ['GET', CSV_PATH, log],
  ];
}

/** `manage/tabs.ts` makes the same title when it changes the tab. */
function titleOf(tab: EditTab, name: string): string {
  const title = messages.bots.manage({ name });
  return tab === 'overview' ? title : `${messages.dashboard.tabs[tab]} · ${title}`;
}
