import { describe, expect, test } from 'vitest';
import { addFavourite } from '../../src/domain/member/favourites.ts';
import { USER_BUDGETS } from '../../src/limits/budget.ts';
import { putInState } from '../kit/given.ts';
import { newUserId } from '../kit/ids.ts';
import { useService } from '../kit/use-service.ts';

const subject = useService(5);
const SET = `mutation ($id: ID!, $isWanted: Boolean!) { result: setReminder(botId: $id, isWanted: $isWanted) {
  __typename ... on ReminderPayload { botId isWanted } } }`;
const SET_ALL = `mutation ($isWanted: Boolean!) { result: setFavouriteReminders(isWanted: $isWanted) {
  __typename ... on Viewer { remindsFavourites } } }`;
const WANTED = 'query ($id: ID!) { result: bot(botId: $id) { viewerWantsReminder } }';

describe('Reminders', () => {
  test('are switched on and off by their user, for a bot or all that they follow, and shown to nobody else', async () => {
    const { id } = subject.bot();
    const userId = newUserId();
    const cookie = await subject.signIn(userId);
    const isWanted = (asked?: string) => subject.graphql(WANTED, { id }, asked);
    for (const wanted of [true, false, true]) {
      const set = await subject.graphql(SET, { id, isWanted: wanted }, cookie);
      expect(set).toEqual({ __typename: 'ReminderPayload', botId: id, isWanted: wanted });
      expect(await isWanted(cookie)).toEqual({ viewerWantsReminder: wanted });
    }
    expect(await isWanted()).toEqual({ viewerWantsReminder: false });
    expect(await isWanted(await subject.signIn())).toEqual({ viewerWantsReminder: false });

    await addFavourite(subject.services, userId, id);
    await subject.graphql(SET, { id, isWanted: false }, cookie);
    for (const remindsFavourites of [true, false, true]) {
      const set = await subject.graphql(SET_ALL, { isWanted: remindsFavourites }, cookie);
      expect(set).toEqual({ __typename: 'Viewer', remindsFavourites });
    }
    expect(await isWanted(cookie)).toEqual({ viewerWantsReminder: false });
  });

  test('are refused as data for a hidden bot, and too often', async () => {
    const { id } = subject.bot();
    const cookie = await subject.signIn();
    const set = () => subject.graphql(SET, { id, isWanted: true }, cookie);
    await putInState(subject.services, id, 'suspended');
    expect(await set()).toEqual({ __typename: 'NotFoundError' });
    await putInState(subject.services, id, 'approved');
    for (let used = 1; used < USER_BUDGETS.reminder.max; used++)
      expect(await set()).toMatchObject({ __typename: 'ReminderPayload' });
    expect(await set()).toEqual({ __typename: 'RateLimitedError' });
    expect(await subject.graphql(SET_ALL, { isWanted: true }, cookie)).toEqual({
      __typename: 'RateLimitedError',
    });
  });
});
