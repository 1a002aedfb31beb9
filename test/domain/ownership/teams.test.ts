import { describe, expect, test } from 'vitest';
import { findWebhook, removeWebhook, rotateSecret } from '../../../src/domain/delivery/webhook.ts';
import { authenticateToken, generateToken, revokeToken } from '../../../src/domain/identity/tokens.ts';
import {
  DomainError,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
  UnauthenticatedError,
} from '../../../src/domain/kernel/errors.ts';
import { MAX_EVENTS } from '../../../src/domain/kernel/events.ts';
import { editListing } from '../../../src/domain/listing/edit.ts';
import { listHistory } from '../../../src/domain/listing/history.ts';
import { listManagedBy } from '../../../src/domain/listing/read.ts';
import { listNotices } from '../../../src/domain/notices/read.ts';
import {
  addCoOwner,
  answerInvitations,
  listInvitations,
  listOwners,
  removeCoOwner,
  setCoOwnerRole,
} from '../../../src/domain/ownership/owners.ts';
import { isManager, isOnTeam, requireForeignListing } from '../../../src/domain/ownership/permissions.ts';
import {
  acceptTransfer,
  endTransfer,
  findTransfer,
  listTransfersTo,
  offerTransfer,
} from '../../../src/domain/ownership/transfers.ts';
import { eraseUser } from '../../../src/domain/privacy/erase-user.ts';
import { given, putInState } from '../../kit/given.ts';
import { forFile, startService } from '../../kit/service.ts';
import { at, DAY_MS, NOON, after as plus } from '../../kit/time.ts';

const { services } = await forFile(startService());

const now = (time = NOON) => at(services, time);
const listed = () =>
  given(now())
    .owner('Grace')
    .listing({ name: 'Melody' })
    .withToken()
    .withWebhook('https://receiver.example/votes')
    .approved();
const ownersOf = async (botId: string) =>
  (await listOwners(services, botId, true)).map(({ name, isCoOwner, role }) => [name, isCoOwner, role]);
const noticesOf = async (userId: string) =>
  (await listNotices(services, userId, { limit: 20, inverted: false })).map(({ kind, actorName }) => [
    kind,
    actorName,
  ]);
const historyOf = (botId: string, limit = 50) =>
  listHistory(services, botId, false, { limit, inverted: false });
const secretOf = async (botId: string) => {
  const [row] = await services.db.sql<{ sealed: Buffer }[]>`
    select sealed_secret as sealed from webhooks where bot_id = ${botId}`;
  return row && services.secrets.open(row.sealed, botId);
};
/** A listing that its owner offers to somebody else. */
async function offered({ ownerStays = true } = {}) {
  const bot = await listed();
  const heir = await given(now()).user('Heidi');
  await offerTransfer(now(), { botId: bot.id, fromId: bot.ownerId, toId: heir, ownerStays });
  return { ...bot, heir };
}

describe('A co-owner who only reads', () => {
  test('is on the team, manages nothing, and is named to the team only', async () => {
    const bot = await listed();
    const reader = await given(now()).readerOf(bot.id, 'Rita');
    expect([await isOnTeam(services, reader, bot.id), await isManager(services, reader, bot.id)]).toEqual([
      true,
      false,
    ]);
    expect((await listManagedBy(services, reader)).map(({ id }) => id)).toEqual([bot.id]);
    expect((await listOwners(services, bot.id)).map(({ name }) => name)).toEqual(['Grace']);
    expect(await ownersOf(bot.id)).toContainEqual(['Rita', true, 'reports']);
  });

  test('does not decide on the listing as a moderator', async () => {
    const bot = await listed();
    const moderator = await given(now()).moderator();
    await requireForeignListing(services, moderator, bot.id);
    await addCoOwner(now(), bot.id, moderator, bot.ownerId, 'reports');
    await answerInvitations(now(), moderator, [bot.id], true);
    await expect(requireForeignListing(services, moderator, bot.id)).rejects.toThrow('your own listing');
  });

  test('does not become a manager by accepting again, also through the version before', async () => {
    const bot = await listed();
    const reader = await given(now()).readerOf(bot.id);
    await expect(answerInvitations(now(), reader, [bot.id], true)).rejects.toThrow(NotFoundError);
    const accepted = services.db.sql`
      update bot_owners set accepted_at = now() where bot_id = ${bot.id} and user_id = ${reader}`;
    await expect(accepted).rejects.toThrow('bot_owners_reader');
  });

  test('inherits no listing when the owner is erased', async () => {
    const bot = await listed();
    await given(now()).readerOf(bot.id);
    await expect(eraseUser(now(), bot.ownerId, { removesListings: false })).rejects.toThrow();
  });

  test('gets the right to change by the owner and loses it again, and is told each time', async () => {
    const bot = await listed();
    const reader = await given(now()).readerOf(bot.id);
    await setCoOwnerRole(now(plus(NOON, 1000)), bot.id, reader, 'manage', bot.ownerId);
    expect(await isManager(services, reader, bot.id)).toBe(true);
    await setCoOwnerRole(now(plus(NOON, 2000)), bot.id, reader, 'reports', bot.ownerId);
    expect([await isOnTeam(services, reader, bot.id), await isManager(services, reader, bot.id)]).toEqual([
      true,
      false,
    ]);
    expect((await noticesOf(reader)).slice(0, 2)).toEqual([
      ['owner_role_changed', 'Grace'],
      ['owner_role_changed', 'Grace'],
    ]);
    await expect(setCoOwnerRole(now(), bot.id, bot.ownerId, 'reports', bot.ownerId)).rejects.toThrow(
      InvalidInputError,
    );
  });
});

