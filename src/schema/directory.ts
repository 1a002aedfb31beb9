import type { InputShapeFromFields } from '@pothos/core';
import {
  type Counts,
  countFound,
  countListings,
  type Offer,
  offerFilters,
  offerWithout,
  sumUpListings,
  type Totals,
} from '../domain/directory/counts.ts';
import { findMakers } from '../domain/directory/makers.ts';
import { parseSearch, type Search } from '../domain/directory/parse.ts';
import { listMoreByOwner } from '../domain/directory/profile.ts';
import { findRank, LAST_RANK } from '../domain/directory/rank.ts';
import type { DirectoryEntry } from '../domain/directory/read-in-order.ts';
import { hasFar, hasOften, MAX_RANKED } from '../domain/directory/relevance.ts';
import { FEW, type Found, readAs, searchDirectory } from '../domain/directory/search.ts';
import { tagsNamed } from '../domain/directory/suggest.ts';
import type { WithClock, WithDatabase } from '../domain/kernel/needs.ts';
import { BOT_LANGUAGES, MAX_LANGUAGES } from '../domain/listing/languages.ts';
import { ACTIVE_MS } from '../terms/activity.ts';
import { type ColumnOrder, DIRECTORY_ORDERS, type DirectoryOrder } from '../terms/directory-orders.ts';
import { Bot } from './bot.ts';
import { SIZES } from './bounds.ts';
import { builder, enumOf, optionalText } from './builder.ts';
import { complexityOfPage, resolveListings } from './page.ts';
import { extend, orNull, record } from './record.ts';
import { TagRef } from './tag.ts';
import { User } from './user.ts';

const BY_COLUMN = DIRECTORY_ORDERS.map(({ name, description }) => [name, description]);

const DirectoryOrderRef = enumOf<DirectoryOrder>(
  'DirectoryOrder',
  'The order of the directory. Ties are ordered by id.',
  {
    ...(Object.fromEntries(BY_COLUMN) as Record<ColumnOrder, string>),
    relevance: `The best match comes first, at most ${MAX_RANKED} listings. Without a search: \`VOTES\`.`,
  },
);

const DirectoryFilter = builder.inputType('DirectoryFilter', {
  description: 'Filters of the directory. A listing must fit all of them.',
  fields: (t) => ({
    tags: t.stringList({
      max: SIZES.code,
      maxItems: SIZES.few,
      description: 'Slugs of up to 5 tags. The listing has all of them.',
    }),
    withoutTags: t.stringList({
      max: SIZES.code,
      maxItems: SIZES.few,
      description: 'Slugs of up to 10 tags. The listing has none of them.',
    }),
    languages: t.stringList({
      max: SIZES.code,
      maxItems: SIZES.few,
      description: `Codes of up to ${MAX_LANGUAGES} languages. The bot speaks at least one of them.`,
    }),
    minServers: t.int({ description: 'The minimum server count.' }),
    isActive: t.boolean({ description: 'Whether the bot must have reported in the last 24 hours.' }),
    isHarmless: t.boolean({
      description: 'Whether the invite must ask for no permission that can harm a server.',
    }),
    maxPermissions: t.int({ description: 'The maximum number of permissions that the invite asks for.' }),
  }),
});

const RelaxedSearchRef = record<Search>('RelaxedSearch')(
  'A search of the directory that is not quite the one that was asked for.',
  {
    search: ['String', 'The words.', 'text'],
    tags: [['String'], 'Slugs of tags.', ({ facets }) => [...facets.tags]],
    withoutTags: [['String'], 'Slugs of excluded tags.', ({ facets }) => [...facets.without]],
    languages: [['String'], 'Codes of languages.', ({ facets }) => [...facets.languages]],
    minServers: [orNull('Int'), 'The minimum server count.', ({ facets }) => facets.minServers ?? null],
    isActive: [
      'Boolean',
      'Whether the bot must have reported in the last 24 hours.',
      ({ facets }) => facets.activeSince !== undefined,
    ],
    isHarmless: [
      'Boolean',
      'Whether the invite must ask for no permission that can harm a server.',
      ({ facets }) => facets.isHarmless ?? false,
    ],
    maxPermissions: [
      orNull('Int'),
      'The maximum number of permissions that the invite asks for.',
      ({ facets }) => facets.maxPermissions ?? null,
    ],
  },
);

