import { randomUUID } from 'node:crypto';
import { type GraphQLObjectType, getNamedType, isLeafType, isObjectType, isRequiredArgument } from 'graphql';
import { expect, test } from 'vitest';
import { submitListing } from '../../../src/domain/listing/submit.ts';
import { removeListing } from '../../../src/domain/moderation/removal.ts';
import { eraseUser } from '../../../src/domain/privacy/erase-user.ts';
import { exportUser } from '../../../src/domain/privacy/export-user.ts';
import { schema } from '../../../src/schema/index.ts';
import { given } from '../../kit/given.ts';
import { newBotId, newUserId } from '../../kit/ids.ts';
import { FIELDS } from '../../kit/listing-input.ts';
import { forFile, startOwnService } from '../../kit/service.ts';
import { CLASSIFICATION, type Classification, FIELD_COLUMNS, REFERENCES } from './columns.ts';
import { countOf, type Mark, readCatalogue, storeMarkedRows } from './marked-rows.ts';

const service = await forFile(startOwnService());
const { services } = service;
// The one row of `instance` says where the service runs, and the service writes it again.
const columns = (await readCatalogue(services.db.sql)).filter(({ table }) => table !== 'instance');

/** A public listing and its owner, who has done all that users and moderators do, with a mark in every column. */
async function marked() {
  const [botId, userId] = [newBotId(), newUserId()];
  const delivery = `00000000-0000-4000-8000-${userId.slice(-12)}`;
  const [news, channel] = [randomUUID(), randomUUID()];
  // There is one at most.
  await services.db.sql`delete from push_keys`;
  const marks = await storeMarkedRows(services.db.sql, columns, {
    user_id: userId,
    closed_by: userId,
    decided_by: userId,
    actor_id: userId,
    invited_by: userId,
    other_id: userId,
    from_id: userId,
    to_id: userId,
    'bot_owners.role': 'manage',
    'listing_events.kind': 'edited',
    'listing_events.role': 'reports',
    'listing_news.id': news,
    news_id: news,
    'notice_channels.id': channel,
    'notice_channels.kind': 'email',
    channel_id: channel,
    notice_id: (rows: ReadonlyMap<string, Record<string, unknown>>) => rows.get('notices')?.id,
    'notice_sends.state': 'waiting',
    'notice_settings.delivery': 'site',
    'push_keys.id': 1,
    'listing_edits.state': 'refused',
    'listing_edits.before': { prefix: 'before the edit' },
    'listing_edits.after': { prefix: 'after the edit' },
    ended_by: userId,
    created_by: userId,
    lifted_by: userId,
    answered_by: userId,
    restored_by: userId,
    'user_blocks.kind': 'vote',
    'users.id': userId,
    'users.role': 'moderator',
    bot_id: botId,
    'bots.id': botId,
    'bots.state': 'approved',
    'bots.invite_permissions': '8',
    'bots.languages': ['de'],
    'bots.text_language': 'fr',
    'listing_texts.language': 'de',
    'bots.website_url': 'https://site.example/',
    'bot_owners.site_url': 'https://site.example/',
    'bot_owners.site_method': 'dns',
    'bots.tags': ['music'],
    'bots.popularity': 3,
    'listing_moves.from_state': 'pending',
    'listing_moves.to_state': 'approved',
    'reports.outcome': 'acted',
    'features.place': 7,
    'deliveries.id': delivery,
    delivery_id: delivery,
    'deliveries.kind': 'vote',
    'deliveries.state': 'failed',
    'replays.state': 'stopped',
    'webhooks.format': 'discord',
    'webhooks.hold': 'paused',
    'webhooks.hold_after': 10,
    'delivery_timings.measure': 'attempt',
    // The next sign of life of the service deletes processes that were last seen long ago.
    'processes.seen_at': services.now(),
  });
  return { botId, userId, marks };
}

/** Which columns of the classification are not as the marks say, by `table.column`. */
async function differing(
  marks: ReadonlyMap<string, Mark>,
  expected: (classification: Classification) => boolean | undefined,
  actual: (mark: Mark) => Promise<boolean> | boolean,
): Promise<string[]> {
  const wrong = [];
  for (const [name, mark] of marks) {
    const classification = CLASSIFICATION.get(name);
    const wanted = classification && expected(classification);
    if (wanted !== undefined && (await actual(mark)) !== wanted) wrong.push(name);
  }
  return wrong;
}

