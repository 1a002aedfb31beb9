import { beforeAll, expect, test } from 'vitest';
import type { Seeded } from '../../src/seed/seed.ts';
import { messages } from '../../src/web/words/messages.ts';
import { given } from '../kit/given.ts';
import { first } from '../kit/present.ts';
import { FLOW_LOOKS, sendDecision, useSite } from './visitor.ts';

let seeded: Seeded;
const site = useSite();
beforeAll(async () => {
  seeded = await site.service.seed({ bots: 4, users: 5, votes: 40 });
});

const labels = messages.moderatedUser;
const words = messages.blocks;
const REASON = 'Your votes do not come from a person who uses the bots.';
const APPEAL = 'These were my own votes, each one of them by hand.';

test.each(FLOW_LOOKS)(
  'a moderator blocks a voter, who sees why and appeals; the moderator accepts, and the voter votes again: $name',
  async (look) => {
    const { services } = site;
    const { id } = first(seeded.bots);
    const [moderatorId, userId] = [await given(services).moderator('Mo'), await given(services).user('Vera')];
    const moderator = await site.arriveAs(look, moderatorId, 'Mo', `/moderation/users/${userId}`);
    await moderator.page.getByRole('heading', { name: 'Vera' }).waitFor();
    await moderator.page.getByRole('button', { name: labels.block }).click();
    await moderator.page
      .getByLabel(messages.moderationTools.templates.title)
      .selectOption(messages.moderationTools.templates.of.BLOCK.fakeVotes);
    await moderator.inspect('user-block');
    await moderator.page.getByRole('button', { name: labels.blockNow, exact: true }).click();
    await moderator.page.getByText(labels.blocked).waitFor();
    await sendDecision(moderator);

    const voter = await site.arriveAs(look, userId, 'Vera', `/bot/${id}/vote`);
    voter.willRefuse(`/bot/${id}/vote`);
    await voter.page.getByRole('button', { name: messages.vote.button }).click();
    await voter.page.getByText(REASON).waitFor();
    await voter.inspect('vote-blocked');
    await voter.page.getByRole('link', { name: words.see }).click();
    await voter.inspect('account-blocked');
    await voter.page.getByLabel(words.appeal).fill(APPEAL);
    await voter.page.getByRole('button', { name: words.appealButton }).click();
    await voter.page.getByText(words.waiting).waitFor();
    await voter.inspect('account-appealed');

    await moderator.open('/moderation');
    const appeals = moderator.page.getByText(labels.appealCount({ count: 1 }));
    await appeals.waitFor();
    expect(await moderator.page.getByText(APPEAL).isVisible()).toBe(false);
    await appeals.click();
    await moderator.page.getByText(APPEAL).waitFor();
    await moderator.inspect('appeals');
    await moderator.page.getByLabel(labels.answer).fill('You are right, and we are sorry.');
    await moderator.page.getByRole('button', { name: labels.lift }).click();
    await moderator.page.getByText(labels.isLifted).waitFor();
    await sendDecision(moderator);
    await expect.poll(() => moderator.page.getByText(labels.appealCount({ count: 1 })).count()).toBe(0);
    await moderator.open(`/moderation/users/${userId}`);
    await moderator.page.getByText('You are right, and we are sorry.').waitFor();
    await moderator.inspect('user-lifted');

    await voter.open('/notices');
    await voter.page.getByText('You are right, and we are sorry.').waitFor();
    await voter.inspect('notices-of-blocks');
    await voter.open(`/bot/${id}/vote`);
    await voter.page.getByRole('button', { name: messages.vote.button }).click();
    await voter.page.getByText(messages.vote.recorded).waitFor();
  },
);

test.each(FLOW_LOOKS)(
  'somebody who is blocked from signing in sees why after the sign-in, and appeals without a session: $name',
  async (look) => {
    const { services } = site;
    const userId = await given(services).user('Sid');
    const cookie = await site.service.signIn(await given(services).moderator());
    const { data } = await site.service.graphql(
      `mutation { blockUser(userId: "${userId}", kind: SIGN_IN, reason: "You insulted others.") { __typename } }`,
      {},
      { cookie },
    );
    expect(data?.blockUser).toMatchObject({ __typename: 'Block' });
    const visitor = await site.arrive(look);
    await visitor.open('/sign-in?return=/account');
    await visitor.page.getByLabel(messages.signIn.userId).fill(userId);
    await visitor.page.getByRole('button', { name: messages.signIn.title }).click();
    await visitor.page.getByRole('heading', { name: words.blockedTitle }).waitFor();
    await visitor.page.getByText('You insulted others.').waitFor();
    await visitor.inspect('sign-in-blocked');
    await visitor.page.getByLabel(words.appeal).fill(APPEAL);
    await visitor.page.getByRole('button', { name: words.appealButton }).click();
    await visitor.page.getByText(words.waiting).waitFor();
  },
);
