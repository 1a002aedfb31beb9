import { describe, expect, test } from 'vitest';
import { decodePermissions, PERMISSION_GROUPS, PERMISSIONS } from '../../src/terms/invite-permissions.ts';
import { CATALOGUES } from '../../src/web/words/messages.ts';

const { permissionList } = CATALOGUES.en;

const names = (text: string) => decodePermissions(text)?.known.map(({ key }) => permissionList[key].name);

describe('permissions', () => {
  test('are decoded with their names, in the order of the list', () => {
    expect(names(String(2 ** 11 + 2 ** 3 + 2 ** 1))).toEqual([
      'Administrator',
      'Kick Members',
      'Send Messages',
    ]);
    expect(names('0')).toEqual([]);
  });

  test('above the safe integers of JavaScript are not lost', () => {
    expect(names(String(1n << 52n))).toEqual(['Bypass Slowmode']);
    expect(names(String((1n << 52n) + 1n))).toEqual(['Create Invite', 'Bypass Slowmode']);
  });

  test('that nobody has documented are counted', () => {
    expect(decodePermissions(String((1n << 62n) + (1n << 47n) + 8n))).toMatchObject({
      known: [{ key: 'administrator', isDangerous: true }],
      unknownCount: 2,
    });
    const all = decodePermissions(String(2n ** 63n - 1n));
    expect(all?.known).toEqual(PERMISSIONS);
    expect(all?.unknownCount).toBe(63 - PERMISSIONS.length);
  });

  test.each([
    ['an empty text', ''],
    ['a negative number', '-1'],
    ['a fraction', '1.5'],
    ['a hexadecimal number', '0x8'],
    ['another script’s digits', '٨'],
    ['white space', ' 8'],
    ['more than the platform stores', String(2n ** 63n)],
    ['a text of a megabyte', '9'.repeat(1_000_000)],
  ])('are not read from %s', (_, text) => {
    expect(decodePermissions(text)).toBeUndefined();
  });

  test('are listed once each, in groups', () => {
    expect(new Set(PERMISSIONS.map(({ bit }) => bit)).size).toBe(PERMISSIONS.length);
    expect(new Set(PERMISSIONS.map(({ key }) => permissionList[key].name)).size).toBe(PERMISSIONS.length);
    expect([...new Set(PERMISSIONS.map(({ group }) => group))]).toEqual([...PERMISSION_GROUPS]);
  });

  test('that can harm a server are marked', () => {
    const dangerous = PERMISSIONS.filter(({ isDangerous }) => isDangerous).map(
      ({ key }) => permissionList[key].name,
    );
    expect(dangerous).toEqual([
      'Administrator',
      'Manage Channels',
      'Manage Roles',
      'Manage Webhooks',
      'Manage Server',
      'Kick Members',
      'Ban Members',
      'Timeout Members',
      'Mention @everyone, @here, and All Roles',
      'Manage Messages',
      'Manage Threads',
      'Mute Members',
      'Deafen Members',
      'Move Members',
    ]);
  });
});
