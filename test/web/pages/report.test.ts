import { expect, test } from 'vitest';
import { newUserId } from '../../kit/ids.ts';
import { useService } from '../../kit/use-service.ts';
import { visit } from '../page.ts';

const subject = useService(3);
const TEXT = 'It has the name and the picture of a bot of mine.';
const reportsOf = (botId: string) =>
  subject.services.db.sql`select user_id, category, text from reports where bot_id = ${botId}`;

test('whoever has reported a bot reads so before writing; others get the form', async () => {
  const { id } = subject.bot();
  const [userId, other] = [newUserId(), newUserId()];
  const cookie = await subject.signIn(userId);
  const form = { category: 'SPAM', text: TEXT };
  expect((await visit(subject.service, `/bot/${id}/report`, { cookie, form })).status).toBe(303);
  const again = await visit(subject.service, `/bot/${id}/report`, { cookie });
  expect(again.text).toContain('You have already reported this bot.');
  expect(again.html).not.toContain('<textarea');
  const others = await visit(subject.service, `/bot/${id}/report`, {
    cookie: await subject.signIn(other),
  });
  expect(others.html).toContain('<textarea');
  await subject.services.db.sql`
    update reports set closed_at = now(), outcome = 'dismissed' where bot_id = ${id}`;
  expect((await visit(subject.service, `/bot/${id}/report`, { cookie })).html).toContain('<textarea');
});

test('the report of an impersonation names the original for the moderators', async () => {
  const { id } = subject.bot();
  const userId = newUserId();
  const cookie = await subject.signIn(userId);
  const form = { category: 'IMPERSONATION', original: ' /bot/234567890123456789 ', text: TEXT };
  await visit(subject.service, `/bot/${id}/report`, { cookie, form });
  expect(await reportsOf(id)).toEqual([
    {
      user_id: userId,
      category: 'impersonation',
      text: `Which is the original? /bot/234567890123456789\n\n${TEXT}`,
    },
  ]);
});

test('a refused report keeps the original that somebody named, and other kinds do not send it', async () => {
  const { id } = subject.bot();
  const cookie = await subject.signIn();
  const refused = await visit(subject.service, `/bot/${id}/report`, {
    cookie,
    form: { category: 'IMPERSONATION', original: 'Dyno', text: 'short'.repeat(300) },
  });
  expect(refused.status).toBe(400);
  expect(refused.html).toContain('value="Dyno"');
  await visit(subject.service, `/bot/${id}/report`, {
    cookie,
    form: { category: 'SPAM', original: 'Dyno', text: TEXT },
  });
  expect(await reportsOf(id)).toMatchObject([{ text: TEXT }]);
});
