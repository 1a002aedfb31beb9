import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DAY_MS, MINUTE_MS } from '../lib/day.ts';
import { EMPTY_LISTING, type ListingFields } from '../terms/listing-fields.ts';
import { HISTORY_DAYS, type PlannedBot, type ServerShape, serversAgo, type VoteShape } from './plan.ts';

/** A file `bot.json`: what the owner entered, and how the bot lived up to now. */
interface Sample {
  readonly fields: Partial<ListingFields> & Pick<ListingFields, 'name' | 'shortDescription' | 'tags'>;
  /** Descriptions by name, without the slash. */
  readonly commands: Readonly<Record<string, string>>;
  /** The owner, then the co-owners. */
  readonly owners: readonly [string, ...string[]];
  /** The listing's age. */
  readonly ageDays: number;
  /** Why the first page features it, if it does, by language. */
  readonly featureReasons?: PlannedBot['featureReasons'];
  /** What its owners wrote about changes, the newest first. */
  readonly news?: readonly { readonly title: string; readonly text: string; readonly ageDays: number }[];
  /** Its texts in other languages, by language. */
  readonly translations?: PlannedBot['translations'];
  readonly votes: {
    /** Its share of all votes, relative to the other bots. */
    readonly weight: number;
    readonly shape: VoteShape;
  };
  /** Absent when it never reported. */
  readonly servers?: {
    readonly count: number;
    readonly shape: ServerShape;
    /** The time since its last report. */
    readonly silentMinutes: number;
  };
}

const FOLDER = join(import.meta.dirname, 'samples');
const read = (...path: string[]) => readFileSync(join(FOLDER, ...path), 'utf8');

/**
 * Reads the hand-made bots from `samples/`: a folder for each, with its facts, description, icon, banner, and
 * screenshots of a third of them. One of each theme comes first, so that a few of them show different fields.
 */
export function handMadeBots(): PlannedBot[] {
  return (JSON.parse(read('order.json')) as string[]).map(plan);
}

function plan(slug: string): PlannedBot {
  const { fields, commands, owners, ageDays, featureReasons, news, translations, votes, servers } =
    JSON.parse(read(slug, 'bot.json')) as Sample;
  return {
    fields: {
      ...EMPTY_LISTING,
      ...fields,
      longDescription: read(slug, 'description.md').trimEnd(),
    },
    commands: Object.entries(commands).map(([name, description]) => ({ name, description })),
    owners,
    icon: read(slug, 'icon.svg'),
    banner: read(slug, 'banner.svg'),
    screenshots: readScreenshots(slug),
    ageMs: ageDays * DAY_MS,
    featureReasons,
    news: (news ?? []).map(({ ageDays: age, ...note }) => ({ ...note, ageMs: age * DAY_MS })),
    ...(translations && { translations }),
    votes: { ...votes, days: Math.min(ageDays, HISTORY_DAYS) },
    ...(servers && { reports: planReports(servers, ageDays) }),
  };
}

/** The pictures are drawn by `npm run screenshots`. */
function readScreenshots(slug: string): PlannedBot['screenshots'] & object {
  if (!existsSync(join(FOLDER, slug, 'screenshots.json'))) return [];
  const chats = JSON.parse(read(slug, 'screenshots.json')) as readonly { readonly description: string }[];
  const picture = (name: string) => readFileSync(join(FOLDER, slug, `${name}.webp`));
  return chats.map(({ description }, index) => ({
    image: picture(`screenshot-${index + 1}`),
    thumbnail: picture(`thumbnail-${index + 1}`),
    description,
  }));
}

/** A report for each day of the last month, and for every third day of the time before. */
function planReports({ count, shape, silentMinutes }: NonNullable<Sample['servers']>, ageDays: number) {
  const days = Math.min(ageDays, HISTORY_DAYS);
  const ages = Array.from({ length: days }, (_, age) => age).filter((age) => age < 30 || age % 3 === 0);
  return {
    silentMs: silentMinutes * MINUTE_MS,
    counts: ages.map((age) => ({ age, servers: serversAgo(shape, count, age) })),
  };
}
