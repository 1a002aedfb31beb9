import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import { useService } from '../../kit/use-service.ts';
import { elementsOf, visit } from '../page.ts';

const STYLES = join(import.meta.dirname, '../../../src/web/frame/style');
const subject = useService(3);

const classesIn = (css: string) =>
  new Set(
    [...css.matchAll(/\.((?:\\.|[a-z-])(?:\\.|[\w-])*)/g)].map(([, name = '']) => name.replaceAll('\\', '')),
  );

test('each page loads the style sheets of the classes that it uses', async () => {
  const [one, other] = [subject.bot().id, subject.bot().id];
  const pages = ['/', '/bots', '/bots?q=bot&order=votes', '/tag/music', `/bot/${one}`, `/bot/${one}/vote`];
  pages.push(
    '/compare',
    `/compare?bots=${one},${other}`,
    `/user/${subject.ownerId}`,
    '/review',
    '/docs',
    '/nowhere',
  );
  const cookie = await subject.signIn(subject.ownerId);
  const styles = new Map<string, Set<string>>();
  for (const path of [
    ...pages,
    '/account',
    '/account/delete',
    '/votes',
    '/notices',
    '/notices/settings',
    '/favourites',
    '/dashboard',
  ]) {
    const elements = elementsOf((await visit(subject.service, path, { cookie })).html);
    const used = new Set(elements.flatMap(({ attributes }) => attributes.class?.split(' ') ?? []));
    const loaded = elements.flatMap(({ attributes: { rel, href } }) =>
      rel === 'stylesheet' && href ? [href] : [],
    );
    const linked = loaded.map((href) => /([\w-]+)\.\w+\.css$/.exec(href)?.[1] ?? '');
    for (const href of loaded) {
      if (!styles.has(href))
        styles.set(href, classesIn(await (await fetch(subject.service.url + href)).text()));
    }
    const known = new Set(loaded.flatMap((href) => [...(styles.get(href) ?? [])]));
    for (const file of globSync('**/*.css', { cwd: STYLES })) {
      if (linked.includes(basename(file, '.css'))) continue;
      const missing = [...classesIn(readFileSync(join(STYLES, file), 'utf8'))].filter(
        (name) => used.has(name) && !known.has(name),
      );
      expect(missing, `${path} without ${file}`).toEqual([]);
    }
  }
  expect(styles.size).toBeGreaterThan(3);
});