export const OfferedSearchRef = record<Offer>('OfferedSearch')(
  'A search with filters in the place of the words that name them.',
  {
    search: [RelaxedSearchRef, 'The search.', (offer) => offer],
    botCount: ['Int', 'How many listings match.', ({ counts }) => counts.total],
    isExact: ['Boolean', 'False when more listings match than were counted.', ({ counts }) => counts.isExact],
  },
);

const LanguageCountRef = record<{ code: string; botCount: number }>('LanguageCount')(
  'How many listings speak a language.',
  {
    code: 'The ISO 639-1 code of the language.',
    botCount: ['Int', 'How many listings.'],
  },
);

const TagCountRef = record<{ slug: string; botCount: number }>('TagCount')('How many listings have a tag.', {
  slug: 'The slug of the tag.',
  botCount: ['Int', 'How many listings.'],
});

const CountsRef = record<Counts>('DirectoryCounts')(
  'How many listings a search has. Counted once a minute.',
  {
    total: ['Int', 'How many listings match.'],
    isExact: ['Boolean', 'False when more listings match than were counted.'],
    tags: [
      [TagCountRef],
      'How many of them have each tag.',
      ({ byTag }) => [...byTag].map(([slug, botCount]) => ({ slug, botCount })),
    ],
    languages: [
      [LanguageCountRef],
      'How many of them speak each language.',
      ({ byLanguage }) => [...byLanguage].map(([code, botCount]) => ({ code, botCount })),
    ],
  },
);

extend(Bot, {
  rank: [
    orNull('Int'),
    `Its place in the directory's order \`VOTES\`, from 1. Null after place ${LAST_RANK}, and if it is not public.`,
    (bot, { services }) => findRank(services, bot.id),
    {
      // It counts up to a thousand rows.
      complexity: 25,
    },
  ],
  permissionCount: [
    'Int',
    'How many permissions its invite asks for. With commands alone the bot is no member: none.',
    ({ permissions }) => permissions,
  ],
  dangerousPermissionCount: [
    'Int',
    'How many of the permissions that its invite asks for can harm a server.',
    ({ dangerousPermissions }) => dangerousPermissions,
  ],
  moreByOwner: [
    [Bot],
    'Other approved listings that its owner manages, at most four. The highest id comes first.',
    (bot, { services }) => listMoreByOwner(services, bot.id),
    { complexity: { field: 1, multiplier: 4 } },
  ],
});

const ofDirectory = builder.args((t) => ({
  search: optionalText(
    SIZES.search,
    'Words, or their beginnings, or an application id. A word may name a tag: `songs` finds Music. If few listings ' +
      'match, long descriptions and commands are searched, too. If none matches, the spelling is corrected.',
  ),
  tag: optionalText(SIZES.code, 'Only listings with this tag. An unknown tag has no listings.'),
  filter: t.field({ type: DirectoryFilter, description: 'More filters.' }),
  order: t.field({ type: DirectoryOrderRef, defaultValue: 'newest', description: 'The order.' }),
  isRelaxed: t.boolean({
    description:
      'Whether a filter or a word is left out when nothing matches all of them. The field `relaxedSearch` tells what is left.',
  }),
  language: optionalText(
    SIZES.code,
    "The ISO 639-1 code of the reader's language: one of `Query.languages`. By `RELEVANCE`, bots that speak it come before about equally good ones.",
  ),
}));

type DirectoryArgs = InputShapeFromFields<typeof ofDirectory>;

/** The arguments as the domain takes them. */
function wantedOf({ search, tag, filter, order, isRelaxed, language }: DirectoryArgs, now: Date) {
  return {
    search: search ?? undefined,
    tag: tag ?? undefined,
    tags: filter?.tags ?? [],
    without: filter?.withoutTags ?? [],
    languages: filter?.languages ?? [],
    minServers: filter?.minServers ?? undefined,
    activeSince: filter?.isActive ? new Date(now.getTime() - ACTIVE_MS) : undefined,
    isHarmless: filter?.isHarmless ?? undefined,
    maxPermissions: filter?.maxPermissions ?? undefined,
    order: order ?? 'newest',
    isRelaxed: isRelaxed ?? false,
    language: language ?? undefined,
  };
}

async function resolveDirectory(
  args: DirectoryArgs & Parameters<typeof resolveListings>[0],
  services: WithDatabase & WithClock,
) {
  const wanted = wantedOf(args, services.now());
  let found: Found = { search: parseSearch(''), entries: [] };
  const page = await resolveListings(
    args,
    ({ cursor }: DirectoryEntry) => cursor,
    async (range) => {
      found = await searchDirectory(services, wanted, range);
      return [...found.entries];
    },
  );
  return { ...page, found };
}

