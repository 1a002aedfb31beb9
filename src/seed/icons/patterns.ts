import { bar, dot, fill, line, oval, turned } from './drawing.ts';

const W = '#fff';

/** A drawing that is repeated over the whole icon. */
const tiled = (width: number, height: number, tile: string) =>
  `<defs><pattern id="p" width="${width}" height="${height}" patternUnits="userSpaceOnUse">${tile}</pattern></defs>` +
  '<rect width="128" height="128" fill="url(#p)"/>';

const rings = (step: number, width: number, x: number, y: number) =>
  Array.from(
    { length: 9 },
    (_, index) =>
      `<circle cx="${x}" cy="${y}" r="${step * (index + 1)}" fill="none" stroke="${W}" stroke-width="${width}"/>`,
  ).join('');

const quarters = [0, 90, 180, 270];

/** What is behind the drawing of an icon: white, and shown faintly. */
export const PATTERNS = {
  blobs: oval(W, 16, 112, 58, 40, -24) + oval(W, 122, 18, 46, 34, 30) + oval(W, 96, 122, 22, 14),
  bricks: tiled(32, 24, bar(W, 1, 1, 30, 10, 2) + bar(W, -15, 13, 30, 10, 2) + bar(W, 17, 13, 30, 10, 2)),
  bubbles:
    dot(W, 22, 30, 12) + dot(W, 108, 96, 16) + dot(W, 104, 24, 8) + dot(W, 20, 98, 7) + dot(W, 46, 12, 5),
  checks: tiled(32, 32, bar(W, 0, 0, 16, 16) + bar(W, 16, 16, 16, 16)),
  chevrons: tiled(24, 20, line(W, 5, 'M-2 14 12 4 26 14')),
  confetti: tiled(
    44,
    44,
    turned(bar(W, 6, 8, 9, 5, 1), [30], 10, 10) +
      dot(W, 32, 12, 3.5) +
      turned(bar(W, 28, 30, 9, 5, 1), [-40], 32, 32) +
      dot(W, 10, 34, 2.5),
  ),
  crosses: tiled(26, 26, fill(W, 'M10 4h6v6h6v6h-6v6h-6v-6H4v-6h6z')),
  dots: tiled(18, 18, dot(W, 9, 9, 3.5)),
  embers:
    dot(W, 24, 30, 4) +
    dot(W, 100, 24, 5) +
    dot(W, 108, 58, 3) +
    dot(W, 18, 66, 3) +
    dot(W, 40, 14, 3) +
    dot(W, 82, 10, 3) +
    oval(W, 64, 134, 90, 42),
  facets: fill(W, 'M0 0H74L40 60ZM128 24V92L92 52ZM0 128 30 84 78 128Z'),
  grid: tiled(16, 16, line(W, 1.5, 'M0 8H16M8 0V16')),
  grooves: rings(9, 3, 64, 64),
  hexagons: tiled(28, 48, line(W, 3, 'M14 0 28 8V24L14 32 0 24V8ZM14 32V48M0 24V24')),
  leaves: tiled(36, 36, fill(W, 'M4 18Q10 4 24 6 24 20 4 18ZM20 34Q22 22 34 22 34 34 20 34Z')),
  petals: tiled(48, 48, turned(oval(W, 24, 14, 5, 9), [0, 72, 144, 216, 288], 24, 24)),
  rays: turned(fill(W, 'M64 64 52-60H76Z'), [0, 30, 60, 90, 120, 150, 180, 210, 240, 270, 300, 330]),
  rings: rings(15, 5, 18, 118),
  ruled: tiled(128, 13, bar(W, 0, 5, 128, 2.5)),
  stars: tiled(
    46,
    46,
    turned(fill(W, 'M12 12 9.5 9.5 12 3 14.5 9.5Z'), quarters, 12, 12) +
      dot(W, 34, 30, 2.5) +
      dot(W, 36, 6, 1.5) +
      dot(W, 8, 36, 1.8),
  ),
  tiles: tiled(32, 32, turned(fill(W, 'M16 16 10 6 16 0 22 6Z'), quarters, 16, 16)),
  waves: tiled(32, 18, line(W, 4, 'M-8 12Q0 2 8 10T24 10 40 10')),
} as const;
