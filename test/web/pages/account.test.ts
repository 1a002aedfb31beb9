import { describe, expect, test } from 'vitest';
import { newUserId } from '../../kit/ids.ts';
import { useService } from '../../kit/use-service.ts';
import { elementsOf, linksOf, visit } from '../page.ts';

const subject = useService(2);

describe('The account page', () => {
  test('tells who is signed in, and leads to what belongs to them and to each language', async () => {
    const userId = newUserId();
    const { html, text } = await visit(subject.service, '/account', {
      cookie: await subject.service.signIn(userId),
    });
    expect(elementsOf(html).find(({ name }) => name === 'h1')?.text).toBe('Tester');
    expect(text).toContain(`User ID ${userId}`);
    expect(Object.values(linksOf(html))).toEqual(
      expect.arrayContaining(['/dashboard', '/votes', '/favourites', '/account?lang=de']),
    );
    expect(html).not.toContain(`href="/user/${userId}"`);
    expect(html).not.toContain('href="/moderation"');
    const actions = elementsOf(html).map(({ attributes }) => attributes.action);
    expect(actions).toEqual(expect.arrayContaining(['/sign-out', '/sign-out-everywhere']));
  });

  test('leads an owner to the public profile, once a bot of theirs is public', async () => {
    const { sql } = subject.service.services.db;
    const [owner] = await sql`select user_id as id from bot_owners where bot_id = ${subject.bot().id}`;
    const { html, text } = await visit(subject.service, '/account', {
      cookie: await subject.service.signIn(owner?.id),
    });
    expect(html).toContain(`href="/user/${owner?.id}"`);
    expect(text).toMatch(/My bots ?\d+ listings?/);
  });
});
