import { describe, expect, test } from 'vitest';
import { newUserId } from '../kit/ids.ts';
import { useService } from '../kit/use-service.ts';

const ADMIN = newUserId();
const GRANT = `mutation ($id: ID!, $role: Role) {
  result: grantRole(userId: $id, role: $role) {
    __typename
    ... on GrantRolePayload { userId name role }
    ... on Error { code message }
  }
}`;

describe('Roles', () => {
  const subject = useService(1, { ADMIN_USER_IDS: ADMIN });
  const signIn = (id?: string) => subject.signIn(id);
  const grant = (id: string, role: string | null, cookie: string) =>
    subject.graphql(GRANT, { id, role }, cookie);
  const roleOf = async (cookie: string) =>
    (await subject.service.graphql('{ viewer { role } }', {}, { cookie })).data?.viewer?.role;
  const team = async (cookie: string) => {
    const { data, errors } = await subject.service.graphql(
      '{ team { userId name role isConfigured } }',
      {},
      { cookie },
    );
    return data?.team ?? errors?.[0]?.extensions?.code;
  };

  test('are given and taken by an admin, and in force at the next request', async () => {
    const admin = await signIn(ADMIN);
    const userId = newUserId();
    const user = await signIn(userId);
    expect(await roleOf(user)).toBeNull();
    for (const role of ['MODERATOR', 'ADMIN', null]) {
      expect(await grant(userId, role, admin)).toEqual({
        __typename: 'GrantRolePayload',
        userId,
        name: 'Tester',
        role,
      });
      expect(await roleOf(user)).toBe(role);
    }
  });

  test('let an admin who was made one here make others, and nobody below', async () => {
    const admin = await signIn(ADMIN);
    const [first, second] = [newUserId(), newUserId()];
    const [cookie, other] = [await signIn(first), await signIn(second)];
    for (const role of [null, 'MODERATOR']) {
      await grant(first, role, admin);
      expect(await grant(second, 'ADMIN', cookie)).toMatchObject({ __typename: 'ForbiddenError' });
      expect(await team(cookie)).toBe('FORBIDDEN');
      expect(await roleOf(other)).toBeNull();
    }
    await grant(first, 'ADMIN', admin);
    expect(await grant(second, 'MODERATOR', cookie)).toMatchObject({ role: 'MODERATOR' });
    const [row] = await subject.services.db.sql`
      select role_granted_by as by from users where id = ${second}`;
    expect(row).toEqual({ by: first });
  });

  test('that the configuration grants are not taken away here', async () => {
    const admin = await signIn(ADMIN);
    for (const role of [null, 'MODERATOR']) {
      expect(await grant(ADMIN, role, admin)).toEqual({
        __typename: 'ForbiddenError',
        code: 'FORBIDDEN',
        message: 'The configuration makes this user an admin. Change it there.',
      });
    }
    expect(await roleOf(admin)).toBe('ADMIN');
  });

  test('are for people who have signed in once', async () => {
    const admin = await signIn(ADMIN);
    expect(await grant(newUserId(), 'MODERATOR', admin)).toEqual({
      __typename: 'NotFoundError',
      code: 'NOT_FOUND',
      message: 'This user has never signed in here.',
    });
    expect(await grant('123', 'MODERATOR', admin)).toMatchObject({ __typename: 'InvalidInputError' });
  });

  test('are not taken away by a mutation that forgets to say which', async () => {
    const admin = await signIn(ADMIN);
    const userId = newUserId();
    const user = await signIn(userId);
    await grant(userId, 'MODERATOR', admin);
    const forgetful = `mutation { result: grantRole(userId: "${userId}") { __typename } }`;
    expect(await subject.graphql(forgetful, {}, admin)).toEqual({ __typename: 'InvalidInputError' });
    expect(await roleOf(user)).toBe('MODERATOR');
  });

  test('and who has them are shown to admins', async () => {
    const admin = await signIn(ADMIN);
    const [moderator, nobody] = [newUserId(), newUserId()];
    await Promise.all([signIn(moderator), signIn(nobody)]);
    await grant(moderator, 'MODERATOR', admin);
    const members: { userId: string }[] = await team(admin);
    expect(members).toContainEqual({ userId: ADMIN, name: 'Tester', role: 'ADMIN', isConfigured: true });
    expect(members).toContainEqual({
      userId: moderator,
      name: 'Tester',
      role: 'MODERATOR',
      isConfigured: false,
    });
    expect(members.map(({ userId }) => userId)).not.toContain(nobody);
  });

  test('are not changed, nor sessions ended, by a page of another site', async () => {
    const admin = await signIn(ADMIN);
    const userId = newUserId();
    const user = await signIn(userId);
    const headers = { cookie: admin, 'sec-fetch-site': 'cross-site' };
    const { data } = await subject.service.graphql(GRANT, { id: userId, role: 'ADMIN' }, headers);
    expect(data?.result).toMatchObject({ __typename: 'UnauthenticatedError' });
    expect(await roleOf(user)).toBeNull();
    await subject.service.graphql('mutation { signOutEverywhere { __typename } }', {}, headers);
    expect(await roleOf(admin)).toBe('ADMIN');
  });

  test('shown on the account page are those in force', async () => {
    const page = async (cookie: string) => {
      const answer = await fetch(`${subject.service.url}/account`, { headers: { cookie } });
      return answer.text();
    };
    expect(await page(await signIn(ADMIN))).toContain('<dd>Admin</dd>');
    expect(await page(await signIn())).not.toContain('<dt>Role</dt>');
  });
});

describe('Signing out everywhere', () => {
  const subject = useService(1);

  test('ends the sessions of the one who asks, and counts them', async () => {
    const [userId, other] = [newUserId(), newUserId()];
    const [first, second] = [await subject.signIn(userId), await subject.signIn(userId)];
    const unrelated = await subject.signIn(other);
    const mutation =
      'mutation { result: signOutEverywhere { ... on SignOutEverywherePayload { sessions } } }';
    expect(await subject.graphql(mutation, {}, first)).toEqual({ sessions: 2 });
    const viewer = async (cookie: string) =>
      (await subject.service.graphql('{ viewer { userId } }', {}, { cookie })).data?.viewer;
    expect([await viewer(first), await viewer(second)]).toEqual([null, null]);
    expect(await viewer(unrelated)).toEqual({ userId: other });
  });
});
