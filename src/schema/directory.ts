import type { InputShapeFromFields } from '@pothos/core';
import { type ColumnOrder, DIRECTORY_ORDERS } from '../domain/directory/directory-orders.ts';
import { listMoreByOwner } from '../domain/directory/more-by-owner.ts';
import { findRank, LAST_RANK } from '../domain/directory/rank.ts';
import type { DirectoryEntry } from '../domain/directory/read-all.ts';
import { MAX_RANKED } from '../domain/directory/relevance.ts';
import { type Found, searchDirectory } from '../domain/directory/search.ts';
import { tagsNamed } from '../domain/directory/suggest.ts';
import { MAX_LANGUAGES } from '../domain/listing/languages.ts';
import { Bot } from './bot.ts';
import { builder } from './builder.ts';
import { complexityOfPage, resolveListings } from './page.ts';
import { TagRef } from './tag.ts';

const DirectoryOrderRef = builder.enumType('DirectoryOrder', {
  description: 'The order of the directory. Ties are ordered by id.',
  values: {
    ...(Object.fromEntries(
      DIRECTORY_ORDERS.map(({ name, description }) => [name.toUpperCase(), { value: name, description }]),
    ) as Record<Uppercase<ColumnOrder>, { value: ColumnOrder; description: string }>),
    RELEVANCE: {
      value: 'relevance' as const,
      description: `The best match comes first, at most ${MAX_RANKED} listings. Without a search: \`VOTES\`.`,
    },
  },
});

const DirectoryFilter = builder.inputType('DirectoryFilter', {
  description: 'Filters of the directory. A listing must fit all of them.',
  fields: (t) => ({
    tags: t.stringList({ description: 'Slugs of up to 5 tags. The listing has all of them.' }),
    withoutTags: t.stringList({ description: 'Slugs of up to 10 tags. The listing has none of them.' }),
    languages: t.stringList({
      description: `Codes of up to ${MAX_LANGUAGES} languages. The bot speaks at least one of them.`,
    }),
    minServers: t.int({ description: 'The minimum server count.' }),
    isActive: t.boolean({ description: 'Whether the bot must have reported in the last 24 hours.' }),
  }),
});

const DAY_MS = 24 * 60 * 60 * 1000;

builder.objectFields(Bot, (t) => ({
  rank: t.field({
    type: 'Int',
    nullable: true,
    // It counts up to a thousand rows.
    complexity: 25,
    description: `Its place in the directory's order \`VOTES\`, from 1. Null after place ${LAST_RANK}, and if it is not public.`,
    resolve: (bot, _, { services }) => findRank(services, bot.id),
  }),
  moreByOwner: t.field({
    type: [Bot],
    description: 'Other approved listings of its owner, at most four. The highest id comes first.',
    complexity: { field: 1, multiplier: 4 },
    resolve: (bot, _, { services }) => listMoreByOwner(services, bot.id),
  }),
}));

const ofDirectory = builder.args((t) => ({
  search: t.string({
    description:
      'Words, or their beginnings, or an application id. A word may name a tag: `songs` finds Music. If few listings ' +
      'match, long descriptions and commands are searched, too. If none matches, the spelling is corrected.',
  }),
  tag: t.string({
    description: 'Only listings with this tag. An unknown tag has no listings.',
  }),
  filter: t.field({ type: DirectoryFilter, description: 'More filters.' }),
  order: t.field({ type: DirectoryOrderRef, defaultValue: 'newest', description: 'The order.' }),
}));

/** The arguments as the domain takes them. */
function wantedOf({ search, tag, filter, order }: InputShapeFromFields<typeof ofDirectory>, now: Date) {
  return {
    search: search ?? undefined,
    tag: tag ?? undefined,
    tags: filter?.tags ?? [],
    without: filter?.withoutTags ?? [],
    languages: filter?.languages ?? [],
    minServers: filter?.minServers ?? undefined,
    activeSince: filter?.isActive ? new Date(now.getTime() - DAY_MS) : undefined,
    order: order ?? 'newest',
  };
}

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
      resolve: async (_, args, { services }) => {
        const wanted = wantedOf(args, services.now());
        let found: Found = { entries: [] };
        const page = await resolveListings(
          args,
          ({ cursor }: DirectoryEntry) => cursor,
          async (range) => {
            found = await searchDirectory(services, wanted, range);
            return [...found.entries];
          },
        );
        return {
          ...page,
          corrected: found.corrected ?? null,
          alternative: found.alternative ?? null,
          search: args.search ?? '',
        };
      },
    },
    {
      name: 'BotConnection',
      description: 'A page of the directory.',
      fields: (t) => ({
        correctedSearch: t.string({
          nullable: true,
          description:
            'The search with corrected spelling that these listings match. Null when listings match the given search.',
          resolve: ({ corrected }) => corrected,
        }),
        alternativeSearch: t.string({
          nullable: true,
          description: 'A search with other spelling, when few listings match the given one.',
          resolve: ({ alternative }) => alternative,
        }),
        namedTags: t.field({
          type: [TagRef],
          description: 'Up to three tags that the search names: `songs` names Music.',
          resolve: ({ corrected, search }) => tagsNamed(corrected ?? search),
        }),
      }),
    },
    { name: 'BotEdge', description: 'A bot and its cursor.' },
  ),
);
