import { graphql } from '../../documents/graphql.ts';
import type { Reply } from '../../http/message/reply.ts';
import type { HttpRequest, Route } from '../../http/message/request.ts';
import { refusal } from '../frame/refusal.ts';
import { localPath } from '../frame/sign-in.ts';
import type { Site } from '../frame/site.ts';
import { messages } from '../words/messages.ts';
import { replyAboutBot } from './favourite-routes.ts';
import { FAVOURITES_PATH } from './member-pages.tsx';

export const reminderDocument = graphql(
  `mutation SetReminder($botId: ID!, $isWanted: Boolean!) {
    result: setReminder(botId: $botId, isWanted: $isWanted) { ...Refusal }
  }`,
  [refusal],
);
export const allRemindersDocument = graphql(
  `mutation SetFavouriteReminders($isWanted: Boolean!) {
    result: setFavouriteReminders(isWanted: $isWanted) { ...Refusal }
  }`,
  [refusal],
);

/** The forms that switch reminders of the next vote on and off. */
export function createReminderRoutes(site: Site): readonly Route[] {
  const { runDocument } = site;

  async function setOne(request: HttpRequest): Promise<Reply> {
    const [botId = ''] = request.params;
    const form = await request.readForm();
    const isWanted = form.get('wanted') !== 'no';
    const { result } = await runDocument(request, reminderDocument, { botId, isWanted });
    const returnTo = localPath(form.get('return') ?? `/bot/${botId}`);
    return replyAboutBot(site, request, result, returnTo, messages.reminder.tooOften);
  }

  async function setAll(request: HttpRequest): Promise<Reply> {
    const isWanted = (await request.readForm()).get('wanted') !== 'no';
    const { result } = await runDocument(request, allRemindersDocument, { isWanted });
    return replyAboutBot(site, request, result, FAVOURITES_PATH, messages.reminder.tooOften);
  }

  return [
    ['POST', '/bot/:botId/reminder', setOne],
    ['POST', `${FAVOURITES_PATH}/reminders`, setAll],
  ];
}
