import { expect, test } from 'vitest';
import type { ListingState } from '../../../src/db/tables.ts';
import { listDeliveries, listRecentAttempts } from '../../../src/domain/delivery/read.ts';
import { findWebhook, setWebhook } from '../../../src/domain/delivery/webhook.ts';
import { authenticateToken, generateToken } from '../../../src/domain/identity/tokens.ts';
import { InvalidListingError, UnauthenticatedError } from '../../../src/domain/kernel/errors.ts';
import { replaceCommands } from '../../../src/domain/listing/commands.ts';
import { listMoves } from '../../../src/domain/listing/moves.ts';
import { findListing } from '../../../src/domain/listing/read.ts';
import { readSubmission, submitListing } from '../../../src/domain/listing/submit.ts';
import { removeListing } from '../../../src/domain/moderation/removal.ts';
import { reportListing } from '../../../src/domain/moderation/reports.ts';
import { listOwners } from '../../../src/domain/ownership/owners.ts';
import { reportStats } from '../../../src/domain/stats/report.ts';
import { castVote } from '../../../src/domain/vote/cast.ts';
import { given, putInState } from '../../kit/given.ts';
import { newBotId, newUserId } from '../../kit/ids.ts';
import { FIELDS, INPUT } from '../../kit/listing-input.ts';
import { first } from '../../kit/present.ts';
import { reporter } from '../../kit/reporter.ts';
import { forFile, startService } from '../../kit/service.ts';
import { reportsOf, votesOf } from '../../kit/stored.ts';
import { after, at, NOON } from '../../kit/time.ts';

const { services } = await forFile(startService());

const problemsOf = (read: () => unknown) => {
  try {
    read();
  } catch (error) {
    if (error instanceof InvalidListingError) return error.problems;
  }
  return [];
};

test('a submission is stored whole, waits for a moderator and belongs to its user', async () => {
  const [botId, userId] = [newBotId(), await given(services).user('Grace')];
  await submitListing(at(services, NOON), { botId, userId, fields: FIELDS });
  expect(await findListing(services, botId)).toMatchObject({
    ...INPUT,
    id: botId,
    state: 'pending',
    revision: 1,
    createdAt: NOON,
    updatedAt: NOON,
    stateChangedAt: NOON,
    commands: [],
    serverCount: null,
    voteCount: 0,
  });
  expect(await listOwners(services, botId)).toEqual([
    { userId, name: 'Grace', isCoOwner: false, isAccepted: true, role: 'manage', site: null },
  ]);
  expect(await listMoves(services, botId)).toEqual([
    {
      fromState: null,
      toState: 'pending',
      userId,
      userName: 'Grace',
      reason: null,
      movedAt: NOON,
      isBeforeTakeOver: false,
      takenDown: null,
      votesBefore: null,
    },
  ]);
});

test('a token of a submission works while it waits, and stats are stored', async () => {
  const { id: botId } = await given(services).listing().submitted();
  const { token } = await generateToken(services, botId);
  expect(await authenticateToken(services, token)).toMatchObject({ botId });
  await reportStats(services, reporter({ id: botId, token }), { server_count: 7 });
  expect(await findListing(services, botId)).toMatchObject({ serverCount: 7 });
});

const NO_IDS = ['', '1234567890123456', '12345678901234567890', '12345678901234567x', '\0'];
test.each([...NO_IDS, '١٢٣٤٥٦٧٨٩٠١٢٣٤٥٦٧'])(
  'the id %j is refused together with what else is wrong',
  (botId) => {
    const read = () => readSubmission(services, botId, { ...INPUT, name: '' });
    expect(problemsOf(read)).toMatchObject([
      { field: 'botId', message: "The bot's application id has 17 to 19 digits." },
      { field: 'name', message: 'The name must be 1 to 100 characters long.' },
    ]);
  },
);

test('an id that is made after now is refused, and one that is made now is taken', () => {
  const made = new Date('2026-01-01T00:00:00.000Z');
  const id = String(BigInt(made.getTime() - 1_420_070_400_000) << 22n);
  expect(readSubmission(at(services, made), id, INPUT)).toEqual({ botId: id, fields: FIELDS });
  expect(problemsOf(() => readSubmission(at(services, after(made, -1)), id, INPUT))).toMatchObject([
    { field: 'botId', message: 'No application has this id yet.' },
  ]);
});

test.each(['pending', 'approved', 'suspended'] satisfies ListingState[])(
  'a bot whose listing is %s cannot be submitted again by anyone, and nothing changes',
  async (state) => {
    const { id: botId, ownerId: userId } = await given(services).listing().submitted();
    await putInState(services, botId, state);
    const before = await findListing(services, botId);
    for (const submitter of [userId, await given(services).user()]) {
      const fields = { ...FIELDS, name: 'Mine now' };
      const refusal = await submitListing(services, { botId, userId: submitter, fields }).catch(
        (error: unknown) => error,
      );
      expect(refusal).toBeInstanceOf(InvalidListingError);
      expect(refusal).toMatchObject({
        problems: [{ field: 'botId', message: 'This bot is already listed.' }],
      });
    }
    expect(await findListing(services, botId)).toEqual(before);
    expect(await listOwners(services, botId)).toHaveLength(1);
    expect(await listMoves(services, botId)).toHaveLength(1);
  },
);

