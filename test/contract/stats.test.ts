import { describe, expect, test } from 'vitest';
import { writeDirectoryCursor } from '../../src/domain/directory/cursor.ts';
import { areUnsteady } from '../../src/domain/stats/unsteady.ts';
import { present } from '../kit/present.ts';
import { type Bot, useService } from '../kit/use-service.ts';
import { expectFailure } from './expect-failure.ts';

const NAMES = ['server_count', 'guildCount', 'guilds'];
const subject = useService(80);

const report = (bot: Bot, body: unknown) => subject.ask('POST', bot, 'stats', body);

async function stored(bot: Bot) {
  const [row] = await subject.services.db.sql<
    { count: number | null; changedAt: Date | null; checkedInAt: Date | null }[]
  >`select server_count as count, server_count_changed_at as "changedAt", checked_in_at as "checkedInAt"
    from bot_stats where bot_id = ${bot.id}`;
  return present(row);
}

describe('POST /api/v1/bots/{id}/stats', () => {
  test.each(NAMES)('stores the count sent as %s and echoes it', async (name) => {
    const bot = subject.bot();
    const answer = await report(bot, { [name]: 77 });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ success: true, server_count: 77 });
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect((await stored(bot)).count).toBe(77);
  });

  test.each([
    ['0', 0],
    ['-0', 0],
    ['1', 1],
    ['5.0', 5],
    ['1e3', 1000],
    ['12.5e1', 125],
    ['2147483647', 2_147_483_647],
    ['2147483647.0', 2_147_483_647],
  ])('takes the JSON number %s, which is the integer %d', async (written, count) => {
    const bot = subject.bot();
    const answer = await report(bot, `{"server_count": ${written}}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ success: true, server_count: count });
    expect((await stored(bot)).count).toBe(count);
  });

  test.each([
    ['a string of digits', '"5"'],
    ['an empty string', '""'],
    ['a fraction', '5.5'],
    ['a small fraction', '1e-1'],
    ['true', 'true'],
    ['false', 'false'],
    ['null', 'null'],
    ['an empty array', '[]'],
    ['an array with a number', '[5]'],
    ['an object', '{}'],
    ['a nested count', '{"server_count": 5}'],
    ['-1', '-1'],
    ['2147483648', '2147483648'],
    ['a number past every integer', '1e400'],
    ['a negative number past every integer', '-1e400'],
    ['2 to the 53rd plus 1', '9007199254740993'],
  ])('refuses %s under each of the three names and stores nothing', async (_, written) => {
    const bot = subject.bot();
    const before = await stored(bot);
    for (const name of NAMES) expectFailure(await report(bot, `{"${name}": ${written}}`), 400);
    expect(await stored(bot)).toEqual(before);
  });

  test.each([
    ['none of the three names', {}],
    ['only members of other names', { shard_count: 5, users: 7 }],
    ['a name in other letters', { Server_Count: 5 }],
    ['server_count and guildCount', { server_count: 5, guildCount: 5 }],
    ['server_count and guilds', { server_count: 5, guilds: 5 }],
    ['guildCount and guilds', { guildCount: 5, guilds: 5 }],
    ['all three names', { server_count: 5, guildCount: 5, guilds: 5 }],
    ['a second name that is null', { server_count: 5, guilds: null }],
    ['the count one level down', { stats: { server_count: 5 } }],
  ])('refuses a body with %s', async (_, body) => {
    const bot = subject.bot();
    const before = await stored(bot);
    expectFailure(await report(bot, body), 400);
    expect(await stored(bot)).toEqual(before);
  });

  test('does not take a count from the prototype that a body names', async () => {
    expectFailure(await report(subject.bot(), '{"__proto__": {"server_count": 5}}'), 400);
  });

  test.each(NAMES)('ignores every other member beside %s, whatever its type', async (name) => {
    const others = {
      shard_id: 0,
      shard_count: '2',
      users: -1,
      voice_connections: null,
      nested: { server_count: 1 },
    };
    const answer = await report(subject.bot(), { ...others, [name]: 12 });
    expect(answer.body).toEqual({ success: true, server_count: 12 });
  });

  test('answers counts that rise and fall beside shard_count as any others', async () => {
    const bot = subject.bot();
    for (const server_count of [1210, 1244, 1198, 1231, 1209, 1246]) {
      const answer = await report(bot, { server_count, shard_count: 4 });
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ success: true, server_count });
    }
    const [listing] = await subject.services.db.sql<{ counts: number[] }[]>`
      select recent_counts as counts from bot_stats where bot_id = ${bot.id}`;
    expect(areUnsteady(listing?.counts ?? [])).toBe(true);
  });

  test('allows the same number again and writes the check-in time on every call', async () => {
    const bot = subject.bot();
    await report(bot, { server_count: 41 });
    const past = new Date('2020-01-01T00:00:00.000Z');
    await subject.services.db.sql`
      update bot_stats set checked_in_at = ${past}, server_count_changed_at = ${past} where bot_id = ${bot.id}`;
    const before = subject.services.now();
    expect((await report(bot, { server_count: 41 })).status).toBe(200);
    const { checkedInAt, changedAt } = await stored(bot);
    expect(present(checkedInAt).getTime()).toBeGreaterThanOrEqual(before.getTime());
    expect(changedAt).toEqual(past);
  });

  test('tells when the number changed only when it did', async () => {
    const bot = subject.bot();
    await report(bot, { server_count: 41 });
    const past = new Date('2020-01-01T00:00:00.000Z');
    await subject.services.db
      .sql`update bot_stats set server_count_changed_at = ${past} where bot_id = ${bot.id}`;
    await report(bot, { server_count: 42 });
    expect(present((await stored(bot)).changedAt).getTime()).toBeGreaterThan(past.getTime());
  });

  test('puts the number and the check-in on the bot page and into its row of the directory', async () => {
    const bot = subject.bot();
    await report(bot, { server_count: 1_234_567 });
    const page = await subject.service.call('GET', `/bot/${bot.id}`);
    const checkedInAt = present((await stored(bot)).checkedInAt).toISOString();
    expect(page.body.text).toContain('1,234,567');
    expect(page.body.text).toContain(checkedInAt);

    // The row is read by its place: other tests list bots at the same time.
    const [row] = await subject.services.db.sql<{ createdAt: Date }[]>`
      select created_at as "createdAt" from bots where id = ${bot.id}`;
    const after = writeDirectoryCursor(
      'newest',
      String((present(row).createdAt.getTime() + 1) / 1000),
      '99999999999999999',
    );
    const directory = await subject.service.call('GET', `/bots?order=newest&after=${after}`);
    const text = String(directory.body.text).replace(
      /<script type="application\/ld\+json">.*?<\/script>/,
      '',
    );
    const start = text.indexOf(`/bot/${bot.id}"`);
    expect(start).toBeGreaterThan(0);
    expect(text.slice(start, text.indexOf('</li>', start))).toContain('1,234,567');
  });

  test('answers each of many reports that arrive together with its own number', async () => {
    const bot = subject.bot();
    const counts = Array.from({ length: 40 }, (_, index) => index + 1);
    const answers = await Promise.all(counts.map((count) => report(bot, { server_count: count })));
    expect(answers.map((answer) => answer.body.server_count)).toEqual(counts);
    expect(counts).toContain((await stored(bot)).count);
  });
});