type Page = Awaited<ReturnType<typeof resolveDirectory>>;

async function resolveOffers({ found }: Page, services: WithDatabase) {
  const { matched, entries } = found;
  if (!matched) return [];
  const offers = await offerFilters(services, readAs(found));
  return offers.length > 0 || entries.length > 0 ? offers : offerWithout(services, matched);
}

/** Looks at hundreds of users, but not for a short page with others after it: that search finds more than few. */
const resolveMakers = async ({ found, pageInfo }: Page, services: WithDatabase) =>
  pageInfo.hasPreviousPage || (pageInfo.hasNextPage && found.entries.length < FEW)
    ? []
    : [...(await findMakers(services, found))];

builder.queryField('bots', (t) =>
  t.connection(
    {
      type: Bot,
      description: 'The public directory of approved listings.',
      args: ofDirectory,
      // A search costs the database the same for any page size.
      complexity: ({ search, filter, ...page }) => ({
        ...complexityOfPage(page),
        field: search || filter ? 50 : 1,
      }),
      resolve: (_, args, { services }) => resolveDirectory(args, services),
    },
    {
      name: 'BotConnection',
      description: 'A page of the directory.',
      fields: (t) => ({
        correctedSearch: t.string({
          nullable: true,
          description:
            'The search with corrected spelling that these listings match. Null when listings match the given search.',
          resolve: ({ found }) => found.corrected ?? null,
        }),
        alternativeSearch: t.string({
          nullable: true,
          description: 'A search with other spelling, when few listings match the given one.',
          resolve: ({ found }) => found.alternative ?? null,
        }),
        relaxedSearch: t.field({
          type: RelaxedSearchRef,
          nullable: true,
          description: 'What these listings match, if nothing matches all of the search. Null otherwise.',
          resolve: ({ found: { isRelaxed, matched } }) => (isRelaxed && matched) || null,
        }),
        hasCloseMatch: t.boolean({
          // It may search once more.
          complexity: 25,
          description:
            'Whether a listing that fits has the words in a text, or a tag that they name. If not, these listings are ' +
            'where such bots often are.',
          resolve: async ({ found: { matched, entries } }, _, { services }) =>
            entries.length === 0 || !matched || !hasOften(matched) || hasFar(services, matched),
        }),
        counts: t.field({
          type: CountsRef,
          // It looks at ten thousand listings.
          complexity: 50,
          description: 'How many listings match.',
          resolve: ({ found, pageInfo }, _, { services }) =>
            countFound(services, found, !pageInfo.hasNextPage && !pageInfo.hasPreviousPage),
        }),
        offeredSearches: t.field({
          type: [OfferedSearchRef],
          // Each is counted.
          complexity: 50,
          description:
            'Searches with filters in the place of words: `german music bot` names a language and a tag. If nothing ' +
            'matches, up to three searches without some of the filters. None without listings.',
          resolve: (page, _, { services }) => resolveOffers(page, services),
        }),
        makers: t.field({
          type: [User],
          complexity: { field: 25, multiplier: 3 },
          description:
            'Up to three users with an approved listing whose name begins with the search, if it finds few listings.',
          resolve: (page, _, { services }) => resolveMakers(page, services),
        }),
        namedTags: t.field({
          type: [TagRef],
          description: 'Up to three tags that the search names: `songs` names Music.',
          resolve: ({ found }) => tagsNamed(readAs(found)),
        }),
      }),
    },
    { name: 'BotEdge', description: 'A bot and its cursor.' },
  ),
);

builder.queryField('languageCounts', (t) =>
  t.field({
    type: [LanguageCountRef],
    description:
      'All languages that a bot can name, and how many public listings speak each. Counted once a minute.',
    resolve: async (_, _args, { services }) => {
      const { byLanguage } = await countListings(services);
      return BOT_LANGUAGES.map((code) => ({ code, botCount: byLanguage.get(code) ?? 0 }));
    },
  }),
);

const TotalsRef = record<Totals>('DirectoryTotals')('Sums over all public listings. Counted once a minute.', {
  bots: ['Int', 'How many listings there are.'],
  servers: ['Float', 'The sum of their server counts: a server with two bots counts twice.'],
  votes: ['Float', 'How many votes they have.'],
});

builder.queryField('directoryTotals', (t) =>
  t.field({
    type: TotalsRef,
    description: 'Sums over all public listings.',
    resolve: (_, _args, { services }) => sumUpListings(services),
  }),
);