describe('Invitations', () => {
  test('name who invites and the role, and are accepted together, each with its role', async () => {
    const [one, other] = [await listed(), await listed()];
    const guest = await given(now()).user('Gus');
    await addCoOwner(now(), one.id, guest, one.ownerId);
    await addCoOwner(now(), other.id, guest, other.ownerId, 'reports');
    const open = await listInvitations(services, guest);
    expect(open.map(({ role, inviterName }) => [role, inviterName]).toSorted()).toEqual([
      ['manage', 'Grace'],
      ['reports', 'Grace'],
    ]);
    await answerInvitations(now(), guest, [one.id, other.id, 'nonsense'], true);
    expect(await listInvitations(services, guest)).toEqual([]);
    expect([await isManager(services, guest, one.id), await isManager(services, guest, other.id)]).toEqual([
      true,
      false,
    ]);
    expect(await isOnTeam(services, guest, other.id)).toBe(true);
    await expect(answerInvitations(now(), guest, [one.id], false)).rejects.toThrow(NotFoundError);
    await expect(answerInvitations(now(), guest, [], true)).rejects.toThrow(InvalidInputError);
  });

  test('are declined together, and each inviter is told', async () => {
    const [one, other] = [await listed(), await listed()];
    const guest = await given(now()).user('Gus');
    for (const bot of [one, other]) await addCoOwner(now(), bot.id, guest, bot.ownerId);
    await answerInvitations(now(), guest, [one.id, other.id], false);
    for (const bot of [one, other]) {
      expect(await isOnTeam(services, guest, bot.id)).toBe(false);
      expect((await noticesOf(bot.ownerId))[0]).toEqual(['owner_declined', 'Gus']);
    }
    expect(await noticesOf(guest)).toEqual([]);
  });
});

