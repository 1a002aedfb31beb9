import { afterAll, beforeAll, expect, test } from 'vitest';
import { InvalidInputError } from '../../src/domain/errors.ts';
import { addCoOwner, listOwners, removeCoOwner } from '../../src/domain/manage-owners.ts';
import { isManager } from '../../src/domain/policies.ts';
import { startService, type TestService } from '../support/service.ts';
import { newListing, newUser } from './listing-support.ts';
import { newUserId } from './support.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const listed = () => newListing(service.services);
const namesOf = async (botId: string) =>
  (await listOwners(service.services, botId)).map(
    ({ name, isCoOwner }) => `${name}${isCoOwner ? ', too' : ''}`,
  );

test('a co-owner manages the listing until removed, and the owner comes first', async () => {
  const { botId } = await listed();
  const [bob, aaron] = [await newUser(service.services, 'Bob'), await newUser(service.services, 'Aaron')];
  await addCoOwner(service.services, botId, bob);
  await addCoOwner(service.services, botId, aaron);
  expect(await namesOf(botId)).toEqual(['Ada', 'Aaron, too', 'Bob, too']);
  expect(await isManager(service.services, bob, botId)).toBe(true);
  await removeCoOwner(service.services, botId, bob);
  expect(await namesOf(botId)).toEqual(['Ada', 'Aaron, too']);
  expect(await isManager(service.services, bob, botId)).toBe(false);
});

test.each([newUserId(), '', 'x', '\0', '\ud800'])(
  'nobody who has never signed in becomes a co-owner: %j',
  async (userId) => {
    const { botId } = await listed();
    const added = addCoOwner(service.services, botId, userId);
    await expect(added).rejects.toThrow(InvalidInputError);
    await expect(added).rejects.toThrow('This user has never signed in here: ask them to do that first.');
    expect(await namesOf(botId)).toEqual(['Ada']);
  },
);

test('whoever manages the listing already is refused, and stays what they are', async () => {
  const { botId, userId } = await listed();
  const coOwner = await newUser(service.services, 'Bob');
  await addCoOwner(service.services, botId, coOwner);
  for (const user of [userId, coOwner]) {
    await expect(addCoOwner(service.services, botId, user)).rejects.toThrow(
      'This user manages the listing already.',
    );
  }
  expect(await namesOf(botId)).toEqual(['Ada', 'Bob, too']);
});

test('a listing has ten co-owners and no more, also when many are added at once', async () => {
  const { botId } = await listed();
  const users = await Promise.all(Array.from({ length: 13 }, () => newUser(service.services)));
  const results = await Promise.allSettled(users.map((user) => addCoOwner(service.services, botId, user)));
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused).toHaveLength(3);
  for (const { reason } of refused)
    expect(reason).toMatchObject({ message: 'A listing has at most 10 co-owners.' });
  expect(await listOwners(service.services, botId)).toHaveLength(11);
});

test('the owner and strangers are no co-owners to remove', async () => {
  const { botId, userId } = await listed();
  for (const user of [userId, newUserId(), '', '\0']) {
    await expect(removeCoOwner(service.services, botId, user)).rejects.toThrow(
      'This user is no co-owner of the listing.',
    );
  }
  expect(await namesOf(botId)).toEqual(['Ada']);
});
