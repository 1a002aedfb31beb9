import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import { FONT_RANGES } from '../src/web/frame/static-files.ts';

const SOURCE = '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2';
const TARGET = join(import.meta.dirname, '../src/web/frame/font');
const require = createRequire(import.meta.url);

/** The characters of `U+0000-00FF,U+0131`. */
const charactersOf = (ranges: string): string =>
  ranges
    .replaceAll('U+', '')
    .split(',')
    .flatMap((range) => {
      const [first = 0, last = first] = range.split('-').map((code) => Number.parseInt(code, 16));
      return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index));
    })
    .join('');

const source = readFileSync(require.resolve(SOURCE));
const font = await subsetFont(source, charactersOf(FONT_RANGES), {
  targetFormat: 'woff2',
  // The weights of the style sheets.
  variationAxes: { wght: { min: 400, max: 700 } },
});
writeFileSync(join(TARGET, 'figtree.woff2'), font);
copyFileSync(require.resolve('@fontsource-variable/figtree/LICENSE'), join(TARGET, 'LICENSE'));
