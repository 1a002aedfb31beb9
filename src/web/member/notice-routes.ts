import { graphql, type VariablesOf } from '../../documents/graphql.ts';
import type { Reply } from '../../http/message/reply.ts';
import type { HttpRequest, Route } from '../../http/message/request.ts';
import { pageViewer } from '../frame/layout.tsx';
import { redirect } from '../frame/page-response.ts';
import { isRefusal, type PageRefusal, refusal } from '../frame/refusal.ts';
import { replyToRefusal } from '../frame/refused-form.ts';
import { localPath, signInPath } from '../frame/sign-in.ts';
import type { Site } from '../frame/site.ts';
import { NOTICES_PATH } from '../kit/bell.tsx';
import { isFirstPageOf, readRange } from '../kit/page-links.tsx';
import { messages } from '../words/messages.ts';
import { createChannelRoutes } from './channel-routes.ts';
import { CHANGED, noticeChannelsViewer } from './notice-channels.tsx';
import {
  NOTICE_SETTINGS_PATH,
  NoticeSettingsPage,
  noticeSettingsViewer,
  SAVED,
} from './notice-settings-page.tsx';
import { NoticesPage, notices } from './notices-page.tsx';

export const noticesDocument = graphql(
  `query MyNotices($first: Int, $last: Int, $after: String, $before: String) {
    viewer {
      ...PageViewer
      notices(first: $first, last: $last, after: $after, before: $before) { ...Notices }
    }
  }`,
  [pageViewer, notices],
);
export const readDocument = graphql(
  'mutation ReadNotices($id: ID!, $upTo: Boolean!) { result: readNotices(id: $id, upTo: $upTo) { ...Refusal } }',
  [refusal],
);
export const settingsDocument = graphql(
  '{ viewer { ...PageViewer ...NoticeSettingsViewer ...NoticeChannelsViewer } noticeChannelKinds }',
  [pageViewer, noticeSettingsViewer, noticeChannelsViewer],
);
export const choicesDocument = graphql('{ viewer { noticeSettings { kind delivery } } }');
export const setDocument = graphql(
  `mutation SetNoticeDelivery($kind: NoticeKind!, $delivery: NoticeDelivery!) {
    result: setNoticeDelivery(kind: $kind, delivery: $delivery) { ...Refusal }
  }`,
  [refusal],
);

/** The viewer's notices, and where they want them. */
export function createNoticeRoutes(site: Site): readonly Route[] {
  const { runDocument, page, now } = site;

  async function list(request: HttpRequest): Promise<Reply> {
    const { viewer } = await runDocument(request, noticesDocument, readRange(request.query));
    if (!viewer) return redirect(signInPath(NOTICES_PATH));
    const isFirst = isFirstPageOf(request.query);
    const content = NoticesPage(viewer.notices, viewer.unreadNotices, isFirst, now());
    return page(messages.notices.title, content, { viewer }, { path: NOTICES_PATH });
  }

  /** Marks all notices as read that the page showed, and all older ones. */
  async function readAll(request: HttpRequest): Promise<Reply> {
    const id = (await request.readForm()).get('newest') ?? '';
    const { result } = await runDocument(request, readDocument, { id, upTo: true });
    return isRefusal(result) ? refuse(request, result) : redirect(NOTICES_PATH);
  }

  /** Marks a notice as read, and leads to where its reader can act. */
  async function open(request: HttpRequest): Promise<Reply> {
    const [id = ''] = request.params;
    const to = localPath((await request.readForm()).get('to'));
    const { result } = await runDocument(request, readDocument, { id, upTo: false });
    return isRefusal(result) ? refuse(request, result) : redirect(to);
  }

  async function settings(request: HttpRequest): Promise<Reply> {
    const { viewer, noticeChannelKinds } = await runDocument(request, settingsDocument, {});
    if (!viewer) return redirect(signInPath(NOTICE_SETTINGS_PATH));
    const outcome = request.query.get(CHANGED);
    const channels = { viewer, outcome, kinds: noticeChannelKinds };
    const content = NoticeSettingsPage(viewer, request.query.has(SAVED), channels);
    const options = { files: ['rows.css', 'push.js'], path: NOTICE_SETTINGS_PATH } as const;
    return page(messages.noticeSettings.title, content, { viewer }, options);
  }

  /** Saves what differs from the present settings. */
  async function save(request: HttpRequest): Promise<Reply> {
    const form = await request.readForm();
    const { viewer } = await runDocument(request, choicesDocument, {});
    if (!viewer) return redirect(signInPath(NOTICE_SETTINGS_PATH));
    for (const { kind, delivery } of viewer.noticeSettings) {
      const wanted = form.get(kind);
      if (!isDelivery(wanted) || wanted === delivery) continue;
      const { result } = await runDocument(request, setDocument, { kind, delivery: wanted });
      if (isRefusal(result)) return refuse(request, result);
    }
    return redirect(`${NOTICE_SETTINGS_PATH}?${SAVED}`);
  }

  const refuse = (request: HttpRequest, refused: PageRefusal) =>
    replyToRefusal(site, request, refused, {
      title: messages.notices.refused,
      tooOften: messages.notices.tooOften,
      returnTo: NOTICES_PATH,
    });

  return [
    ['GET', NOTICES_PATH, list],
    ['POST', NOTICES_PATH, readAll],
    ['GET', NOTICE_SETTINGS_PATH, settings],
    ['POST', NOTICE_SETTINGS_PATH, save],
    ...createChannelRoutes(site, refuse),
    ['POST', `${NOTICES_PATH}/:id`, open],
  ];
}

type Delivery = VariablesOf<typeof setDocument>['delivery'];

const isDelivery = (value: string | null): value is Delivery =>
  value === 'NONE' || value === 'SITE' || value === 'EVERYWHERE';
