import { graphql } from '../../documents/graphql.ts';
import type { Reply } from '../../http/message/reply.ts';
import type { HttpRequest, Route } from '../../http/message/request.ts';
import { SECURITY_HEADERS } from '../../http/message/security-headers.ts';
import { pageViewer } from '../frame/layout.tsx';
import { redirect } from '../frame/page-response.ts';
import { isRefusal, type PageRefusal, refusal, responseTo, sentenceOfRefusal } from '../frame/refusal.ts';
import { replyToRefusal } from '../frame/refused-form.ts';
import { type SignIn, signInPath } from '../frame/sign-in.ts';
import type { Site } from '../frame/site.ts';
import { messages } from '../words/messages.ts';
import { ACCOUNT_PATH, DELETION_PATH, EXPORT_PATH, SESSIONS_ENDED, SESSIONS_PATH } from './account-page.tsx';
import { DeletedPage, type DeletionDraft, DeletionPage, deletionViewer } from './deletion-page.tsx';

export const endSessionDocument = graphql(
  'mutation EndSession($id: ID!) { result: endSession(id: $id) { ...Refusal } }',
  [refusal],
);
export const endOtherSessionsDocument = graphql(
  'mutation EndOtherSessions { result: endOtherSessions { ...Refusal } }',
  [refusal],
);
export const exportDocument = graphql(
  'query ExportData { result: exportData { ...Refusal ... on DataExport { data } } }',
  [refusal],
);
export const deletionDocument = graphql(
  'query Deletion($language: String!) { viewer { ...PageViewer ...DeletionViewer } }',
  [pageViewer, deletionViewer],
);
export const deleteAccountDocument = graphql(
  `mutation DeleteAccount($confirmation: String!, $removesListings: Boolean!) {
    result: deleteAccount(confirmation: $confirmation, removesListings: $removesListings) {
      ...Refusal ... on DeleteAccountPayload { votesKeptUntil }
    }
  }`,
  [refusal],
);

/** What users do with their own data: end sessions, download everything, delete the account. */
export function createOwnDataRoutes(site: Site, { end }: SignIn): readonly Route[] {
  const { runDocument, now } = site;
  const toSignIn = () => redirect(signInPath(ACCOUNT_PATH));

  async function endSessions(request: HttpRequest): Promise<Reply> {
    const id = (await request.readForm()).get('session');
    const { result } =
      id === null
        ? await runDocument(request, endOtherSessionsDocument, {})
        : await runDocument(request, endSessionDocument, { id });
    return isRefusal(result) ? toSignIn() : redirect(`${ACCOUNT_PATH}?${SESSIONS_ENDED}#sessions`);
  }

  async function download(request: HttpRequest): Promise<Reply> {
    const { result } = await runDocument(request, exportDocument, {});
    if (isRefusal(result)) return refuseDownload(request, result);
    const day = now().toISOString().slice(0, 10);
    return {
      status: 200,
      headers: {
        ...SECURITY_HEADERS,
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': `attachment; filename="my-data-${day}.json"`,
        'cache-control': 'private, no-store',
      },
      body: `${JSON.stringify('data' in result ? result.data : null, undefined, 2)}\n`,
      isSecret: true,
    };
  }

  const refuseDownload = (request: HttpRequest, refused: PageRefusal) =>
    replyToRefusal(site, request, refused, {
      title: messages.account.download,
      tooOften: messages.account.downloadTooOften,
      returnTo: ACCOUNT_PATH,
    });

  return [
    ['POST', SESSIONS_PATH, endSessions],
    ['POST', EXPORT_PATH, download],
    ...createDeletionRoutes(site, end),
  ];
}

/** The page that deletes the account, and what it becomes. A refused form keeps what was typed. */
function createDeletionRoutes({ runDocument, page, nobody }: Site, end: SignIn['end']): readonly Route[] {
  async function show(request: HttpRequest, draft?: DeletionDraft, refused?: PageRefusal): Promise<Reply> {
    const { viewer } = await runDocument(request, deletionDocument, {});
    if (!viewer) return redirect(signInPath(DELETION_PATH));
    const content = DeletionPage(viewer, draft);
    const options = { ...responseTo(refused), path: DELETION_PATH } as const;
    return page(messages.deletion.title, content, { viewer }, options);
  }

  async function deleteAccount(request: HttpRequest): Promise<Reply> {
    const form = await request.readForm();
    const typed = {
      confirmation: form.get('confirmation') ?? '',
      removesListings: form.get('removesListings') === 'yes',
    };
    const { result } = await runDocument(request, deleteAccountDocument, typed);
    if (isRefusal(result)) {
      const problem = sentenceOfRefusal(result, messages.deletion.tooOften);
      return show(request, { ...typed, problem }, result);
    }
    const keptUntil = 'votesKeptUntil' in result ? result.votesKeptUntil : null;
    return page(messages.deletion.doneTitle, DeletedPage(keptUntil), nobody, {
      setCookies: [await end(request)],
      // This page itself cannot be opened again.
      address: '/',
    });
  }

  return [
    ['GET', DELETION_PATH, (request) => show(request)],
    ['POST', DELETION_PATH, deleteAccount],
  ];
}
