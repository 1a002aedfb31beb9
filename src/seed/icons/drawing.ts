/** Pieces of SVG that drawings on icons share. */

/** The drawing, and once more with left and right exchanged. */
export const mirrored = (drawing: string): string =>
  `${drawing}<g transform="matrix(-1 0 0 1 128 0)">${drawing}</g>`;

/** The drawing once for each angle, turned around a point. */
export const turned = (drawing: string, angles: readonly number[], x = 64, y = 64): string =>
  angles.map((angle) => `<g transform="rotate(${angle} ${x} ${y})">${drawing}</g>`).join('');

/** Filled shapes. */
export const fill = (colour: string, d: string): string => `<path fill="${colour}" d="${d}"/>`;

/** Lines with round ends. */
export const line = (colour: string, width: number, d: string): string =>
  `<path fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" d="${d}"/>`;

export const dot = (colour: string, x: number, y: number, radius: number): string =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="${colour}"/>`;

export const oval = (colour: string, x: number, y: number, rx: number, ry: number, angle = 0): string =>
  `<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${colour}"${
    angle === 0 ? '' : ` transform="rotate(${angle} ${x} ${y})"`
  }/>`;

export const bar = (
  colour: string,
  x: number,
  y: number,
  width: number,
  height: number,
  radius = 0,
): string => `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${colour}"/>`;

export const faded = (opacity: number, drawing: string): string => `<g opacity="${opacity}">${drawing}</g>`;
