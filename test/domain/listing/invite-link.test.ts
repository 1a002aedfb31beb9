import { expect, test } from 'vitest';
import { inviteUrl } from '../../../src/domain/listing/invite-link.ts';

const id = '123456789012345678';

test('an invite names the application, its scopes and its permissions, however large they are', () => {
  const inviteScopes = ['bot', 'applications.commands'];
  expect(inviteUrl({ id, inviteScopes, invitePermissions: '9223372036854775807' })).toBe(
    `https://discord.com/oauth2/authorize?client_id=${id}&scope=bot+applications.commands&permissions=9223372036854775807`,
  );
});

test('an invite of commands alone asks for no permissions', () => {
  const url = inviteUrl({ id, inviteScopes: ['applications.commands'], invitePermissions: '8' });
  expect(url).toBe(`https://discord.com/oauth2/authorize?client_id=${id}&scope=applications.commands`);
});
