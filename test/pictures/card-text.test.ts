import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import satori from 'satori';
import { expect, test } from 'vitest';
import { drawable } from '../../src/pictures/card.ts';

const { resolve } = createRequire(import.meta.url);
const font = (part: string) => ({
  name: part,
  data: readFileSync(resolve(`@fontsource/figtree/files/figtree-${part}-400-normal.woff`)),
  weight: 400 as const,
});

test('every character that a card shows is in its font', async () => {
  const shown = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code)).filter(
    (character) => drawable(`a${character}`) === `a${character}` && character.trim() !== '',
  );
  expect(shown.length).toBeGreaterThan(300);
  const missing: string[] = [];
  const div = {
    type: 'div',
    props: { style: { fontFamily: 'latin, latin-ext' }, children: shown.join(' ') },
  };
  await satori(div as unknown as Parameters<typeof satori>[0], {
    width: 1200,
    height: 630,
    fonts: [font('latin'), font('latin-ext')],
    loadAdditionalAsset: async (_code, segment) => {
      missing.push(segment);
      return [];
    },
  });
  expect(missing).toEqual([]);
});

test.each([
  ['Tidepool', 'Tidepool'],
  ['Łódź  Ünïcode', 'Łódź Ünïcode'],
  ['🎉 Party\tTime 🎉', 'Party Time'],
  ['Cafe\u0301', 'Café'],
  ['アニメ暦', undefined],
  ['Anime 暦', undefined],
  ['Привет', undefined],
  ['مرساة', undefined],
  ['🦊', undefined],
  ['…', undefined],
  ['', undefined],
  ['a\u202eb\u0000', 'ab'],
])('%j is shown as %j', (text, shown) => {
  expect(drawable(text)).toBe(shown);
});
