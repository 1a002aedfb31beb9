import { expect, test } from 'vitest';
import { useService } from '../../kit/use-service.ts';
import { visit } from '../page.ts';

const subject = useService(8);

const named = (html: string, pattern: RegExp) => new Set([...html.matchAll(pattern)].map(([, name]) => name));

test('Each icon of a page has its shapes in the page, once, for strangers and for members', async () => {
  const { service, ownerId } = subject;
  const { id } = subject.bot();
  const cookie = await service.signIn(ownerId);
  const paths = [
    '/',
    '/bots',
    '/bots?servers=1',
    '/compare',
    '/tag/music',
    `/bot/${id}`,
    `/bot/${id}/vote`,
    '/docs',
    '/nowhere',
  ];
  const visits = [
    ...paths.map((path) => visit(service, path)),
    ...paths.map((path) => visit(service, path, { cookie })),
  ];
  for (const { html } of await Promise.all(visits)) {
    const shapes = [...html.matchAll(/<symbol id="(i-[a-z\d-]+)" viewBox="0 0 24 24"><[a-z]/g)].map(
      ([, name]) => name,
    );
    const used = named(html, /<use href="#(i-[a-z\d-]+)"/g);
    expect(used.size).toBeGreaterThan(2);
    expect([...used].filter((name) => !shapes.includes(name))).toEqual([]);
    expect(new Set(shapes).size).toBe(shapes.length);
  }
});
