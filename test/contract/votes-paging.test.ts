import { describe, expect, test } from 'vitest';
import { newUserId } from '../kit/ids.ts';
import { present } from '../kit/present.ts';
import { type Bot, useService } from '../kit/use-service.ts';

const subject = useService(20);

interface Page {
  readonly votes: readonly { readonly user_id: string; readonly voted_at: string }[];
  readonly next_cursor: string | null;
}

async function readPage(bot: Bot, limit: number, cursor: string | null): Promise<Page> {
  const query = `?limit=${limit}${cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
  const answer = await subject.ask('GET', bot, `votes${query}`);
  expect(answer.status).toBe(200);
  return answer.body as unknown as Page;
}

async function readToEnd(bot: Bot, limit: number, between: () => Promise<void> = async () => {}) {
  const pages: Page[] = [];
  for (let cursor: string | null | undefined = null; cursor !== undefined; ) {
    const page = await readPage(bot, limit, cursor);
    pages.push(page);
    cursor = page.next_cursor ?? undefined;
    await between();
  }
  return pages;
}

/** A log in which many votes of different users have the same time. */
async function addLog(bot: Bot): Promise<string[]> {
  const entries: string[] = [];
  const times = [5, 5, 5, 5, 4, 3, 3, 3, 2, 1, 1];
  for (const minute of times) {
    const [userId, votedAt] = [newUserId(), new Date(Date.UTC(2026, 0, 1, 0, minute))];
    await subject.addVote(bot, userId, votedAt);
    entries.push(`${votedAt.toISOString()} ${userId}`);
  }
  return entries.sort().reverse();
}

const entriesOf = (pages: readonly Page[]) =>
  pages.flatMap((page) => page.votes.map((vote) => `${vote.voted_at} ${vote.user_id}`));

/** Every entry once, newest first; those of the same time in any order. */
function expectWholeLog(pages: readonly Page[], entries: readonly string[]): void {
  const read = entriesOf(pages);
  expect([...read].sort()).toEqual([...entries].sort());
  const times = read.map((entry) => entry.slice(0, 24));
  expect(times).toEqual([...times].sort().reverse());
}

describe('Paging of GET /api/v1/bots/{id}/votes', () => {
  test.each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])(
    'reads the whole log once in pages of %d, even where votes have the same time',
    async (limit) => {
      const bot = subject.bot();
      const entries = await addLog(bot);
      const pages = await readToEnd(bot, limit);
      expectWholeLog(pages, entries);
      expect(pages.map((page) => page.votes.length)).toEqual(
        Array.from({ length: Math.ceil(entries.length / limit) }, (_, index) =>
          Math.min(limit, entries.length - index * limit),
        ),
      );
    },
  );

  test('neither repeats nor hides an older vote when votes are added between the pages', async () => {
    const bot = subject.bot();
    const entries = await addLog(bot);
    const pages = await readToEnd(bot, 2, () =>
      subject.addVote(bot, newUserId(), new Date(Date.UTC(2026, 1, 1))),
    );
    expectWholeLog(pages, entries);
  });

  test('gives the same page for the same cursor', async () => {
    const bot = subject.bot();
    await addLog(bot);
    const { next_cursor } = await readPage(bot, 3, null);
    const page = await readPage(bot, 4, next_cursor);
    await subject.addVote(bot, newUserId(), new Date());
    expect(await readPage(bot, 4, next_cursor)).toEqual(page);
    expect(page.votes).toHaveLength(4);
  });

  test('allows another page size with each cursor', async () => {
    const bot = subject.bot();
    const entries = await addLog(bot);
    const first = await readPage(bot, 3, null);
    const second = await readPage(bot, 1, first.next_cursor);
    const third = await readPage(bot, 1000, second.next_cursor);
    expectWholeLog([first, second, third], entries);
    expect(third.next_cursor).toBeNull();
  });

  test('gives cursors that need no escaping in a query', async () => {
    const bot = subject.bot();
    await addLog(bot);
    for (const { next_cursor } of (await readToEnd(bot, 1)).slice(0, -1)) {
      expect(present(next_cursor)).toMatch(/^[\w.~-]+$/);
    }
  });

  test('puts a vote that was cast just now at the top', async () => {
    const [bot, userId] = [subject.bot(), newUserId()];
    await addLog(bot);
    const cookie = await subject.signIn(userId);
    const { votedAt } = await subject.graphql<{ votedAt: string }>(
      'mutation ($id: ID!) { result: castVote(botId: $id) { ... on CastVotePayload { votedAt } } }',
      { id: bot.id },
      cookie,
    );
    expect((await readPage(bot, 1, null)).votes).toEqual([{ user_id: userId, voted_at: votedAt }]);
  });
});
