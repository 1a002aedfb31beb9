import { graphql } from '../../documents/graphql.ts';
import type { Reply } from '../../http/message/reply.ts';
import type { HttpRequest, Route } from '../../http/message/request.ts';
import { redirect } from '../frame/page-response.ts';
import { isRefusal, type PageRefusal, refusal } from '../frame/refusal.ts';
import type { Site } from '../frame/site.ts';
import { builtFiles } from '../frame/static-files.ts';
import { CHANGED, CHANNELS_PATH } from './notice-channels.tsx';
import { NOTICE_SETTINGS_PATH } from './notice-settings-page.tsx';

export const addPushDocument = graphql(
  `mutation AddPush($endpoint: String!, $p256dh: String!, $auth: String!, $label: String!, $language: String!) {
    result: addPushChannel(endpoint: $endpoint, p256dh: $p256dh, auth: $auth, label: $label, language: $language) {
      ...Refusal
    }
  }`,
  [refusal],
);
export const addEmailDocument = graphql(
  `mutation AddEmail($email: String!, $language: String!) {
    result: addEmailChannel(email: $email, language: $language) { ...Refusal }
  }`,
  [refusal],
);
export const addChatDocument = graphql(
  `mutation AddChat($kind: NoticeChatKind!, $url: String!, $language: String!) {
    result: addWebhookChannel(kind: $kind, url: $url, language: $language) { ...Refusal }
  }`,
  [refusal],
);
export const confirmDocument = graphql(
  'mutation ConfirmEmail($id: ID!, $code: String!) { result: confirmEmailChannel(id: $id, code: $code) { ...Refusal } }',
  [refusal],
);
export const removeDocument = graphql(
  'mutation RemoveChannel($id: ID!) { result: removeNoticeChannel(id: $id) { ...Refusal } }',
  [refusal],
);
export const testDocument = graphql(
  `mutation TestChannel($id: ID!) {
    result: testNoticeChannel(id: $id) { ... on TestNoticeChannelPayload { failure } ...Refusal }
  }`,
  [refusal],
);

/**
 * The ways by which the viewer's notices leave the site.
 *
 * @param refuse answers a form whose request was refused
 */
export function createChannelRoutes(
  { runDocument }: Site,
  refuse: (request: HttpRequest, refused: PageRefusal) => Promise<Reply>,
): readonly Route[] {
  const replyTo = (request: HttpRequest, { result }: { result: object }, outcome: string) =>
    isRefusal(result)
      ? refuse(request, result)
      : redirect(`${NOTICE_SETTINGS_PATH}?${CHANGED}=${outcome}#channels`);

  async function add(request: HttpRequest): Promise<Reply> {
    const form = await request.readForm();
    const text = (name: string) => form.get(name) ?? '';
    const kind = text('kind');
    if (kind === 'PUSH') {
      const keys = { endpoint: text('endpoint'), p256dh: text('p256dh'), auth: text('auth') };
      const push = { ...keys, label: text('label') };
      return replyTo(request, await runDocument(request, addPushDocument, push), 'saved');
    }
    if (kind === 'EMAIL') {
      return replyTo(request, await runDocument(request, addEmailDocument, { email: text('email') }), 'code');
    }
    const chat = { kind: kind === 'SLACK' ? 'SLACK' : 'DISCORD', url: text('url') } as const;
    return replyTo(request, await runDocument(request, addChatDocument, chat), 'saved');
  }

  async function change(request: HttpRequest): Promise<Reply> {
    const [id = ''] = request.params;
    const form = await request.readForm();
    const action = form.get('action');
    if (action === 'confirm') {
      const code = (form.get('code') ?? '').trim();
      return replyTo(request, await runDocument(request, confirmDocument, { id, code }), 'saved');
    }
    if (action === 'test') {
      const tested = await runDocument(request, testDocument, { id });
      const hasFailed = 'failure' in tested.result && tested.result.failure;
      return replyTo(request, tested, hasFailed ? 'failed' : 'sent');
    }
    return replyTo(request, await runDocument(request, removeDocument, { id }), 'saved');
  }

  return [
    ['POST', CHANNELS_PATH, add],
    ['POST', `${CHANNELS_PATH}/:id`, change],
    // The service worker has to be at the root of the site, to be in charge of all of it.
    [
      'GET',
      '/sw.js',
      () => ({
        status: 200,
        headers: { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' },
        body: builtFiles().get('sw.js') ?? '',
      }),
    ],
  ];
}
