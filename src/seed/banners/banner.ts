import { wobble } from '../shapes.ts';
import { SCENES } from './scenes.ts';

export type SceneName = keyof typeof SCENES;

/** A wide picture for the top of a page: a scene in the colours of the bot's icon. */
export interface Banner {
  readonly scene: SceneName;
  /** From light to dark. */
  readonly colours: readonly [string, string];
  readonly accent: string;
  /** Another number moves the parts of the scene. */
  readonly salt: number;
}

/** Draws a banner in SVG. */
export function drawBanner({ scene, colours: [light, dark], accent, salt }: Banner): string {
  const random = (index: number) => wobble(index + 1, salt);
  const drawing = SCENES[scene](random)
    .replaceAll('$a', accent)
    .replaceAll('$l', light)
    .replaceAll('$d', dark);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="400" viewBox="0 0 1600 400">
<defs>
<linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop stop-color="${light}"/><stop offset="1" stop-color="${dark}"/></linearGradient>
<radialGradient id="h" cx=".2" cy="0" r=".9"><stop stop-color="#fff" stop-opacity=".35"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient>
</defs>
<rect width="1600" height="400" fill="url(#g)"/>
<rect width="1600" height="400" fill="url(#h)"/>
${drawing}
</svg>
`;
}
