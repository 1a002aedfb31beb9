import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { ConflictError, InvalidInputError, NotFoundError } from '../../../src/domain/kernel/errors.ts';
import {
  deleteTemplate,
  listTemplates,
  MAX_TEMPLATES,
  saveTemplate,
} from '../../../src/domain/moderation/templates.ts';
import { given } from '../../kit/given.ts';
import { first } from '../../kit/present.ts';
import { forFile, startService } from '../../kit/service.ts';

const { services } = await forFile(startService());

const TEXT = 'The bot was offline when we tried it.';
const save = (userId: string, name: string, id: string | null = null, text = TEXT) =>
  saveTemplate(services, userId, { id, name, text });

test('a moderator adds, changes and deletes templates that nobody else sees or changes', async () => {
  const [ada, grace] = [await given(services).moderator(), await given(services).moderator()];
  await save(ada, ' Offline ');
  await save(ada, 'Spam');
  const mine = await listTemplates(services, ada);
  expect(mine).toMatchObject([{ name: 'Offline', text: TEXT }, { name: 'Spam' }]);
  const { id } = first(mine);
  expect(await listTemplates(services, grace)).toEqual([]);
  await expect(save(grace, 'Mine', id)).rejects.toThrow(NotFoundError);
  await expect(deleteTemplate(services, grace, id)).rejects.toThrow(NotFoundError);
  await save(ada, 'Gone', id, 'The bot has been offline for a month.');
  await deleteTemplate(services, ada, mine[1]?.id ?? '');
  expect(await listTemplates(services, ada)).toEqual([
    { id, name: 'Gone', text: 'The bot has been offline for a month.' },
  ]);
});

test.each(['', 'none', randomUUID()])('there is no template %j to change or delete', async (id) => {
  const ada = await given(services).moderator();
  await expect(save(ada, 'Offline', id)).rejects.toThrow(NotFoundError);
  await expect(deleteTemplate(services, ada, id)).rejects.toThrow(NotFoundError);
});

test.each([
  ['', TEXT],
  ['n'.repeat(61), TEXT],
  ['Name', 'short'],
  ['Name', 'n'.repeat(501)],
])('a template %j, %j is refused', async (name, text) => {
  await expect(save(await given(services).moderator(), name, null, text)).rejects.toThrow(InvalidInputError);
});

test('a moderator has thirty templates at most, however many are added at once', async () => {
  const ada = await given(services).moderator();
  const names = Array.from({ length: MAX_TEMPLATES + 4 }, (_, index) => `Template ${index}`);
  const results = await Promise.allSettled(names.map((name) => save(ada, name)));
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused.map(({ reason }) => reason.constructor)).toEqual(Array(4).fill(ConflictError));
  expect(await listTemplates(services, ada)).toHaveLength(MAX_TEMPLATES);
});
