import { describe, expect, test } from 'vitest';
import { widgetCode } from '../../../src/web/manage/widget-code.ts';
import { elementsOf } from '../page.ts';

const BOT = { origin: 'https://bots.example', botId: '123456789012345678', alt: '<b>"&[x]: servers' };
const PICTURE = 'https://bots.example/widget/123456789012345678.svg';

describe('The code that embeds a widget', () => {
  test('shows the name as text, and links to the page of the bot', () => {
    const elements = elementsOf(widgetCode(BOT, 'light').html);
    expect(elements.find(({ name }) => name === 'a')?.attributes.href).toBe(
      'https://bots.example/bot/123456789012345678',
    );
    expect(elements.find(({ name }) => name === 'img')?.attributes).toMatchObject({
      src: PICTURE,
      alt: BOT.alt,
    });
    expect(widgetCode(BOT, 'light').markdown).toBe(
      `[![<b>"&\\[x\\]: servers](${PICTURE})](https://bots.example/bot/123456789012345678)`,
    );
  });

  test('is for the background that was chosen', () => {
    expect(widgetCode(BOT, 'dark').markdown).toContain(`(${PICTURE}?theme=dark)`);
    expect(widgetCode(BOT, 'dark').html).toContain(`src="${PICTURE}?theme=dark"`);
    const automatic = elementsOf(widgetCode(BOT, 'auto').html);
    expect(automatic.find(({ name }) => name === 'source')?.attributes).toEqual({
      srcset: `${PICTURE}?theme=dark`,
      media: '(prefers-color-scheme: dark)',
    });
  });
});