/** Values that nothing else has. References occur in many places, and so do words such as `pending`. */
const own = (marks: ReadonlyMap<string, Mark>) => new Map([...marks].filter(([, { isOwn }]) => isOwn));

const isGone = async (mark: Mark) => (await countOf(services.db.sql, mark)) === 0;
const gone = { gone: true, kept: false, changes: undefined };

test('every column says who sees it, and what export, erasure and a take-over do with it', () => {
  const names = columns
    .filter(({ name }) => !REFERENCES.includes(name))
    .map(({ table, name }) => `${table}.${name}`);
  const hint =
    'A column that the owner of a listing writes belongs in src/terms/listing-fields.ts, any other one in ' +
    'test/domain/privacy/columns.ts. Then make src/domain/privacy do what you wrote there.';
  expect([...CLASSIFICATION.keys()].toSorted(), hint).toEqual(names.toSorted());
});

test('an export holds the columns that are exported, and no other', async () => {
  const { userId, marks } = await marked();
  const exported = JSON.stringify(await exportUser(services, userId));
  expect(
    await differing(
      own(marks),
      ({ isExported }) => isExported,
      ({ shown }) => shown.test(exported),
    ),
  ).toEqual([]);
});

test('an erasure leaves nothing in the columns that it empties, and keeps the others', async () => {
  const { userId, marks } = await marked();
  await eraseUser(services, userId, { removesListings: true });
  expect(await differing(marks, ({ erasure }) => gone[erasure], isGone)).toEqual([]);
});

test('a take-over leaves nothing in the columns that it empties, and keeps the others', async () => {
  const { botId, userId, marks } = await marked();
  await removeListing(services, botId, userId);
  const next = await given(services).user();
  await submitListing(services, { botId, userId: next, fields: FIELDS });
  expect(await differing(marks, ({ takeOver }) => gone[takeOver], isGone)).toEqual([]);
  const exported = JSON.stringify(await exportUser(services, next));
  expect([...own(marks)].filter(([, { shown }]) => shown.test(exported))).toEqual([]);
});

test('strangers read the fields of a listing, and of other columns only those that everybody sees', async () => {
  const { botId, userId, marks } = await marked();
  const asked = [
    ...selectionsOf('Bot').map((selection) => `bot(botId: "${botId}") { ${selection} }`),
    ...selectionsOf('User').map((selection) => `user(userId: "${userId}") { ${selection} }`),
  ];
  const responses = [];
  for (const field of asked) responses.push((await service.graphql(`{ ${field} }`)).data);
  for (const path of [`/bot/${botId}`, `/user/${userId}`]) {
    responses.push(await (await fetch(service.url + path)).text());
  }
  const response = JSON.stringify(responses);
  const seen = [...own(marks)].filter(([, { shown }]) => shown.test(response)).map(([name]) => name);
  expect(seen.filter((name) => CLASSIFICATION.get(name)?.seenBy !== 'everybody')).toEqual([]);
  const fields = [...own(marks).keys()].filter((name) => FIELD_COLUMNS.has(name));
  expect(fields.filter((name) => !seen.includes(name))).toEqual([]);
});

/** The fields of a type that need no argument: the plain ones, then each of the others with its own plain ones. */
function selectionsOf(name: string): string[] {
  const type = schema.getType(name);
  if (!isObjectType(type)) throw new Error(`There is no type ${name}.`);
  const open = (of: GraphQLObjectType) =>
    Object.values(of.getFields()).filter(({ args }) => !args.some(isRequiredArgument));
  const plain = (of: GraphQLObjectType) =>
    open(of)
      .filter((field) => isLeafType(getNamedType(field.type)))
      .map((field) => field.name)
      .join(' ');
  const nested = open(type).flatMap((field) => {
    const of = getNamedType(field.type);
    return isObjectType(of) && plain(of) !== '' ? [`${field.name} { ${plain(of)} }`] : [];
  });
  return [plain(type), ...nested];
}
