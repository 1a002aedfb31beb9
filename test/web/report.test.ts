import { describe, expect, test } from 'vitest';
import { newUserId, useService } from '../contract/subject.ts';
import { elementsOf, linksOf, visit } from './page.ts';

describe('Reporting by forms alone', () => {
  const subject = useService(10);
  const reports = async (id: string) => [
    ...(await subject.service.services.db.sql`select text, category from reports where bot_id = ${id}`),
  ];
  const written = (html: string) => ({
    text: elementsOf(html).find(({ name }) => name === 'textarea')?.text,
    category: elementsOf(html).find(({ attributes }) => 'checked' in attributes)?.attributes.value,
  });
  const form = { category: 'SPAM', text: 'It writes to "everybody" <daily>.' };

  test('records one report', async () => {
    const { id } = subject.bot();
    const cookie = await subject.service.signIn(newUserId());
    const { status, text } = await visit(subject.service, `/bot/${id}/report`, { cookie, form });
    expect([status, text]).toEqual([200, expect.stringContaining('A moderator will look at it.')]);
    expect(await reports(id)).toEqual([{ ...form, category: 'spam' }]);
  });

  test('keeps what was written when the session has ended, and takes it after signing in again', async () => {
    const { id } = subject.bot();
    const userId = newUserId();
    const cookie = await subject.service.signIn(userId);
    const path = `/bot/${id}/report`;
    await visit(subject.service, '/sign-out', { cookie, form: {} });

    const { status, text, html } = await visit(subject.service, path, { cookie, form });
    expect(status).toBe(401);
    expect(text).toContain('nothing was sent');
    const link = elementsOf(html).find(({ attributes }) => attributes.target === '_blank');
    expect(link?.attributes.href).toBe(linksOf(html)['Sign in, in a new tab']);
    expect(written(html)).toEqual(form);
    expect(await reports(id)).toEqual([]);

    const again = { cookie: await subject.service.signIn(userId), form };
    expect((await visit(subject.service, path, again)).status).toBe(200);
    expect(await reports(id)).toHaveLength(1);
  });

  test('says what is wrong with it as the form calls it, and keeps it', async () => {
    const { id } = subject.bot();
    const cookie = await subject.service.signIn(newUserId());
    const short = { ...form, text: 'Too short' };
    const { status, text, html } = await visit(subject.service, `/bot/${id}/report`, { cookie, form: short });
    expect(status).toBe(400);
    expect(text).toContain('The description of what happened must be 10 to 1000 characters long.');
    expect(written(html)).toEqual(short);
  });
});
