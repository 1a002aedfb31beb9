import { describe, expect, test } from 'vitest';
import { USER_BUDGETS } from '../../src/limits/budget.ts';
import { messages } from '../../src/web/words/messages.ts';
import { newBotId, newUserId } from '../kit/ids.ts';
import { INPUT } from '../kit/listing-input.ts';
import { FLOW_LOOKS, useSite } from './visitor.ts';

const site = useSite();
const SUBMIT = `mutation ($id: ID!, $listing: ListingInput!) {
  result: submitListing(botId: $id, listing: $listing) { __typename } }`;

describe.each(FLOW_LOOKS)('Submissions of a day: $name', (look) => {
  test('are told before the form once one is used, and a used-up day ends before it is filled in, with the time', async () => {
    const { max } = USER_BUDGETS.submit;
    const userId = newUserId();
    const cookie = await site.service.signIn(userId);
    const submit = () => site.service.graphql(SUBMIT, { id: newBotId(), listing: INPUT }, { cookie });
    const owner = await site.arriveAs(look, userId, 'Olivia Owner', '/submit');
    await owner.page.waitForLoadState('networkidle');
    expect(await owner.page.getByText(messages.allowance.left({ left: max, all: max })).count()).toBe(0);
    for (let count = 0; count < max - 1; count++) await submit();
    await owner.page.reload();
    await owner.page.getByText(messages.allowance.left({ left: 1, all: max })).waitFor();
    await owner.inspect('submission-left');
    await submit();
    const [used = ''] = messages.allowance.none({ all: max, time: '|' }).split('|');
    await owner.page.getByLabel(messages.submit.id).fill(newBotId());
    await owner.page.getByRole('button', { name: messages.submit.next }).click();
    await owner.page.locator('form').getByText(used).first().waitFor();
    await owner.page.reload();
    const notice = await owner.page.locator('.notice').getByText(used).innerText();
    expect(notice.slice(used.length)).toMatch(/\d{4}, \d{1,2}:\d\d/);
    await owner.inspect('submissions-used-up');
  });
});
