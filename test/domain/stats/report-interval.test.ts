import { afterAll, expect, test } from 'vitest';
import { hashToken } from '../../../src/domain/identity/tokens.ts';
import { findListing } from '../../../src/domain/listing/read.ts';
import { reportStats } from '../../../src/domain/stats/report.ts';
import { given } from '../../kit/given.ts';
import { startService } from '../../kit/service.ts';
import { after, at, DAY_MS, NOON } from '../../kit/time.ts';

const service = await startService();
afterAll(() => service.close());

/** Reports at these times, in minutes after noon, and returns the interval after each report. */
async function intervalsAfter(...minutes: number[]): Promise<(number | null | undefined)[]> {
  const bot = await given(at(service.services, NOON)).owner().listing().withToken().approved();
  const tokenKey = hashToken(bot.token).toString('hex');
  const found = [];
  for (const minute of minutes) {
    const services = at(service.services, after(NOON, minute * 60_000));
    await reportStats(services, { botId: bot.id, tokenKey }, { server_count: 5 });
    found.push((await findListing(service.services, bot.id))?.reportIntervalSeconds);
  }
  return found;
}

test('The usual time between two reports follows the reports slowly, and begins with the second one', async () => {
  expect(await intervalsAfter(0, 60, 120, 130)).toEqual([null, 3600, 3600, 3000]);
});

test('Reports of the same instant, or of a clock that is behind, do not change it', async () => {
  expect(await intervalsAfter(0, 30, 30, 20)).toEqual([null, 1800, 1800, 1800]);
});

test('A long silence counts as a week', async () => {
  const year = (365 * DAY_MS) / 60_000;
  expect(await intervalsAfter(0, year)).toEqual([null, 7 * 24 * 60 * 60]);
});