describe('A transfer', () => {
  test('voids token and secret at the moment of acceptance, and gives the new ones to the new owner', async () => {
    const { id, ownerId, heir, token, webhookSecret } = await offered();
    expect(await authenticateToken(services, token)).toMatchObject({ botId: id });
    const made = await acceptTransfer(now(), id, heir);
    await expect(authenticateToken(services, token)).rejects.toThrow(UnauthenticatedError);
    expect(await authenticateToken(services, made.token ?? '')).toMatchObject({ botId: id });
    expect(made.secret).not.toBe(webhookSecret);
    expect(made.webhookUrl).toBe('https://receiver.example/votes');
    expect(await secretOf(id)).toBe(made.secret);
    expect(await ownersOf(id)).toEqual([
      ['Heidi', false, 'manage'],
      ['Grace', true, 'manage'],
    ]);
    expect((await noticesOf(ownerId))[0]).toEqual(['transfer_accepted', 'Heidi']);
    expect(await findTransfer(services, id)).toBeUndefined();
  });

  test('ends what the former owner had asked for before: no token, secret or webhook, no change of the team', async () => {
    for (const ownerStays of [false, true]) {
      const { id, ownerId, heir } = await offered({ ownerStays });
      const [coOwner, guest] = [await given(now()).coOwnerOf(id), await given(now()).user()];
      const { token, secret } = await acceptTransfer(now(), id, heir);
      const team = await ownersOf(id);
      const forOwners = [
        () => addCoOwner(now(), id, guest, ownerId),
        () => setCoOwnerRole(now(), id, coOwner, 'reports', ownerId),
        () => removeCoOwner(now(), id, coOwner, ownerId),
        () => offerTransfer(now(), { botId: id, fromId: ownerId, toId: guest, ownerStays }),
      ];
      const forManagers = [
        () => generateToken(now(), id, ownerId),
        () => rotateSecret(now(), id, ownerId),
        () => removeWebhook(now(), id, ownerId),
      ];
      for (const act of ownerStays ? forOwners : [...forOwners, ...forManagers]) {
        await expect(act()).rejects.toThrow(ForbiddenError);
      }
      expect(await ownersOf(id)).toEqual(team);
      expect(await authenticateToken(services, token ?? '')).toMatchObject({ botId: id });
      expect([await secretOf(id), (await findWebhook(services, id))?.url]).toEqual([
        secret,
        'https://receiver.example/votes',
      ]);
    }
  });

  test('lets the former owner leave, and takes a reader as the new owner', async () => {
    const bot = await listed();
    const reader = await given(now()).readerOf(bot.id, 'Rita');
    await offerTransfer(now(), { botId: bot.id, fromId: bot.ownerId, toId: reader, ownerStays: false });
    await acceptTransfer(now(), bot.id, reader);
    expect(await ownersOf(bot.id)).toEqual([['Rita', false, 'manage']]);
    expect(await isOnTeam(services, bot.ownerId, bot.id)).toBe(false);
    expect((await noticesOf(bot.ownerId))[0]).toEqual(['transfer_accepted', 'Rita']);
  });

  test('makes neither token nor secret where there was none', async () => {
    const bot = await given(now()).listing().submitted();
    const heir = await given(now()).user();
    await offerTransfer(now(), { botId: bot.id, fromId: bot.ownerId, toId: heir, ownerStays: true });
    expect(await acceptTransfer(now(), bot.id, heir)).toEqual({
      token: null,
      secret: null,
      webhookUrl: null,
    });
  });

  test('keeps the votes', async () => {
    const bot = await given(now()).listing().votes(3).approved();
    const heir = await given(now()).user();
    await offerTransfer(now(), { botId: bot.id, fromId: bot.ownerId, toId: heir, ownerStays: true });
    await acceptTransfer(now(), bot.id, heir);
    const [stats] = await services.db.sql`select vote_count::int from bot_stats where bot_id = ${bot.id}`;
    expect(stats).toEqual({ vote_count: 3 });
  });

  test('is accepted once by concurrent calls, and by nobody else', async () => {
    const { id, ownerId, heir } = await offered();
    for (const stranger of [ownerId, await given(now()).user()]) {
      await expect(acceptTransfer(now(), id, stranger)).rejects.toThrow(NotFoundError);
    }
    const results = await Promise.allSettled([1, 2, 3].map(() => acceptTransfer(now(), id, heir)));
    const made = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    expect(made).toHaveLength(1);
    expect(await authenticateToken(services, made[0]?.token ?? '')).toMatchObject({ botId: id });
    expect(await secretOf(id)).toBe(made[0]?.secret);
  });

  test('ends after seven days by itself, and a new offer takes its place', async () => {
    const { id, ownerId, heir } = await offered();
    const [lastMoment, end] = [plus(NOON, 7 * DAY_MS - 1), plus(NOON, 7 * DAY_MS)];
    expect(await findTransfer(now(lastMoment), id)).toMatchObject({ endsAt: end, toName: 'Heidi' });
    const again = { botId: id, fromId: ownerId, toId: heir, ownerStays: true };
    await expect(offerTransfer(now(lastMoment), again)).rejects.toThrow('already has an open offer');
    expect(await findTransfer(now(end), id)).toBeUndefined();
    await expect(acceptTransfer(now(end), id, heir)).rejects.toThrow(NotFoundError);
    await expect(endTransfer(now(end), id, heir)).rejects.toThrow(NotFoundError);
    await offerTransfer(now(end), again);
    await acceptTransfer(now(end), id, heir);
  });

  test('is withdrawn by the owner and declined by the other, who are told, and by nobody else', async () => {
    const { id, ownerId, heir } = await offered();
    const coOwner = await given(now()).coOwnerOf(id);
    await expect(endTransfer(now(), id, coOwner)).rejects.toThrow(NotFoundError);
    await endTransfer(now(), id, heir);
    expect((await noticesOf(ownerId))[0]).toEqual(['transfer_ended', 'Heidi']);
    await offerTransfer(now(plus(NOON, 1)), { botId: id, fromId: ownerId, toId: heir, ownerStays: true });
    await endTransfer(now(plus(NOON, 2)), id, ownerId);
    expect(await noticesOf(heir)).toEqual([['transfer_ended', 'Grace']]);
    expect(await listTransfersTo(services, heir)).toEqual([]);
  });

  test('is refused to oneself, to somebody unknown, and while the listing is suspended or removed', async () => {
    const { id, ownerId, heir } = await offered();
    const offer = { botId: id, fromId: ownerId, toId: ownerId, ownerStays: true };
    await expect(offerTransfer(now(), offer)).rejects.toThrow('You already own this listing.');
    await expect(offerTransfer(now(), { ...offer, toId: '123' })).rejects.toThrow('never signed in');
    await putInState(services, id, 'suspended');
    await expect(acceptTransfer(now(), id, heir)).rejects.toThrow('suspended');
    await putInState(services, id, 'removed');
    await expect(acceptTransfer(now(), id, heir)).rejects.toThrow(NotFoundError);
    expect(await listTransfersTo(services, heir)).toEqual([]);
  });

  test('ends with the erasure of either side', async () => {
    const [first, second] = [await offered(), await offered()];
    await eraseUser(now(), first.heir, { removesListings: false });
    expect(await findTransfer(now(), first.id)).toBeUndefined();
    await given(now()).coOwnerOf(second.id);
    await eraseUser(now(), second.ownerId, { removesListings: false });
    await expect(acceptTransfer(now(), second.id, second.heir)).rejects.toThrow(NotFoundError);
  });
});

