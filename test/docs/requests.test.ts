import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe as always, beforeAll, expect, inject, test } from 'vitest';
import { makeFolder } from '../kit/folder.ts';
import { newUserId } from '../kit/ids.ts';
import { present } from '../kit/present.ts';
import { type Bot, useService } from '../kit/use-service.ts';
import { visit } from '../web/page.ts';
import { commandOf } from './programs.ts';
import { codeOf } from './shown-code.ts';

const PUBLIC_URL = 'https://bots.example.org';
const subject = useService(40, { PUBLIC_URL });
const parts = inject('parts');
const LANGUAGES = [
  { language: 'curl', end: 'sh', lacks: !parts.curl },
  { language: 'JavaScript', end: 'mjs', lacks: false },
  { language: 'Python', end: 'py', lacks: !parts.python },
  { language: 'Go', end: 'go', lacks: !parts.go },
];
let page: string;
const opened = new AsyncDisposableStack();
let folder: string;
beforeAll(async () => {
  page = (await visit(subject.service, '/docs')).html;
  folder = await makeFolder('requests', opened);
});
afterAll(() => opened.disposeAsync());

for (const { language, end, lacks } of LANGUAGES) {
  always.skipIf(lacks)(`What the page shows in ${language}`, () => {
    const commands = new Map<string, [string, ...string[]]>();
    /** Runs what the page shows, asking the test's service instead of the public address. */
    const run = async (endpoint: string, { id, token }: Bot, userId = ''): Promise<string> => {
      const [command, ...args] = present(commands.get(endpoint));
      const { stdout } = await promisify(execFile)(command, args, {
        env: {
          PATH: process.env.PATH,
          HOME: process.env.HOME,
          BOT_ID: id,
          BOT_TOKEN: token,
          USER_ID: userId,
        },
      });
      return stdout;
    };

    beforeAll(async () => {
      for (const endpoint of ['stats', 'commands', 'check', 'votes']) {
        const code = present(codeOf(page, `${endpoint}-${language.toLowerCase()}`));
        expect(code).toContain(`${PUBLIC_URL}/api/v1/bots/`);
        const file = join(folder, `${language}-${endpoint}.${end}`);
        await writeFile(file, code.replaceAll(PUBLIC_URL, subject.service.url));
        commands.set(endpoint, await commandOf(file));
      }
    }, 300_000);

    test('reports the server count', async () => {
      const bot = subject.bot();
      expect(await run('stats', bot)).toContain('1234');
      const widget = await subject.service.call('GET', `/widget/${bot.id}`);
      expect(widget.body.server_count).toBe(1234);
    });

    test('publishes the commands', async () => {
      const bot = subject.bot();
      expect(await run('commands', bot)).toMatch(/\b1\b/);
      expect(await subject.commandsOf(bot)).toEqual([{ name: 'ping', description: 'Answers with pong.' }]);
    });

    test('tells whether a user has voted', async () => {
      const [bot, userId] = [subject.bot(), newUserId()];
      expect(await run('check', bot, userId)).toMatch(/Has not voted|"hasVoted":false/);
      await subject.addVote(bot, userId, new Date(Date.now() - 60_000));
      const { body } = await subject.ask('GET', bot, `check?userId=${userId}`);
      const printed = await run('check', bot, userId);
      expect(printed).toMatch(/Voted; |"hasVoted":true/);
      expect(printed).toContain(String(body.nextVoteAt));
    });

    test('reads the log of votes, to its end where it follows the pages', async () => {
      const bot = subject.bot();
      await subject.services.db.sql`
        insert into votes (bot_id, user_id, voted_at)
        select ${bot.id}, (400000000000000000 + n)::text, now() - n * interval '1 minute'
        from generate_series(1, 1001) as n`;
      const printed = (await run('votes', bot)).match(/\b4\d{17}\b/g) ?? [];
      const all = Array.from({ length: 1001 }, (_, index) =>
        String(400_000_000_000_000_001n + BigInt(index)),
      );
      expect(printed).toEqual(language === 'curl' ? all.slice(0, 1000) : all);
    });

    test.each(['stats', 'commands', 'check', 'votes'])(
      'fails at %s with a token that is not known',
      async (endpoint) => {
        const bot = subject.bot();
        const failure = run(endpoint, { ...bot, token: 'unknown' }, newUserId());
        await expect(failure).rejects.toMatchObject({ code: expect.any(Number) });
        await expect(failure).rejects.toThrow(/\b401\b/);
      },
    );
  });
}
