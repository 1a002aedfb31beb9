import { describe, expect, test } from 'vitest';
import { createTokenUses, findToken, generateToken, hashToken } from '../../../src/domain/identity/tokens.ts';
import { given } from '../../kit/given.ts';
import { newUserId } from '../../kit/ids.ts';
import { statementsDuring } from '../../kit/statements.ts';
import { useService } from '../../kit/use-service.ts';

describe('The last use of a token', () => {
  const subject = useService(1);
  const make = () => given(subject.services).listing().withToken().approved();
  const lastUseOf = async (botId: string) => (await findToken(subject.services, botId))?.lastUsedAt;
  const check = (botId: string, token: string) =>
    subject.service.call('GET', `/api/v1/bots/${botId}/check?userId=${newUserId()}`, { token });

  test('is unknown before the first one, and there is none without a token', async () => {
    const { services } = subject;
    const without = await given(services).listing().approved();
    expect(await lastUseOf((await make()).id)).toBeNull();
    expect(await findToken(services, without.id)).toBeUndefined();
  });

  test('is stored for any call, later and together, and costs the call no statement', async () => {
    const { services } = subject;
    const [one, other] = [await make(), await make()];
    await check(one.id, one.token);
    const costOfSecond = await statementsDuring(services.db, async () => {
      expect((await check(one.id, one.token)).status).toBe(200);
    });
    expect(costOfSecond.join()).not.toContain('last_used_at');
    await check(other.id, other.token);
    expect(await lastUseOf(one.id)).toBeNull();
    const stored = await statementsDuring(services.db, () => services.storeUses());
    expect(stored).toHaveLength(1);
    for (const { id } of [one, other]) expect(await lastUseOf(id)).toBeInstanceOf(Date);
    expect(await statementsDuring(services.db, () => services.storeUses())).toHaveLength(0);
  });

  test('is not that of a refused call: with another id, or with an unknown token', async () => {
    const [one, other] = [await make(), await make()];
    expect((await check(other.id, one.token)).status).toBe(404);
    expect((await check(one.id, `blt_${'A'.repeat(43)}`)).status).toBe(401);
    await subject.services.storeUses();
    for (const { id } of [one, other]) expect(await lastUseOf(id)).toBeNull();
  });

  test('is known at once after a report', async () => {
    const { id, token } = await make();
    const report = { token, body: { server_count: 5 } };
    expect((await subject.service.call('POST', `/api/v1/bots/${id}/stats`, report)).status).toBe(200);
    expect(await lastUseOf(id)).toBeInstanceOf(Date);
  });

  test('begins anew with a new token: neither earlier reports nor late notes of the old one count', async () => {
    const { services } = subject;
    const { id, token } = await make();
    await subject.service.call('POST', `/api/v1/bots/${id}/stats`, { token, body: { server_count: 5 } });
    await services.storeUses();
    await generateToken({ ...services, now: () => new Date(Date.now() + 1000) }, id);
    expect(await lastUseOf(id)).toBeNull();
    services.noteUse(hashToken(token).toString('hex'));
    await services.storeUses();
    expect(await lastUseOf(id)).toBeNull();
  });

  test('stays noted while the database does not respond, and never goes back', async () => {
    const { services } = subject;
    const { id, token } = await make();
    const tokenHash = hashToken(token).toString('hex');
    let isAway = true;
    const sql = ((...args: Parameters<typeof services.db.sql>) => {
      if (isAway) throw new Error('The database is away.');
      return services.db.sql(...args);
    }) as typeof services.db.sql;
    const late = new Date(Date.now() + 2000);
    const uses = createTokenUses({ sql }, () => late);
    uses.noteUse(tokenHash);
    await expect(uses.storeUses()).rejects.toThrow();
    isAway = false;
    await uses.storeUses();
    expect(await lastUseOf(id)).toEqual(late);
    const earlier = createTokenUses(services.db, () => new Date(late.getTime() - 1000));
    earlier.noteUse(tokenHash);
    await earlier.storeUses();
    expect(await lastUseOf(id)).toEqual(late);
  });
});
