import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { useService } from '../../kit/use-service.ts';
import { visit } from '../page.ts';

const PAGES = ['/docs/discord-js', '/docs/discord-py', '/docs/webhooks'];
const textOf = (html: string) => html.replaceAll(/<[^>]+>/g, '');
/** An installation by a name alone, which anybody could register. */
const BY_NAME =
  /(?:npm install|pip install|npx|--package=)[^\n]*(?:\s|=)(?:@bot-listing\/client|bot-listing-client)/;

describe('The clients for bots', () => {
  const subject = useService(1);
  const textOfPage = async (path: string) => textOf((await visit(subject.service, path)).html);

  test.each(PAGES)('%s installs them from this instance, never by a name that nobody owns', async (path) => {
    const text = await textOfPage(path);
    expect(text).toMatch(
      /https?:\/\/\S+\/clients\/bot[-_]listing[-_]client-\d+\.\d+\.\d+(?:\.tgz|-py3-none-any\.whl)/,
    );
    expect(text).not.toMatch(BY_NAME);
  });

  test('a package is whole, is cached for ever, and has the hash that is published', async () => {
    const { html: sums } = await visit(subject.service, '/clients/SHA256SUMS');
    const lines = sums.trim().split('\n');
    expect(lines.length).toBeGreaterThanOrEqual(2);
    for (const line of lines) {
      const [hash, name] = line.split('  ');
      const response = await fetch(`${subject.service.url}/clients/${name}`);
      expect(response.status).toBe(200);
      expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      const body = Buffer.from(await response.arrayBuffer());
      expect(createHash('sha256').update(body).digest('hex')).toBe(hash);
    }
  });

  test.each(['', 'bot-listing-client-0.0.1.tgz', '..%2fpackage.json', 'released/x.tgz', 'constructor'])(
    '/clients/%s is not found',
    async (name) => {
      expect((await visit(subject.service, `/clients/${name}`)).status).toBe(404);
    },
  );
});

describe('With PUBLISHED_CLIENTS=true', () => {
  const subject = useService(1, { PUBLISHED_CLIENTS: 'true' });

  test.each(PAGES)('%s installs them by their names', async (path) => {
    const text = textOf((await visit(subject.service, path)).html);
    expect(text).toMatch(BY_NAME);
    expect(text).not.toContain('/clients/');
  });
});
