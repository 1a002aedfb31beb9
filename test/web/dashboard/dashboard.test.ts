import { describe, expect, test } from 'vitest';
import { PLACEHOLDER, requestExamples } from '../../../src/web/docs/examples.ts';
import { messages } from '../../../src/web/words/messages.ts';
import { given } from '../../kit/given.ts';
import { newUserId } from '../../kit/ids.ts';
import { present } from '../../kit/present.ts';
import { useService } from '../../kit/use-service.ts';
import { signInModerator } from '../../schema/roles.ts';
import { elementsOf, visit } from '../page.ts';

const MAX_BYTES = 150 * 1024;

describe('A page of the dashboard', () => {
  const subject = useService(9);

  const tabs = Object.entries(messages.dashboard.tabs);
  const tabsOf = (botId: string) =>
    tabs.map(([tab]) => `/bot/${botId}/edit${tab === 'overview' ? '' : `/${tab}`}`);
  const pages = () => ['/dashboard', '/submit', ...tabsOf(subject.bot().id)];

  test('sends those who are not signed in to the sign-in, and back', async () => {
    for (const path of [...pages(), '/moderation', '/moderation/team']) {
      const { status, headers } = await visit(subject.service, path);
      expect([path, status]).toEqual([path, 303]);
      expect(headers.get('location')).toBe(`/sign-in?${new URLSearchParams({ return: path })}`);
    }
  });

  test('has a heading, says what needs JavaScript, and that it is loading until that is there', async () => {
    const cookie = await subject.signIn(subject.ownerId);
    for (const path of pages()) {
      const { status, html } = await visit(subject.service, path, { cookie });
      expect([path, status]).toEqual([path, 200]);
      expect(elementsOf(html).find(({ name }) => name === 'h1')?.text).toMatch(/^\w/);
      expect(html).toMatch(/<noscript>.*needs JavaScript.*<\/noscript>/s);
      expect(elementsOf(html).find(({ attributes }) => attributes.id === 'app')?.text).toBe('Loading…');
    }
  });

  test('about a bot has tabs with addresses, of which each says where the reader is', async () => {
    const cookie = await subject.signIn(subject.ownerId);
    const paths = tabsOf(subject.bot().id);
    for (const [index, path] of paths.entries()) {
      const { html } = await visit(subject.service, path, { cookie });
      const elements = elementsOf(html);
      const links = elements.filter(({ attributes }) => paths.includes(attributes.href ?? ''));
      expect(links.map(({ text: label, attributes }) => [label, attributes['aria-current']])).toEqual(
        tabs.map(([, label], position) => [label, position === index ? 'page' : undefined]),
      );
      const label = index === 0 ? '' : `${tabs[index]?.[1]} · `;
      expect(elements.find(({ name }) => name === 'title')?.text).toMatch(new RegExp(`^${label}Manage `));
    }
  });

  test('is no second way to what the header leads to: only moderators and admins have tabs beside their bots', async () => {
    const { services } = subject;
    const owner = await subject.signIn(subject.ownerId);
    const moderator = await subject.signIn(await given(services).moderator());
    const navigation = `aria-label="${messages.dashboard.label}"`;
    expect((await visit(subject.service, '/dashboard', { cookie: owner })).html).not.toContain(navigation);
    const { html } = await visit(subject.service, '/dashboard', { cookie: moderator });
    expect(html).toContain(navigation);
    const begin = html.indexOf(navigation);
    expect(html.slice(begin, html.indexOf('</nav>', begin))).not.toContain('/submit');
  });

  test('runs scripts of this site alone, and none in place', async () => {
    const cookie = await subject.signIn(subject.ownerId);
    const { headers, html } = await visit(subject.service, '/dashboard', { cookie });
    const policy = (headers.get('content-security-policy') ?? '').split('; ');
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("style-src 'self'");
    expect(policy).toContain("connect-src 'self'");
    expect(policy.join()).not.toMatch(/unsafe|\*|https?:/);
    expect(html).not.toMatch(/\sstyle=|\son\w+=|<style|<script(?!(?: type="module")? src="\/assets\/)/);
  });

  test('about a bot is not found by those who do not manage it, whether there is such a bot or not', async () => {
    const cookie = await subject.signIn();
    const ofOthers = await visit(subject.service, `/bot/${subject.bot().id}/edit`, { cookie });
    const ofNone = await visit(subject.service, `/bot/${newUserId()}/edit`, { cookie });
    expect([ofOthers.status, ofNone.status]).toEqual([404, 404]);
    expect(ofOthers.text).toBe(ofNone.text);
    for (const path of tabsOf(subject.bot().id))
      expect([path, (await visit(subject.service, path, { cookie })).status]).toEqual([path, 404]);
    const owner = await subject.signIn(subject.ownerId);
    for (const tab of ['none', 'constructor', 'overview', 'api/more']) {
      const path = `/bot/${subject.bot().id}/edit/${tab}`;
      expect([path, (await visit(subject.service, path, { cookie: owner })).status]).toEqual([path, 404]);
    }
  });

  test('for moderators is refused to others, and the team to those who are not admins', async () => {
    const user = await subject.signIn();
    const moderator = await signInModerator(subject);
    const admin = await subject.signIn(await given(subject.services).admin());
    const statuses = async (path: string) => {
      const shown = [];
      for (const cookie of [user, moderator, admin]) {
        shown.push((await visit(subject.service, path, { cookie })).status);
      }
      return shown;
    };
    expect(await statuses('/moderation')).toEqual([403, 200, 200]);
    expect(await statuses('/moderation/team')).toEqual([403, 403, 200]);
  });
});

describe('The code for browsers', () => {
  const subject = useService(1);

  async function addresses(): Promise<string[]> {
    const cookie = await subject.signIn();
    const { html } = await visit(subject.service, '/dashboard', { cookie });
    return ['client', 'dashboard'].map((name) =>
      present(new RegExp(`"(/assets/${name}-[^"]+)"`).exec(html)?.[1]),
    );
  }
  const sizeOf = async (path: string, encoding: string) => {
    const response = await fetch(subject.service.url + path, { headers: { 'accept-encoding': encoding } });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    const plain = await response.arrayBuffer();
    return { size: Number(response.headers.get('content-length')), plain: plain.byteLength };
  };

  test.each(['br', 'gzip'])('weighs 150 kB at most in all, in the encoding %s', async (encoding) => {
    let weight = 0;
    for (const path of await addresses()) {
      const { size, plain } = await sizeOf(path, encoding);
      expect(size).toBeGreaterThan(0);
      expect(size).toBeLessThan(plain);
      weight += size;
    }
    expect(weight).toBeLessThanOrEqual(MAX_BYTES);
  });

  test('shows the requests of examples/, which the tests run', async () => {
    const [script = ''] = await addresses();
    const { html: code } = await visit(subject.service, script);
    for (const endpoint of ['stats', 'check']) {
      for (const example of requestExamples(endpoint, PLACEHOLDER)) {
        // Lines that look the same in any kind of string.
        for (const line of example.code.split(/\n/).filter((each) => !/["'`\\$\t]/.test(each)))
          expect(code).toContain(line);
      }
    }
  });

  test('is kept by browsers for ever, since its address changes with it', async () => {
    for (const path of await addresses()) {
      const { status, headers } = await visit(subject.service, path);
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect(headers.get('vary')).toBe('accept-encoding');
      expect(headers.get('content-type')).toMatch(path.endsWith('.js') ? 'text/javascript' : 'text/css');
    }
  });

  test('is given to the page of another version, too, and is not kept then', async () => {
    for (const path of await addresses()) {
      const { html, status, headers } = await visit(subject.service, path.replace(/-\w+\./, '-AAAAAAAA.'));
      expect(status).toBe(200);
      expect(headers.get('cache-control')).toBe('public, max-age=300');
      expect(headers.get('content-type')).toMatch(path.endsWith('.js') ? 'text/javascript' : 'text/css');
      expect(html).toBe((await visit(subject.service, path)).html);
    }
    for (const name of ['client-AAAAAAAA.css', 'other-AAAAAAAA.js', 'client.js']) {
      expect((await visit(subject.service, `/assets/${name}`)).status).toBe(404);
    }
  });
});
