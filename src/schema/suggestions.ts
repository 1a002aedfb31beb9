import { listSimilar } from '../domain/directory/similar.ts';
import { type Suggestions, suggest } from '../domain/directory/suggest.ts';
import { readWhole } from '../domain/listing/read.ts';
import { Bot } from './bot.ts';
import { SIZES } from './bounds.ts';
import { builder, optionalText, requiredText } from './builder.ts';
import { OfferedSearchRef } from './directory.ts';
import { readFirst } from './page.ts';
import { record } from './record.ts';
import { TagRef } from './tag.ts';
import { User } from './user.ts';

const SuggestionsRef = record<Suggestions>('SearchSuggestions')(
  'What somebody may mean who is typing a search.',
  {
    tags: [[TagRef], 'Up to two tags.', ({ tags }) => tags],
    offeredSearches: [
      [OfferedSearchRef],
      'Searches with filters in the place of words, as `bots` offers them.',
      ({ offers }) => [...offers],
    ],
    makers: [
      [User],
      'Up to three users whose name begins so, as `bots` has them.',
      ({ makers }) => [...makers],
    ],
    bots: [
      [Bot],
      'Up to five bots, as `bots` would have them first by `RELEVANCE`. For the beginning of a word that few bots have, ' +
        'those of the first tag with the most votes.',
      'listings',
    ],
  },
);

builder.queryField('searchSuggestions', (t) =>
  t.field({
    type: SuggestionsRef,
    description: 'Suggests tags and bots for the beginning of a search. The result may be half a minute old.',
    args: {
      text: requiredText(SIZES.search, 'The search so far, at most 100 characters.'),
      language: optionalText(
        SIZES.code,
        "The ISO 639-1 code of the reader's language: one of `Query.languages`.",
      ),
    },
    complexity: 50,
    resolve: (_, { text, language }, { services }) => suggest(services, text, language ?? undefined),
  }),
);

const MAX_SIMILAR = 12;

builder.objectField(Bot, 'similarBots', (t) =>
  t.field({
    type: [Bot],
    description:
      'Public bots of other owners that share rare tags, words and languages with it, the most similar first.',
    args: { first: t.arg.int({ defaultValue: 6, description: `1 to ${MAX_SIMILAR}.` }) },
    complexity: ({ first }) => ({ field: 50, multiplier: Math.min(first ?? 6, MAX_SIMILAR) }),
    resolve: async (bot, { first }, { services }) => {
      const limit = readFirst(first, 6, MAX_SIMILAR);
      return listSimilar(services, await readWhole(services, bot), limit);
    },
  }),
);
