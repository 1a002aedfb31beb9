import { NotFoundError } from '../domain/kernel/errors.ts';
import { snowflakeTime } from '../domain/kernel/ids.ts';
import type { ListingCard } from '../domain/listing/card.ts';
import { type Listing, listByIds } from '../domain/listing/read.ts';
import { checkLinks, type LinkCheck } from '../domain/moderation/check-links.ts';
import {
  claimListing,
  findClaim,
  type ModerationClaim,
  releaseListing,
} from '../domain/moderation/claims.ts';
import { type Feature, listFeatures } from '../domain/moderation/feature.ts';
import {
  addNote,
  listLookAlikes,
  listNotes,
  listOwnerRecords,
  type ModerationNote,
  type OwnerRecord,
  type Setback,
} from '../domain/moderation/review.ts';
import { findVoteSignals } from '../domain/moderation/vote-signals.ts';
import { requireForeignListing } from '../domain/ownership/permissions.ts';
import { USER_BUDGETS } from '../limits/budget.ts';
import { Bot, ListingStateRef } from './bot.ts';
import { SIZES } from './bounds.ts';
import { builder, flag, ofBot, requiredText } from './builder.ts';
import type { Services } from './context.ts';
import { deciderErrors, reporterErrors } from './errors.ts';
import { orNull, record } from './record.ts';
import { byModerators } from './shapes.ts';
import { VoteSignalRef } from './voidings.ts';

const NAME_OF_MODERATOR = 'The name of the moderator. Null when the account is erased.';

export const ClaimRef = record<ModerationClaim>('ModerationClaim')(
  'A moderator works on a listing. The claim ends by itself.',
  {
    userId: ['ID', 'The id of the moderator.'],
    userName: [orNull('String'), NAME_OF_MODERATOR],
    claimedUntil: ['DateTime', 'When it ends.'],
  },
);

const NoteRef = record<ModerationNote>('ModerationNote')('A note about a listing, for moderators.', {
  id: ['ID', 'The id of the note.'],
  userId: ['ID', 'The id of the moderator who wrote it.'],
  userName: [orNull('String'), NAME_OF_MODERATOR],
  text: 'The text, without markup.',
  createdAt: ['DateTime', 'When it was written.'],
});

const SetbackRef = record<Setback>('Setback')('A rejection or suspension.', {
  botId: ['ID', "The bot's application id."],
  botName: 'The name of the listing.',
  state: [ListingStateRef, '`REJECTED` or `SUSPENDED`.'],
  reason: [orNull('String'), 'The reason that the owners read.'],
  movedAt: ['DateTime', 'The time of the decision.'],
});

const OwnerRecordRef = record<OwnerRecord>('OwnerRecord')(
  'What a moderator should know of a user who manages a listing.',
  {
    userId: ['ID', 'The id on the chat platform.'],
    name: 'The name on the chat platform.',
    isCoOwner: ['Boolean', 'Whether the user is a co-owner.'],
    accountCreatedAt: [
      'DateTime',
      'When the account was created on the chat platform.',
      ({ userId }) => snowflakeTime(userId),
    ],
    listingCount: ['Int', 'The number of listings that the user manages, up to 100.', 'listings'],
    publicListingCount: ['Int', 'How many of them are public.', 'publicListings'],
    setbacks: [
      [SetbackRef],
      'The last ten rejections and suspensions of all listings of the user, newest first.',
    ],
  },
);

const FeatureReasonRef = record<{ readonly language: string; readonly text: string }>('FeatureReason')(
  'Why a listing is worth a look, in one language.',
  {
    language: 'Its language, as ISO 639-1 code.',
    text: 'The sentence.',
  },
);

const FeatureRef = record<Feature>('Feature')('A period in which the first page shows a listing.', {
  userId: ['ID', 'The id of the moderator who chose it.'],
  userName: [orNull('String'), NAME_OF_MODERATOR],
  createdAt: ['DateTime', 'Its start.'],
  featuredUntil: ['DateTime', 'When it ends by itself.'],
  place: ['Int', 'The first page shows smaller places first.'],
  reasons: [
    [FeatureReasonRef],
    'Why it is worth a look, as the first page says to readers of each language.',
    ({ reasons }) => Object.entries(reasons).map(([language, text]) => ({ language, text })),
  ],
  endedAt: [orNull('DateTime'), 'When a moderator ended it before its time.'],
  isCurrent: ['Boolean', 'Whether the first page shows the listing now.'],
});

