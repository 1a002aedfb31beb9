import { ACTIVE_MS } from '../../terms/activity.ts';
import { gathered } from '../kernel/batch.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import { ASKS_ADMINISTRATOR } from './card.ts';

/**
 * What makes a listing complete, as conditions on `bots` and `bot_stats`. Nothing here can be bought, and votes do not
 * count. The points of all factors are 100 together. The page *How we rank* and the dashboard name each factor.
 */
const FACTORS = {
  picture: { points: 10, when: 'exists (select from bot_avatars where bot_id = bots.id)' },
  banner: { points: 10, when: 'bots.banner_hash is not null' },
  shortDescription: { points: 5, when: 'length(bots.short_description) >= 40' },
  // The size is stored beside a long text, so the text is not read.
  longDescription: { points: 15, when: 'octet_length(bots.long_description) >= 400' },
  commands: { points: 15, when: 'jsonb_array_length(bots.commands) >= 3' },
  languages: { points: 5, when: 'cardinality(bots.languages) > 0' },
  support: { points: 10, when: 'bots.support_url is not null' },
  privacy: { points: 10, when: 'bots.privacy_url is not null' },
  permissions: { points: 5, when: `not ${ASKS_ADMINISTRATOR}` },
  reports: { points: 15, when: 'coalesce(bot_stats.checked_in_at >= (select since from fresh), false)' },
} as const;

export type ScoreFactorName = keyof typeof FACTORS;

export const SCORE_FACTORS = Object.keys(FACTORS) as ScoreFactorName[];

/** How complete a listing is. */
export interface Score {
  /** 0 to 100. */
  readonly total: number;
  /** In a fixed order. */
  readonly factors: readonly {
    readonly name: ScoreFactorName;
    readonly points: number;
    readonly isMet: boolean;
  }[];
}

const CONDITIONS = SCORE_FACTORS.map((name) => FACTORS[name].when);

/**
 * The score of a listing as SQL, on `bots` and `bot_stats`. Its statement has the time from which on reports count as
 * `fresh(since)`: see {@link freshSince}.
 */
export const SCORE = SCORE_FACTORS.map(
  (name) => `case when ${FACTORS[name].when} then ${FACTORS[name].points} else 0 end`,
).join(' + ');

/** Reports count from this time on. */
export const freshSince = (now: Date): Date => new Date(now.getTime() - ACTIVE_MS);

/** Reads the score of a listing as it is now. Null when there is no such listing. */
export const findScore = gathered(
  async ({ db, now }: WithDatabase & WithClock, botIds: readonly string[]): Promise<(Score | null)[]> => {
    const rows = await db.sql<{ id: string; met: boolean[] }[]>`
      with fresh(since) as (select ${freshSince(now())}::timestamptz)
      select bots.id, array[${db.sql.unsafe(CONDITIONS.join(', '))}] as met
      from unnest((select ${[...botIds]}::text[])) as wanted(id) join bots on bots.id = wanted.id
      left join bot_stats on bot_stats.bot_id = bots.id`;
    const scores = new Map(rows.map(({ id, met }) => [id, scoreOf(met)]));
    return botIds.map((id) => scores.get(id) ?? null);
  },
);

function scoreOf(met: readonly boolean[]): Score {
  const factors = SCORE_FACTORS.map((name, index) => ({
    name,
    points: FACTORS[name].points,
    isMet: met[index] ?? false,
  }));
  return { total: factors.reduce((sum, { points, isMet }) => sum + (isMet ? points : 0), 0), factors };
}