test('Transfers and the erasure of their users at once wait for each other, and none fails with a fault', async () => {
  const bots = await Promise.all(Array.from({ length: 12 }, () => offered()));
  const acts = bots.flatMap(({ id, ownerId, heir }, round) => [
    () => acceptTransfer(now(), id, heir),
    () => eraseUser(now(), round % 2 ? heir : ownerId, { removesListings: true }),
    () => offerTransfer(now(), { botId: id, fromId: ownerId, toId: heir, ownerStays: true }),
  ]);
  const results = await Promise.allSettled(acts.map((act) => act()));
  const faults = results.flatMap((result) =>
    result.status === 'rejected' && !(result.reason instanceof DomainError) ? [result.reason] : [],
  );
  expect(faults).toEqual([]);
});

describe('The history of a listing', () => {
  test('says who did what, newest first, in pages, with the moves of its state', async () => {
    const { id, ownerId, heir } = await offered();
    let minute = 0;
    const later = () => now(plus(NOON, ++minute * 60_000));
    await generateToken(later(), id, ownerId);
    await revokeToken(later(), id);
    const [row] = await services.db.sql<{ revision: number }[]>`select revision from bots where id = ${id}`;
    await editListing(later(), {
      botId: id,
      userId: ownerId,
      revision: row?.revision ?? 0,
      fields: { prefix: '?' },
    });
    await acceptTransfer(later(), id, heir);
    const whole = await historyOf(id);
    expect(
      whole.slice(0, 4).map(({ kind, userName, otherName, fields }) => [kind, userName, otherName, fields]),
    ).toEqual([
      ['transfer_accepted', 'Heidi', 'Grace', []],
      ['edited', 'Grace', null, ['prefix']],
      ['token_revoked', null, null, []],
      ['token_made', 'Grace', null, []],
    ]);
    expect(whole.map(({ kind, toState }) => toState ?? kind)).toEqual(
      expect.arrayContaining(['approved', 'pending', 'webhook_set', 'transfer_offered']),
    );
    const pages = [];
    for (let cursor: string | undefined; ; ) {
      const page = await listHistory(services, id, false, { limit: 3, inverted: false, after: cursor });
      pages.push(...page);
      cursor = page.at(-1)?.key;
      if (page.length < 3) break;
    }
    expect(pages).toEqual(whole);
    const foreign = listHistory(services, id, false, { limit: 3, inverted: false, after: 'nonsense' });
    await expect(foreign).rejects.toThrow(InvalidInputError);
  });

  test('keeps the newest thousand events of each listing, however many its owner makes', async () => {
    const [bot, other] = [await listed(), await listed()];
    for (const { id, ownerId } of [bot, other]) {
      await services.db.sql`
        insert into listing_events (bot_id, kind, user_id, happened_at)
        select ${id}, 'edited', ${ownerId}, ${NOON}::timestamptz - n * interval '1 s' from generate_series(1, 1500) n`;
    }
    const countOf = async (botId: string) =>
      (await services.db.sql`select from listing_events where bot_id = ${botId}`).length;
    const before = await countOf(other.id);
    const acts = Array.from({ length: 6 }, () => generateToken(now(plus(NOON, 1)), bot.id, bot.ownerId));
    await Promise.all(acts);
    await generateToken(now(plus(NOON, 2)), bot.id, bot.ownerId);
    expect([await countOf(bot.id), await countOf(other.id)]).toEqual([MAX_EVENTS, before]);
    expect((await historyOf(bot.id, 7)).map(({ kind }) => kind)).toEqual(Array(7).fill('token_made'));
  });

  test('names erased users no more, and keeps what they did', async () => {
    const bot = await listed();
    const guest = await given(now()).coOwnerOf(bot.id, 'Gus');
    await removeCoOwner(now(plus(NOON, 1)), bot.id, guest, bot.ownerId);
    await eraseUser(now(), guest, { removesListings: false });
    const [removed] = await historyOf(bot.id, 1);
    expect(removed).toMatchObject({ kind: 'removed', userName: 'Grace', otherName: null });
    expect(removed?.otherId).not.toBe(guest);
  });
});
