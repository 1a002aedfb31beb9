import { describe, expect, test } from 'vitest';
import { messages } from '../../../src/web/words/messages.ts';
import { given, putInState } from '../../kit/given.ts';
import { newUserId } from '../../kit/ids.ts';
import { useService } from '../../kit/use-service.ts';
import { visit } from '../page.ts';

describe('A listing that is not public', () => {
  const subject = useService(0);
  const make = async (state: 'pending' | 'rejected' | 'suspended' | 'approved') => {
    const { services } = subject;
    const { id, ownerId } = await given(services).listing({ name: 'Melody' }).submitted();
    const insiders = [ownerId, await given(services).coOwnerOf(id), await given(services).moderator()];
    const outsiders = [undefined, newUserId(), await given(services).invitedTo(id)];
    await putInState(services, id, state);
    const see = async (userId: string | undefined, path = '') => {
      const cookie = userId === undefined ? undefined : await subject.signIn(userId);
      return visit(subject.service, `/bot/${id}${path}`, cookie === undefined ? {} : { cookie });
    };
    return { id, ownerId, insiders, outsiders, see };
  };

  test.each(['pending', 'rejected', 'suspended'] as const)(
    'is a preview for owner, co-owner and moderator, and missing for all others: %s',
    async (state) => {
      const { insiders, outsiders, see } = await make(state);
      for (const userId of outsiders) expect((await see(userId)).status).toBe(404);
      for (const userId of insiders) {
        const { status, text, html, headers } = await see(userId);
        expect(status).toBe(200);
        expect(text).toContain(messages.bot.onlyYou);
        expect(headers.get('cache-control')).toBe('private, no-store');
        expect(headers.get('x-robots-tag')).toBe('noindex');
        expect(html).not.toMatch(/rel="(?:canonical|alternate)"|property="og:|action="\/compare|\/compare\?/);
        const pages = new Set([...html.matchAll(/\/bot\/\d+([/.][\w./-]+)/g)].map(([, page]) => page));
        // Nothing that votes, reports or follows, and no feed.
        expect([...pages].filter((page) => page !== '/avatar' && page !== '/edit')).toEqual([]);
      }
      // Not even right after the owner has seen it.
      for (const userId of outsiders) expect((await see(userId)).status).toBe(404);
    },
  );

  test('has no other page, not even for its owner', async () => {
    const { ownerId, see } = await make('pending');
    for (const path of ['.md', '/news.atom', '/vote', '/report'])
      expect([path, (await see(ownerId, path)).status]).toEqual([path, 404]);
  });

  test('is no preview any more as soon as it is public', async () => {
    const { id, ownerId, see } = await make('pending');
    expect((await see(ownerId)).text).toContain(messages.bot.onlyYou);
    await putInState(subject.services, id, 'approved');
    subject.services.listingTouched(id);
    for (const userId of [ownerId, undefined]) {
      const { status, text, html } = await see(userId);
      expect(status).toBe(200);
      expect(text).not.toContain(messages.bot.onlyYou);
      expect(html).toMatch(new RegExp(`${id}(/|%2F)vote`));
    }
  });
});
