import { describe, expect, test } from 'vitest';
import { listRecentVotes } from '../../../src/domain/vote/log.ts';
import { given } from '../../kit/given.ts';
import { newUserId } from '../../kit/ids.ts';
import { useService } from '../../kit/use-service.ts';

describe('The recent votes of a listing', () => {
  const subject = useService(3);
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);

  test('are the last ten, newest first, of this listing alone', async () => {
    const [bot, other] = [subject.bot(), subject.bot()];
    const voters = Array.from({ length: 12 }, newUserId);
    for (const [minutes, voter] of voters.entries()) await subject.addVote(bot, voter, minutesAgo(minutes));
    await subject.addVote(other, newUserId(), minutesAgo(0));
    const votes = await listRecentVotes(subject.service.services, bot.id);
    expect(votes.map(({ userId }) => userId)).toEqual(voters.slice(0, 10));
  });

  test('are none before the first, and none from before a take-over', async () => {
    const { services } = subject.service;
    const bot = await given(services).owner().listing().votes(2).approved();
    expect(await listRecentVotes(services, bot.id)).toHaveLength(2);
    await services.db.sql`update bots set owned_since = now() + interval '1 minute' where id = ${bot.id}`;
    expect(await listRecentVotes(services, bot.id)).toEqual([]);
    const without = await given(services).owner().listing().approved();
    expect(await listRecentVotes(services, without.id)).toEqual([]);
  });
});
