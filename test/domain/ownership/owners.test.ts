import { expect, test } from 'vitest';
import { InvalidInputError, NotFoundError } from '../../../src/domain/kernel/errors.ts';
import { listManagedBy } from '../../../src/domain/listing/read.ts';
import { removeListing } from '../../../src/domain/moderation/removal.ts';
import {
  addCoOwner,
  answerInvitations,
  listInvitations,
  listOwners,
  removeCoOwner,
} from '../../../src/domain/ownership/owners.ts';
import { isManager } from '../../../src/domain/ownership/permissions.ts';
import { given } from '../../kit/given.ts';
import { newUserId } from '../../kit/ids.ts';
import { forFile, startService } from '../../kit/service.ts';

const { services } = await forFile(startService());

const listed = async () => {
  const { id, ownerId } = await given(services).listing().submitted();
  return { botId: id, userId: ownerId };
};
const namesOf = async (botId: string) =>
  (await listOwners(services, botId)).map(({ name, isCoOwner }) => `${name}${isCoOwner ? ', too' : ''}`);

test('a co-owner manages the listing until removed, and the owner comes first', async () => {
  const { botId } = await listed();
  const [bob, aaron] = [await given(services).user('Bob'), await given(services).user('Aaron')];
  for (const user of [bob, aaron]) {
    await addCoOwner(services, botId, user);
    await answerInvitations(services, user, [botId], true);
  }
  expect(await namesOf(botId)).toEqual(['Ada', 'Aaron, too', 'Bob, too']);
  expect(await isManager(services, bob, botId)).toBe(true);
  await removeCoOwner(services, botId, bob);
  expect(await namesOf(botId)).toEqual(['Ada', 'Aaron, too']);
  expect(await isManager(services, bob, botId)).toBe(false);
});

test('who is invited has no part in the listing until they accept, and nobody can accept for them', async () => {
  const { botId, userId } = await listed();
  const [bob, aaron] = [await given(services).user('Bob'), await given(services).user('Aaron')];
  await addCoOwner(services, botId, bob);
  const standing = async () => ({
    manages: await isManager(services, bob, botId),
    managed: (await listManagedBy(services, bob)).map(({ id }) => id),
    invitations: await listInvitations(services, bob),
    owners: await namesOf(botId),
    withInvited: (await listOwners(services, botId, true)).map(({ name, isAccepted }) => [name, isAccepted]),
  });
  const invited = {
    manages: false,
    managed: [],
    invitations: [{ botId, name: 'Melody', role: 'manage', inviterName: null }],
    owners: ['Ada'],
    withInvited: [
      ['Ada', true],
      ['Bob', false],
    ],
  };
  expect(await standing()).toEqual(invited);
  for (const user of [userId, aaron]) {
    await expect(answerInvitations(services, user, [botId], true)).rejects.toThrow(NotFoundError);
  }
  expect(await standing()).toEqual(invited);
  await answerInvitations(services, bob, [botId], true);
  expect(await standing()).toEqual({
    manages: true,
    managed: [botId],
    invitations: [],
    owners: ['Ada', 'Bob, too'],
    withInvited: [
      ['Ada', true],
      ['Bob', true],
    ],
  });
  await expect(answerInvitations(services, bob, [botId], true)).rejects.toThrow(NotFoundError);
});

test('an invitation that was declined, or whose listing is removed, cannot be accepted', async () => {
  const [declined, removed] = [await listed(), await listed()];
  const bob = await given(services).user('Bob');
  await addCoOwner(services, declined.botId, bob);
  await addCoOwner(services, removed.botId, bob);
  await removeCoOwner(services, declined.botId, bob);
  await removeListing(services, removed.botId, removed.userId);
  expect(await listInvitations(services, bob)).toEqual([]);
  for (const botId of [declined.botId, removed.botId, newUserId(), '', '\0']) {
    await expect(answerInvitations(services, bob, [botId], true)).rejects.toThrow(NotFoundError);
  }
});

test.each([newUserId(), '', 'x', '\0', '\ud800'])(
  'nobody who has never signed in becomes a co-owner: %j',
  async (userId) => {
    const { botId } = await listed();
    const added = addCoOwner(services, botId, userId);
    await expect(added).rejects.toThrow(InvalidInputError);
    await expect(added).rejects.toThrow('This user has never signed in here. Ask them to sign in first.');
    expect(await namesOf(botId)).toEqual(['Ada']);
  },
);

test('a user who manages the listing or is invited already is refused, and keeps the role', async () => {
  const { botId, userId } = await listed();
  const [coOwner, invited] = [await given(services).user('Bob'), await given(services).user('Eve')];
  await addCoOwner(services, botId, coOwner);
  await answerInvitations(services, coOwner, [botId], true);
  await addCoOwner(services, botId, invited);
  for (const user of [userId, coOwner, invited]) {
    await expect(addCoOwner(services, botId, user)).rejects.toThrow(
      'This user already manages the listing, or is invited to.',
    );
  }
  expect(await namesOf(botId)).toEqual(['Ada', 'Bob, too']);
});

test('a listing has ten co-owners and open invitations and no more, also when many are invited at once', async () => {
  const { botId } = await listed();
  const users = await Promise.all(Array.from({ length: 13 }, () => given(services).user()));
  const results = await Promise.allSettled(users.map((user) => addCoOwner(services, botId, user)));
  const refused = results.filter((result) => result.status === 'rejected');
  expect(refused).toHaveLength(3);
  for (const { reason } of refused)
    expect(reason).toMatchObject({
      message: 'A listing can have at most 10 co-owners and open invitations. Remove one of them first.',
    });
  const owners = await listOwners(services, botId, true);
  expect(owners).toHaveLength(11);
  const [accepted, other] = owners.filter(({ isCoOwner }) => isCoOwner).map(({ userId }) => userId);
  const another = await given(services).user();
  // An accepted invitation takes a place, as an open one does; a removed one leaves it, on the same day.
  await answerInvitations(services, accepted ?? '', [botId], true);
  await expect(addCoOwner(services, botId, another)).rejects.toThrow(InvalidInputError);
  await removeCoOwner(services, botId, other ?? '');
  await addCoOwner(services, botId, another);
  expect(await listOwners(services, botId, true)).toHaveLength(11);
});

test('the owner and strangers are no co-owners to remove', async () => {
  const { botId, userId } = await listed();
  for (const user of [userId, newUserId(), '', '\0']) {
    await expect(removeCoOwner(services, botId, user)).rejects.toThrow(
      'This user is not a co-owner of the listing.',
    );
  }
  expect(await namesOf(botId)).toEqual(['Ada']);
});
