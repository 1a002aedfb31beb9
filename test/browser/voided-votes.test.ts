import { expect, test } from 'vitest';
import { castVote } from '../../src/domain/vote/cast.ts';
import { DAY_MS } from '../../src/lib/day.ts';
import { messages } from '../../src/web/words/messages.ts';
import { given } from '../kit/given.ts';
import { at } from '../kit/time.ts';
import { FLOW_LOOKS, sendDecision, useSite } from './visitor.ts';

const site = useSite();

const labels = messages.moderationTools.votes;

test.each(FLOW_LOOKS)(
  'a moderator sees what stands out, voids the votes, and restores them; the owner reads why: $name',
  async (look) => {
    const { services } = site;
    const bot = await given(at(services, new Date(Date.now() - 30 * DAY_MS)))
      .owner('Olga')
      .listing({ name: 'Counted' })
      .approved();
    const [program, person] = [await given(services).user('Robin'), await given(services).user('Vera')];
    for (let count = 6; count >= 0; count -= 1)
      await castVote(at(services, new Date(Date.now() - count * 12 * 60 * 60 * 1000)), bot.id, program);
    await castVote(services, bot.id, person);
    const votes = async () => {
      const [row] = await services.db
        .sql`select vote_count::int as votes from bot_stats where bot_id = ${bot.id}`;
      return row?.votes;
    };

    const moderator = await site.arriveAs(look, await given(services).moderator('Mo'), 'Mo', '/moderation');
    await moderator.page.getByLabel(messages.moderation.lookUp, { exact: true }).first().fill(bot.id);
    await moderator.page.getByRole('button', { name: messages.moderation.lookUpButton, exact: true }).click();
    await moderator.page.getByRole('button', { name: labels.find }).click();
    await moderator.page.getByRole('heading', { name: labels.kinds.EVEN_GAPS }).waitFor();
    await moderator.page.getByRole('checkbox', { name: labels.voter({ name: 'Robin', count: 7 }) }).waitFor();
    await moderator.inspect('vote-signals');
    await moderator.page.getByRole('button', { name: labels.some }).click();
    await moderator.page
      .getByLabel(messages.moderationTools.templates.title)
      .selectOption(messages.moderationTools.templates.of.VOID.program);
    await moderator.inspect('void-votes');
    await moderator.page.getByRole('button', { name: labels.voidNow, exact: true }).click();
    await sendDecision(moderator);
    await moderator.page.getByText(messages.state.voidedCount({ count: 7 })).waitFor();
    expect(await votes()).toBe(1);
    await moderator.inspect('voided-votes');

    const owner = await site.arriveAs(look, bot.ownerId, 'Olga', `/bot/${bot.id}/edit`);
    await owner.page.getByText(messages.state.voidedCount({ count: 7 })).waitFor();
    const marked = owner.page.locator('#votes li').filter({ hasText: messages.deliveries.voided });
    expect(await marked.count()).toBe(7);
    expect(await marked.filter({ hasText: person }).count()).toBe(0);
    await owner.page.getByText(messages.chart.utc).first().waitFor();
    await owner.inspect('owner-voided-votes');
    await owner.open('/notices');
    await owner.inspect('notice-of-voided-votes');

    await moderator.page.getByRole('button', { name: labels.restore }).click();
    await sendDecision(moderator);
    await moderator.page.getByText(messages.state.restored).first().waitFor();
    expect(await votes()).toBe(8);
  },
);
