import { type ResolveCursorConnectionArgs, resolveCursorConnection } from '@pothos/plugin-relay';
import type { DirectoryOrder } from '../domain/directory/cursor.ts';
import type { DirectoryEntry } from '../domain/directory/read-in-order.ts';
import { MAX_RANKED } from '../domain/directory/relevance.ts';
import { searchDirectory } from '../domain/directory/search.ts';
import { Bot } from './bot.ts';
import { builder } from './builder.ts';

const DirectoryOrderRef = builder.enumType('DirectoryOrder', {
  description: 'The order of the directory. Ties are ordered by id.',
  values: {
    NEWEST: { value: 'newest', description: 'The latest submission comes first.' },
    VOTES: {
      value: 'votes',
      description: 'The most votes come first. From 100 votes on, votes count in steps of ten or more.',
    },
    SERVERS: { value: 'servers', description: 'The highest server count comes first.' },
    ACTIVE: { value: 'active', description: 'The latest report comes first, by the hour.' },
    RELEVANCE: {
      value: 'relevance',
      description: `The best match comes first, at most ${MAX_RANKED} listings. Without a search: \`VOTES\`.`,
    },
  } satisfies Record<string, { value: DirectoryOrder; description: string }>,
});

builder.queryField('bots', (t) =>
  t.connection(
    {
      type: Bot,
      description: 'The public directory of approved listings.',
      args: {
        search: t.arg.string({
          description:
            'Words of name and short description, or their beginnings. Or an application id. Finds misspelled names.',
        }),
        tag: t.arg.string({
          description: 'Only listings with this tag. An unknown tag has no listings.',
        }),
        order: t.arg({ type: DirectoryOrderRef, defaultValue: 'newest', description: 'The order.' }),
      },
      // The list of edges multiplies this by ten. A search costs the database the same for any page size.
      complexity: ({ search, first, last }) => ({
        field: search ? 50 : 1,
        multiplier: Math.min(first ?? last ?? 24, 100) / 10,
      }),
      resolve: async (_, { search, tag, order, ...args }, { services }) => {
        const filter = { search: search ?? undefined, tag: tag ?? undefined, order: order ?? 'newest' };
        const page = await resolveCursorConnection(
          { args, defaultSize: 24, maxSize: 100, toCursor: ({ cursor }: DirectoryEntry) => cursor },
          ({ before, after, limit, inverted }: ResolveCursorConnectionArgs) =>
            searchDirectory(services, filter, { limit, inverted, after, before }),
        );
        return {
          ...page,
          edges: page.edges.map((edge) => edge && { ...edge, node: edge.node.listing }),
        };
      },
    },
    { name: 'BotConnection', description: 'A page of the directory.' },
    { name: 'BotEdge', description: 'A bot and its cursor.' },
  ),
);
