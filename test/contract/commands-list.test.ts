import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { isReadable } from '../../src/terms/command-names.ts';
import { type Bot, useService } from '../kit/use-service.ts';
import { expectFailure } from './expect-failure.ts';

const subject = useService(60);
const put = (bot: Bot, commands: unknown, others: object = {}) =>
  subject.ask('PUT', bot, 'commands', { ...others, commands });

const listOf = (length: number) =>
  Array.from({ length }, (_, index) => ({ name: `command-${index}`, description: `Number ${index}.` }));

const shown = (bot: Bot) => subject.commandsOf(bot);

async function page(bot: Bot): Promise<string> {
  return String((await subject.service.call('GET', `/bot/${bot.id}`)).body.text);
}

describe('PUT /api/v1/bots/{id}/commands', () => {
  test.each([0, 1, 99, 100])('takes a list of %d commands and keeps their order', async (length) => {
    const bot = subject.bot();
    const answer = await put(bot, listOf(length));
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ success: true, count: length });
    expect(await shown(bot)).toEqual(listOf(length));
  });

  test.each([101, 1000])('refuses a list of %d commands and keeps the one before', async (length) => {
    const bot = subject.bot();
    await put(bot, listOf(3));
    expectFailure(await put(bot, listOf(length)), 400);
    expect(await shown(bot)).toEqual(listOf(3));
  });

  test('counts the commands as they are sent: 101 of one name are too many', async () => {
    const one = { name: 'help', description: 'Helps.' };
    expectFailure(
      await put(
        subject.bot(),
        Array.from({ length: 101 }, () => one),
      ),
      400,
    );
  });

  test('replaces and never merges: what is not sent again disappears', async () => {
    const bot = subject.bot();
    await put(bot, [
      { name: 'first-only', description: 'Goes.' },
      { name: 'both', description: 'The old words.' },
    ]);
    expect(await page(bot)).toContain('/first-only');
    const answer = await put(bot, [{ name: 'both', description: 'The new words.' }]);
    expect(answer.body).toEqual({ success: true, count: 1 });
    expect(await shown(bot)).toEqual([{ name: 'both', description: 'The new words.' }]);
    const text = await page(bot);
    expect(text).toContain('/both');
    expect(text).toContain('The new words.');
    expect(text).not.toContain('/first-only');
    expect(text).not.toContain('The old words.');
  });

  test('clears the list with an empty one', async () => {
    const bot = subject.bot();
    await put(bot, [{ name: 'gone-soon', description: 'Goes.' }]);
    const answer = await put(bot, []);
    expect(answer.body).toEqual({ success: true, count: 0 });
    expect(await shown(bot)).toEqual([]);
    expect(await page(bot)).not.toContain('gone-soon');
  });

  test('drops duplicates by name, keeps the first and counts what remained', async () => {
    const bot = subject.bot();
    const answer = await put(bot, [
      { name: 'a', description: 'first a' },
      { name: 'b', description: 'first b' },
      { name: 'a', description: 'second a' },
      { name: 'b', description: 'first b' },
      { name: 'a', description: 'third a' },
    ]);
    expect(answer.body).toEqual({ success: true, count: 2 });
    expect(await shown(bot)).toEqual([
      { name: 'a', description: 'first a' },
      { name: 'b', description: 'first b' },
    ]);
  });

  test.each([
    ['letters of another case', ['help', 'Help']],
    ['white space at an end', ['help', 'help ']],
    ['another composition of the same character', ['é', 'e\u0301']],
    ['names that objects have anyway', ['__proto__', 'constructor']],
  ])('takes names for different that differ in %s', async (_, names) => {
    const bot = subject.bot();
    const commands = names.map((name) => ({ name, description: 'Does it.' }));
    expect((await put(bot, commands)).body).toEqual({ success: true, count: 2 });
    expect(await shown(bot)).toEqual(commands);
  });

  test("ignores the other members of the chat platform's command objects", async () => {
    const bot = subject.bot();
    const choice = { name: 'a choice\0', value: 1, name_localizations: { de: 'Wahl' } };
    const option = { type: 3, name: 'o'.repeat(500), description: '', required: true, choices: [choice] };
    const answer = await put(
      bot,
      [
        {
          id: '300000000000000001',
          application_id: bot.id,
          type: 1,
          version: null,
          default_member_permissions: '8',
          dm_permission: false,
          nsfw: 'yes',
          name_localizations: { de: 'hilfe' },
          description_localizations: null,
          contexts: [0, 1, 2],
          options: Array.from({ length: 25 }, () => ({ ...option, options: [option, option] })),
          name: 'help',
          description: 'Helps.',
        },
      ],
      { guild_id: 5, name: 7 },
    );
    expect(answer.body).toEqual({ success: true, count: 1 });
    expect(await shown(bot)).toEqual([{ name: 'help', description: 'Helps.' }]);
  });

  test('stores nothing of the members that it ignores', async () => {
    const bot = subject.bot();
    await put(bot, [{ name: 'help', description: 'Helps.', options: ['secret'] }]);
    const [row] = await subject.services.db.sql<{ commands: unknown }[]>`
      select commands from bots where id = ${bot.id}`;
    expect(row?.commands).toEqual([{ name: 'help', description: 'Helps.' }]);
  });

  test('ignores members nested 100 000 deep', async () => {
    const depth = 100_000;
    const nested = '['.repeat(depth) + ']'.repeat(depth);
    const body = `{"commands": [{"name": "help", "description": "Helps.", "options": ${nested}}], "other": ${nested}}`;
    const answer = await subject.ask('PUT', subject.bot(), 'commands', body);
    expect(answer.body).toEqual({ success: true, count: 1 });
  });

  test('ignores members as large as the body may be', async () => {
    const padding = 'x'.repeat(1_000_000);
    const answer = await put(subject.bot(), [{ name: 'help', description: 'Helps.', options: padding }]);
    expect(answer.body).toEqual({ success: true, count: 1 });
  });

  test('shows names and descriptions on the bot page as text and never as markup', async () => {
    const bot = subject.bot();
    await put(bot, [{ name: '<i>x</i>', description: '<script>alert("&")</script>' }]);
    const text = await page(bot);
    expect(text).not.toContain('<script>');
    expect(text).not.toContain('<i>x</i>');
    expect(text).toContain('&lt;script>');
  });

  test('changes no other bot', async () => {
    const [mine, other] = [subject.bot(), subject.bot()];
    const before = await shown(other);
    await put(mine, []);
    expect(await shown(other)).toEqual(before);
    expect(before).not.toEqual([]);
  });
});