test('of many who submit one bot at once, one owns it', async () => {
  const botId = newBotId();
  const users = await Promise.all(Array.from({ length: 8 }, () => given(services).user()));
  const results = await Promise.allSettled(
    users.map((userId) => submitListing(services, { botId, userId, fields: FIELDS })),
  );
  const winners = users.filter((_, index) => results[index]?.status === 'fulfilled');
  expect(winners).toHaveLength(1);
  const owners = await listOwners(services, botId);
  expect(owners.map(({ userId }) => userId)).toEqual(winners);
  expect(await listMoves(services, botId)).toHaveLength(1);
});

test('anybody can submit a removed listing: what was before stays in the database, and nobody gets it', async () => {
  const { id: botId, ownerId: userId } = await given(services).listing().submitted();
  await putInState(services, botId, 'approved');
  const voter = newUserId();
  const { token } = await generateToken(services, botId);
  await setWebhook(services, botId, userId, 'https://8.8.8.8/hook');
  await castVote(services, botId, voter);
  await given(services).invitedTo(botId);
  await reportStats(services, reporter({ id: botId, token }), { server_count: 7 });
  const [delivery] = await listDeliveries(services, botId, 1);
  await services.db.sql`
    insert into delivery_attempts (delivery_id, number, bot_id, started_at, duration_ms, excerpt)
    values (${delivery?.id ?? null}, 1, ${botId}, now(), 5, 'For the owner alone.')`;
  expect(await listRecentAttempts(services, botId)).toHaveLength(1);
  await replaceCommands(services, botId, { commands: [{ name: 'play', description: 'Plays.' }] });
  const report = { category: 'spam', text: 'It sends advertisements.' } as const;
  await reportListing(services, await given(services).user(), botId, report);
  await removeListing(services, botId, userId);
  const { deliveries, ...votes } = await votesOf(services, botId);
  expect(deliveries).toHaveLength(1);
  expect(await reportsOf(services, botId)).toMatchObject([{ closedBy: userId, outcome: 'acted' }]);

  const successor = await given(services).user('Grace');
  const fields = { ...FIELDS, name: 'Melody again', prefix: null };
  await submitListing(at(services, NOON), { botId, userId: successor, fields });
  expect(await findListing(services, botId)).toMatchObject({
    ...fields,
    state: 'pending',
    createdAt: NOON,
    commands: [],
    serverCount: null,
    checkedInAt: null,
    voteCount: 0,
  });
  expect(await votesOf(services, botId)).toEqual({ ...votes, deliveries: [], count: 0 });
  expect(await listRecentAttempts(services, botId)).toEqual([]);
  const counts = await services.db.sql`select from daily_server_counts where bot_id = ${botId}`;
  expect(counts).toHaveLength(0);
  expect(await listOwners(services, botId)).toEqual([
    { userId: successor, name: 'Grace', isCoOwner: false, isAccepted: true, role: 'manage', site: null },
  ]);
  expect(await findWebhook(services, botId)).toBeUndefined();
  await expect(authenticateToken(services, token)).rejects.toThrow(UnauthenticatedError);
  expect(await listMoves(services, botId, true)).toMatchObject([
    { fromState: null, toState: 'pending', userId },
    { fromState: 'approved', toState: 'removed', userId },
    { fromState: 'removed', toState: 'pending', userId: successor },
  ]);
});

test('a rejected listing is submitted anew by another, whom its managers before cannot follow', async () => {
  const { id: botId, ownerId: userId } = await given(services).listing().submitted();
  const coOwner = await given(services).coOwnerOf(botId);
  // An invitation does not keep the invited from it.
  const invited = await given(services).invitedTo(botId, 'Grace');
  const { token } = await generateToken(services, botId);
  await putInState(services, botId, 'rejected');
  for (const manager of [userId, coOwner]) {
    const again = submitListing(services, { botId, userId: manager, fields: FIELDS });
    await expect(again).rejects.toThrow(InvalidListingError);
  }
  expect(await findListing(services, botId)).toMatchObject({ state: 'rejected', revision: 1 });
  await submitListing(services, { botId, userId: invited, fields: { ...FIELDS, name: 'Melody again' } });
  expect(await findListing(services, botId)).toMatchObject({ state: 'pending', name: 'Melody again' });
  expect(await listOwners(services, botId, true)).toEqual([
    { userId: invited, name: 'Grace', isCoOwner: false, isAccepted: true, role: 'manage', site: null },
  ]);
  await expect(authenticateToken(services, token)).rejects.toThrow(UnauthenticatedError);
  const again = submitListing(services, { botId, userId, fields: FIELDS });
  await expect(again).rejects.toThrow(InvalidListingError);
});

test('of many who submit a removed bot at once, one owns it', async () => {
  const { id: botId, ownerId: userId } = await given(services).listing().submitted();
  await removeListing(services, botId, userId);
  const users = await Promise.all(Array.from({ length: 8 }, () => given(services).user()));
  const results = await Promise.allSettled(
    users.map((submitter) => submitListing(services, { botId, userId: submitter, fields: FIELDS })),
  );
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(first(await listOwners(services, botId))).toMatchObject({ isCoOwner: false });
  expect(await listOwners(services, botId)).toHaveLength(1);
});
