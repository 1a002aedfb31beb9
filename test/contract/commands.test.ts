import { describe, expect, test } from 'vitest';
import { type Bot, useService } from '../kit/use-service.ts';
import { expectFailure } from './expect-failure.ts';

const subject = useService(90);
const put = (bot: Bot, body: unknown) => subject.ask('PUT', bot, 'commands', body);
const named = (name: unknown, description: unknown = 'Does it.') => ({ commands: [{ name, description }] });
const FOX = '🦊';

const shown = (bot: Bot) => subject.commandsOf(bot);

describe('A command of PUT /api/v1/bots/{id}/commands', () => {
  test.each([
    ['a name of 1 character', 'a', 'Does it.'],
    ['a name of 32 characters', 'n'.repeat(32), 'Does it.'],
    ['a name of 32 emoji, which are 64 UTF-16 units', FOX.repeat(32), 'Does it.'],
    ['a name of one emoji', FOX, 'Does it.'],
    ['a name in another script', 'помощь', 'Does it.'],
    ['a description of 1 character', 'help', 'd'],
    ['a description of 100 characters', 'help', 'd'.repeat(100)],
    ['a description of 100 emoji', 'help', FOX.repeat(100)],
    ['markup', '<b>&amp;"\'', '</dd><script>alert(1)</script>'],
    ['text that SQL would read', "'; drop table bots; --", '$1 %s \\'],
    ['right-to-left text and line feeds', 'עזרה', 'one\ntwo\ttabs'],
  ])('may have %s, kept as it was sent', async (_, name, description) => {
    const bot = subject.bot();
    const answer = await put(bot, named(name, description));
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ success: true, count: 1 });
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await shown(bot)).toEqual([{ name, description }]);
  });

  test.each([
    ['an empty name', named('')],
    ['a name of 33 characters', named('n'.repeat(33))],
    ['a name of 33 emoji', named(FOX.repeat(33))],
    ['a name of 10 000 characters', named('n'.repeat(10_000))],
    ['an empty description', named('help', '')],
    ['a description of 101 characters', named('help', 'd'.repeat(101))],
    ['a description of 101 emoji', named('help', FOX.repeat(101))],
    ['no name', { commands: [{ description: 'Does it.' }] }],
    ['no description', { commands: [{ name: 'help' }] }],
    ['neither', { commands: [{}] }],
    ['a NUL in its name', named('he\0lp')],
    ['a NUL in its description', named('help', '\0')],
    ['half a surrogate pair in its name', named('a\ud83e')],
    ['half a surrogate pair in its description', named('help', '\udd8a b')],
    ['a swapped surrogate pair in its name', named('\udd8a\ud83e')],
  ])('is refused with %s, and the list stays', async (_, body) => {
    const bot = subject.bot();
    const before = await shown(bot);
    expectFailure(await put(bot, body), 400);
    expect(await shown(bot)).toEqual(before);
  });

  const wrongTypes = [5, 0.5, true, false, null, [], ['help'], {}, { name: 'help' }];
  test.each(wrongTypes)('is refused with the name %j', async (value) => {
    expectFailure(await put(subject.bot(), named(value)), 400);
  });
  test.each(wrongTypes)('is refused with the description %j', async (value) => {
    expectFailure(await put(subject.bot(), named('help', value)), 400);
  });
  test.each([5, 0.5, 'help', true, null, [], [{ name: 'a', description: 'b' }]])(
    'is refused when it is %j and not an object',
    async (value) => {
      expectFailure(await put(subject.bot(), { commands: [value] }), 400);
    },
  );
});

describe('The list of PUT /api/v1/bots/{id}/commands', () => {
  test.each([
    ['missing', {}],
    ['under another name', { Commands: [] }],
    ['null', { commands: null }],
    ['an object', { commands: {} }],
    ['an object like an array', { commands: { 0: { name: 'a', description: 'b' }, length: 1 } }],
    ['a string', { commands: '[]' }],
    ['a number', { commands: 5 }],
    ['true', { commands: true }],
    ['nested once too deep', { commands: [[{ name: 'a', description: 'b' }]] }],
  ])('is refused when it is %s', async (_, body) => {
    const bot = subject.bot();
    const before = await shown(bot);
    expectFailure(await put(bot, body), 400);
    expect(await shown(bot)).toEqual(before);
  });

  test('names only the first problem of several', async () => {
    const good = { name: 'a', description: 'b' };
    const answer = await put(subject.bot(), {
      commands: [good, { name: '', description: 'b' }, { name: 5, description: '' }],
    });
    expectFailure(answer, 400, expect.stringContaining('commands[1].name'));
    expect(answer.body.error).not.toContain('commands[2]');
  });

  test('is refused as a whole when its last command is malformed', async () => {
    const bot = subject.bot();
    const before = await shown(bot);
    const commands = Array.from({ length: 100 }, (_, index) => ({ name: `c${index}`, description: 'd' }));
    expectFailure(await put(bot, { commands: [...commands.slice(1), { name: 'x', description: '' }] }), 400);
    expect(await shown(bot)).toEqual(before);
  });

  test('is refused for a malformed command even where its name is a duplicate', async () => {
    const answer = await put(subject.bot(), {
      commands: [
        { name: 'help', description: 'd' },
        { name: 'help', description: '' },
      ],
    });
    expectFailure(answer, 400);
  });
});
