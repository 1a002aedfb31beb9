import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, test } from 'vitest';
import { UserAvatar } from '../../../src/web/kit/avatar.tsx';

test.each([
  ['ada', 'A'],
  ['ä', 'Ä'],
  ['a\u0308b', 'A\u0308'],
  ['x', 'X'],
  ['👩‍👩‍👧 family', '👩‍👩‍👧'],
  ['🇩🇪🇫🇷', '🇩🇪'],
  ['1\ufe0f\u20e32', '1\ufe0f\u20e3'],
  [' b', 'B'],
  [' ', '?'],
])('the face of a user shows the first sign of their name, whole: %j', (name, initial) => {
  const html = renderToString(h(UserAvatar, { userId: '1141656587687960628', name, size: 28 }));
  expect(html.replaceAll(/<[^>]*>/g, '')).toBe(initial);
});
