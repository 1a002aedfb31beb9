import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Font } from 'satori';

const FONT = '@fontsource/figtree/files/figtree';

let fonts: Promise<Font[]> | undefined;

/** All letters of the font for drawings. The two parts have names of their own, because satori uses one part of a font only. */
export function readFonts(): Promise<Font[]> {
  const { resolve } = createRequire(import.meta.url);
  fonts ??= Promise.all(
    ([400, 700] as const).flatMap((weight) =>
      (['latin', 'latin-ext'] as const).map(async (part): Promise<Font> => {
        const data = await readFile(resolve(`${FONT}-${part}-${weight}-normal.woff`));
        return { name: part === 'latin' ? 'Figtree' : 'Figtree Ext', data, weight, style: 'normal' };
      }),
    ),
  );
  return fonts;
}
