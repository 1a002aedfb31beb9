import { withPatience } from '../db/client.ts';
import { bots as botsTable } from '../db/tables.ts';
import { newSecret } from '../domain/delivery/webhook.ts';
import { rankListings } from '../domain/directory/ranking.ts';
import { rankTrends } from '../domain/directory/trends.ts';
import { newToken } from '../domain/identity/tokens.ts';
import { SNOWFLAKE_EPOCH_MS } from '../domain/kernel/ids.ts';
import type { WithClock, WithDatabase, WithRandom, WithSecrets } from '../domain/kernel/needs.ts';
import { translationPart } from '../domain/listing/edits.ts';
import { publishNews } from '../domain/listing/news.ts';
import { writePart } from '../domain/listing/parts.ts';
import { featureListing, listFeatured } from '../domain/moderation/feature.ts';
import { DAY_MS } from '../lib/day.ts';
import { insertBots, insertUsers, insertVotes } from './insert.ts';
import { type PlannedBot, planVotes } from './plan.ts';
import { nameUser, SAMPLE_MODERATOR, SAMPLE_OWNER, syntheticBot } from './synthetic.ts';

export interface SeedSize {
  readonly bots: number;
  readonly users: number;
  readonly votes: number;
  /** The URL of the sample bots' webhooks. */
  readonly webhookUrl?: string;
}

interface SeededBot {
  readonly id: string;
  readonly token: string;
  readonly webhookSecret: string;
  readonly ownerId: string;
}

export interface Seeded {
  readonly bots: readonly SeededBot[];
  readonly users: readonly { readonly id: string; readonly name: string }[];
  /** The owner of the first bot. Synthetic bots have the same owner. */
  readonly ownerId: string;
}

type Dependencies = WithDatabase & WithClock & WithRandom & WithSecrets;

/** Applications and users are this old, which is older than any sample listing. */
const ID_AGE_MS = 1200 * DAY_MS;
const FEATURED_MS = 60 * DAY_MS;
/** `npm run receiver` listens there. Deliveries reach it only if WEBHOOK_TRUSTED_NETWORKS contains loopback. */
export const SAMPLE_WEBHOOK = 'http://127.0.0.1:4000/webhook';

/** Whether the database has no listing yet. */
export async function isEmpty({ db }: WithDatabase): Promise<boolean> {
  const rows = await db.orm.select({ id: botsTable.id }).from(botsTable).limit(1);
  return rows.length === 0;
}

/** Adds samples, ranks them for searches, and tells the planner of the database. See {@link addSamples}. */
export async function seed(
  services: Dependencies,
  size: SeedSize,
  handMade?: readonly PlannedBot[],
): Promise<Seeded> {
  const seeded = await addSamples(services, size, handMade);
  await rankListings(services);
  await rankTrends(services);
  await withPatience(services.db, (sql) => sql`analyze`);
  return seeded;
}

/**
 * Adds approved sample listings with tokens and webhooks, users, and a history of votes that respects the
 * 12-hour window. Called again, it adds more.
 *
 * @param handMade the first bots. Further ones are synthetic: alike, and of one owner, as tests and benchmarks need
 *   them
 */
export async function addSamples(
  services: Dependencies,
  size: SeedSize,
  handMade: readonly PlannedBot[] = [],
): Promise<Seeded> {
  const plans = Array.from({ length: size.bots }, (_, index) => {
    return handMade[index] ?? syntheticBot(index - handMade.length);
  });
  const newId = idMaker(services);
  const users = Array.from({ length: size.users }, (_, index) => ({ id: newId(), name: nameUser(index) }));
  const names = new Set(plans.flatMap(({ owners }) => owners));
  if (names.size === 0) names.add(SAMPLE_OWNER);
  const owners = new Map([...names].map((name) => [name, newId()]));
  const bots = plans.map((plan) => ({
    plan,
    id: newId(),
    token: newToken(services),
    webhookSecret: newSecret(services),
    ownerIds: plan.owners.map((name) => owners.get(name) ?? ''),
  }));
  await insertUsers(services, [...users, ...[...owners].map(([name, id]) => ({ id, name }))]);
  await insertBots(services, bots, size.webhookUrl ?? SAMPLE_WEBHOOK);
  await insertVotes(
    services,
    bots.map(({ id }) => id),
    users.map(({ id }) => id),
    planVotes(plans, users.length, size.votes, services.now()),
  );
  const featured = bots.flatMap(({ id, plan: { featureReasons: reasons } }) =>
    reasons === undefined ? [] : [{ id, reasons }],
  );
  if (featured.length > 0) await feature(services, newId(), featured);
  for (const { id, plan } of bots) {
    for (const { ageMs, ...note } of (plan.news ?? []).toReversed()) {
      const at = new Date(services.now().getTime() - ageMs);
      await publishNews({ ...services, now: () => at }, id, note);
    }
  }
  for (const { id, plan } of bots) {
    const at = new Date(services.now().getTime() - plan.ageMs);
    for (const [language, texts] of Object.entries(plan.translations ?? {})) {
      // As if a moderator had accepted it with the listing.
      await services.db.orm.transaction((orm) => writePart(orm, id, translationPart(language), texts, at));
    }
  }
  const [ownerId = ''] = owners.values();
  return {
    bots: bots.map(({ id, token, webhookSecret, ownerIds }) => {
      return { id, token, webhookSecret, ownerId: ownerIds[0] ?? '' };
    }),
    users,
    ownerId,
  };
}

/** Gives listings the first places of the first page, if nobody else has one. */
async function feature(
  services: Dependencies,
  moderatorId: string,
  bots: readonly { readonly id: string; readonly reasons: Readonly<Record<string, string>> }[],
) {
  if ((await listFeatured(services, 1)).length > 0) return;
  await insertUsers(services, [{ id: moderatorId, name: SAMPLE_MODERATOR }]);
  const until = new Date(services.now().getTime() + FEATURED_MS);
  for (const [index, { id, reasons }] of bots.entries()) {
    await featureListing(services, moderatorId, id, { until, place: index + 1, reasons });
  }
}

/** Makes ids in the chat platform's form: a time and 22 more bits, here a random start and a counter. */
function idMaker({ now, randomBytes }: Dependencies): () => string {
  const time = BigInt(now().getTime() - SNOWFLAKE_EPOCH_MS - ID_AGE_MS) << 22n;
  let next = BigInt(randomBytes(4).readUInt32LE()) << 12n;
  return () => {
    next += 1n;
    return String(time + next);
  };
}