describe('Commands as the platform returns them', () => {
  const file = join(import.meta.dirname, 'cases/commands-as-the-platform-returns-them.json');
  const { commands } = JSON.parse(readFileSync(file, 'utf8')) as {
    commands: { type: number; name: string }[];
  };

  test('are refused for the first context menu, and the sentence says so', async () => {
    expectFailure(
      await put(subject.bot(), commands),
      400,
      'commands[3] is a context menu: leave out types 2 and 3, which have no description.',
    );
  });

  test('are stored without their context menus', async () => {
    const bot = subject.bot();
    const slash = commands.filter(({ type }) => type === 1 || type === undefined);
    expect((await put(bot, slash)).body).toEqual({ success: true, count: 3 });
    expect(((await shown(bot)) as { name: string }[]).map(({ name }) => name)).toEqual(
      slash.map(({ name }) => name),
    );
  });

  test('an empty description of a slash command is refused for its length, and a described menu is taken', async () => {
    const error = 'commands[0].description must be 1 to 100 characters long.';
    expectFailure(await put(subject.bot(), [{ name: 'a', description: '', type: 1 }]), 400, error);
    expect((await put(subject.bot(), [{ name: 'a', description: 'b', type: 2 }])).status).toBe(200);
  });
});

test('of all characters of Unicode, a name may have those that are seen or that scripts need', () => {
  const needed = /\u200c|\u200d|\p{Variation_Selector}/u;
  const misleading = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/u;
  const wrong: string[] = [];
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const character = String.fromCodePoint(code);
    if (!character.isWellFormed()) continue;
    const may = needed.test(character) || !misleading.test(character);
    if (isReadable(`a${character}b`) !== may) wrong.push(`U+${code.toString(16)}`);
    const seen = may && !/[\p{Zs}\u2800]/u.test(character) && !needed.test(character);
    if (isReadable(character) !== seen) wrong.push(`U+${code.toString(16)} alone`);
  }
  expect(wrong).toEqual([]);
});

describe('A name that nobody can read', () => {
  const names = {
    blank: ' ',
    'a space without width': '\u200b',
    'one inside a word': 'pl\u200bay',
    'a mark of direction': '\u202eyalp',
    isolates: '\u2066play\u2069',
    'a line break': 'pl\nay',
    'a line separator': 'pl\u2028ay',
    'a tab': 'pl\tay',
    'a joiner alone': '\u200d',
    'a filler of Hangul': '\u3164',
    'an empty pattern of Braille': '\u2800',
    'a mark of byte order': '\ufeffplay',
    'a soft hyphen': 'pl\u00aday',
    'an invisible sign of multiplication': 'pl\u2062ay',
    'a joiner of graphemes': 'pl\u034fay',
    'letters of a flag': '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    'an invisible letter of a flag': 'play\u{e0061}',
    'a filler of Hangul in a word': 'pl\u3164ay',
  };
  test.each(Object.entries(names))('is refused: %s', async (_, name) => {
    const bot = subject.bot();
    await put(bot, listOf(1));
    const refused = await put(bot, [{ name, description: 'x' }]);
    expectFailure(
      refused,
      400,
      'commands[0].name must have a visible character, and no line break or invisible character.',
    );
    expect(await shown(bot)).toEqual(listOf(1));
  });

  test.each(['占い', 'نماز', 'خانه\u200cها', '👩\u200d🚀', '葛\u{e0100}', 'ก็'])(
    'names of all scripts are taken: %s',
    async (name) => {
      expect((await put(subject.bot(), [{ name, description: 'x' }])).status).toBe(200);
    },
  );
});

test('a name that begins with a slash has one slash on the page', async () => {
  const bot = subject.bot();
  await put(bot, [{ name: '/play', description: 'Plays.' }]);
  expect(await page(bot)).toContain('<dt>/play</dt>');
  const { body } = await subject.service.call('GET', `/bot/${bot.id}.md`);
  expect(String(body.text)).not.toContain('//play');
});
