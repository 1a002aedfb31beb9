import { h, type VNode } from 'preact';
import { expect, test } from 'vitest';
import { keptPart } from '../../../src/web/kit/kept-part.ts';
import { currentLanguage, inLanguage } from '../../../src/web/words/current-language.ts';

test('A kept part is rendered anew when it shows something else, and for each language', () => {
  let renderings = 0;
  const part = (text: string) =>
    keptPart('test', [text], () => h('b', { id: `${++renderings}`, lang: currentLanguage() }, text) as VNode);
  expect(part('a')).toBe('<b id="1" lang="en">a</b>');
  expect(part('a')).toBe('<b id="1" lang="en">a</b>');
  expect(part('b')).toBe('<b id="2" lang="en">b</b>');
  expect(inLanguage('de', () => part('b'))).toBe('<b id="3" lang="de">b</b>');
  expect(part('b')).toBe('<b id="2" lang="en">b</b>');
});