const ListingReview = record<ListingCard>('ListingReview')('What a moderator needs beside the listing.', {
  applicationCreatedAt: [
    'DateTime',
    'When the application was created on the chat platform.',
    ({ id }) => snowflakeTime(id),
  ],
  lookAlikes: [
    [Bot],
    'Other listings whose names look like this one, the most popular first. At most ten, in every state but `REMOVED`.',
    ({ id }, { services }) => listLookAlikes(services, id),
  ],
  owners: [
    [OwnerRecordRef],
    'The owner and the co-owners with their records, the owner first.',
    ({ id }, { services }) => listOwnerRecords(services, id),
    { complexity: 5 },
  ],
  claim: [
    orNull(ClaimRef),
    'The moderator who works on it. Null for nobody.',
    ({ id }, { services }) => findClaim(services, id),
  ],
  notes: [
    [NoteRef],
    'The notes of moderators, newest first. At most a hundred.',
    ({ id }, { services }) => listNotes(services, id),
  ],
  voteSignals: [
    [VoteSignalRef],
    'What stands out about the votes of the last seven days. Nothing follows from it by itself.',
    ({ id }, { services }) => findVoteSignals(services, id),
    { complexity: 50 },
  ],
  features: [
    [FeatureRef],
    'The periods in which it was featured, newest first. At most 20.',
    ({ id }, { services }) => listFeatures(services, id),
  ],
});

builder.objectField(Bot, 'review', (t) =>
  t.withAuth({ moderator: true }).field({
    type: ListingReview,
    nullable: true,
    description: 'What moderators know of the listing. For moderators, except on their own listing.',
    resolve: async (bot, _, { services, viewer }) => {
      await requireForeignListing(services, viewer.userId, bot.id);
      return bot;
    },
  }),
);

/** Finds a listing after a change, also a removed one. */
async function present(services: Services, botId: string): Promise<Listing> {
  const listing = (await listByIds(services, [botId])).get(botId);
  if (!listing) throw new NotFoundError();
  return listing;
}

byModerators('claimListing', {
  type: Bot,
  description:
    'Tells other moderators for 15 minutes that the viewer works on a listing, or for 15 minutes more. Others then ' +
    'cannot decide on it.',
  args: () => ({
    ...ofBot,
    takesOver: flag("Whether to take over another moderator's claim."),
  }),
  errors: deciderErrors,
  act: async ({ botId, takesOver }, { services, viewer }) => {
    await claimListing(services, viewer.userId, botId, takesOver ?? false);
    return present(services, botId);
  },
});

byModerators('releaseListing', {
  type: Bot,
  description: "Ends the viewer's claim of a listing. Without one, nothing changes.",
  args: () => ofBot,
  act: async ({ botId }, { services, viewer }) => {
    const listing = await present(services, botId);
    await releaseListing(services, viewer.userId, botId);
    return listing;
  },
});

byModerators('addModerationNote', {
  type: Bot,
  description: 'Adds a note about a listing that only moderators read. A listing has at most a hundred.',
  args: () => ({
    ...ofBot,
    text: requiredText(SIZES.text, '1 to 2000 characters.'),
  }),
  act: async ({ botId, text }, { services, viewer }) => {
    await addNote(services, viewer.userId, botId, text);
    return present(services, botId);
  },
});

const LinkCheckRef = record<LinkCheck>('LinkCheck')(
  'Where a link of a listing leads. It has a status, or a reason why there is none.',
  {
    field: 'The name of the field, such as `websiteUrl`.',
    url: 'The link of the listing.',
    finalUrl:
      'The last address after all redirects, cut after 500 characters. With `blocked`, nothing was sent to it.',
    redirectCount: ['Int', 'The number of redirects that were followed.', 'redirects'],
    status: [orNull('Int'), 'The HTTP status of the last response.'],
    failure: [
      orNull('String'),
      'A stable word for the reason why there is no status, such as `timeout` or `blocked`.',
    ],
  },
);

byModerators('checkLinks', {
  type: record<{ checks: readonly LinkCheck[] }>('CheckLinksPayload')('The links are checked.', {
    checks: [[LinkCheckRef], 'A result for each link that the owner has written.'],
  }),
  // It sends requests to other servers and waits for the responses.
  complexity: 100,
  description:
    'Follows the links of a listing to their ends, at most five redirects each. Only public https addresses get a ' +
    'request. It takes up to eight seconds. 10 per minute per moderator.',
  args: () => ofBot,
  budget: USER_BUDGETS.checkLinks,
  errors: reporterErrors,
  act: async ({ botId }, { services, viewer }) => ({
    checks: await checkLinks(services, viewer.userId, botId),
  }),
});
