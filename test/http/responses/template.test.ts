import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { hole, type Template, templateOf } from '../../../src/http/message/template.ts';

const KIB = 1024;
const textOf = (filler: string) => `<p>${filler}</p>${hole('manage 123456789012345678')}<p>ü</p>`;

test('a template is filled where its holes are, and counts the bytes between them', () => {
  const template = templateOf(`a${hole('one')}ü${hole('two')}${hole('one')}`);
  expect(template.fill((name) => `[${name}]`).toString()).toBe('a[one]ü[two][one]');
  expect(template.bytes).toBe(3);
});

test('a kept template keeps nothing of the text that it was made of on the heap', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const heap = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const templates: Template[] = [];
  const before = heap();
  for (let index = 0; index < 100; index += 1)
    templates.push(templateOf(Buffer.from(textOf(`${index}`.repeat(100 * KIB))).toString()));
  expect((heap() - before) / KIB).toBeLessThan(1000);
  expect(templates.length).toBe(100);
});
