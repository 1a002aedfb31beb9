import {
  BlockedError,
  InvalidInputError,
  RateLimitedError,
  UnauthenticatedError,
} from '../domain/kernel/errors.ts';
import { isLengthWithin } from '../domain/kernel/text.ts';
import { editListing } from '../domain/listing/edit.ts';
import {
  fillInListing,
  leavesOutPlatformFields,
  refreshApplication,
} from '../domain/listing/follow-platform.ts';
import { BOT_LANGUAGES } from '../domain/listing/languages.ts';
import { renderMarkdown } from '../domain/listing/markdown.ts';
import { readSubmission, submitListing } from '../domain/listing/submit.ts';
import { resubmitListing } from '../domain/moderation/decide.ts';
import { removeListing } from '../domain/moderation/removal.ts';
import { settleSoon } from '../domain/moderation/reports-of-moves.ts';
import { type Application, PATIENCE_MS, previewApplication } from '../domain/platform/look-up.ts';
import { USER_BUDGETS } from '../limits/budget.ts';
import {
  byName,
  DEFAULTS,
  fieldNamed,
  type Kind,
  LISTING_FIELDS,
  MAX_LINK_LENGTH,
  PLAIN_FIELDS,
} from '../terms/listing-fields.ts';
import { Bot, whole } from './bot.ts';
import { SIZES } from './bounds.ts';
import { builder, ofBot, optionalText, requiredText } from './builder.ts';
import { editorErrors, moverErrors, submitterErrors } from './errors.ts';
import { record } from './record.ts';
import { byManagers, byOwners, byUsers } from './shapes.ts';
import { spendAsUser } from './spend.ts';

/** The type of a kind in GraphQL, from that of its default. */
function typeOf(kind: Kind): 'String' | 'Boolean' | ['String'] {
  const value = DEFAULTS[kind];
  if (Array.isArray(value)) return ['String'];
  return typeof value === 'boolean' ? 'Boolean' : 'String';
}

const INPUT_OF_LINK = `An https URL, at most ${MAX_LINK_LENGTH} characters. None by default.`;

export const ListingInput = builder.inputType('ListingInput', {
  description: 'The fields of a listing. Each problem is reported at its field.',
  fields: (t) =>
    byName(LISTING_FIELDS, (field) =>
      t.field({
        type: typeOf(field.kind),
        // Not less than the body: the form shows each problem at its field.
        max: SIZES.body,
        maxItems: SIZES.few,
        description: field.kind === 'link' ? INPUT_OF_LINK : field.input,
      }),
    ),
});

/** `texts.ts` has those with translations. */
const UNTRANSLATED = PLAIN_FIELDS.filter(
  ({ name }) => name !== 'name' && name !== 'shortDescription' && name !== 'longDescription',
);

builder.objectFields(Bot, (t) =>
  byName(UNTRANSLATED, ({ name, kind, description }) =>
    t.field({
      type: typeOf(kind),
      nullable: DEFAULTS[kind] === null,
      description,
      // Kind and value come from the same row.
      resolve: (card, _, context) =>
        (name in card ? Reflect.get(card, name) : whole((listing) => listing[name])(card, context)) as never,
    }),
  ),
);

builder.queryField('languages', (t) =>
  t.stringList({
    description: 'The languages that a listing can name, as ISO 639-1 codes.',
    resolve: () => [...BOT_LANGUAGES],
  }),
);

const { max: MAX_MARKDOWN_LENGTH } = fieldNamed('longDescription');

builder.queryField('markdownPreview', (t) =>
  t.withAuth({ signedIn: true }).string({
    description:
      'Renders Markdown as on the page of a listing: HTML that is safe in any page. 60 per minute per user.',
    args: {
      text: requiredText(SIZES.markdown, 'At most 20 000 characters.'),
    },
    complexity: 5,
    resolve: async (_, { text }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.preview);
      if (!isLengthWithin(text, 0, MAX_MARKDOWN_LENGTH)) {
        throw new InvalidInputError('markdown.tooLong', { max: MAX_MARKDOWN_LENGTH });
      }
      return renderMarkdown(text);
    },
  }),
);

byUsers('submitListing', {
  description:
    'Submits a bot for review. Name and short description can come from the chat platform. 10 in 24 hours per user.',
  args: (t) => ({
    ...ofBot,
    listing: t.field({ type: ListingInput, required: true, description: 'Its fields.' }),
  }),
  budget: null,
  errors: submitterErrors,
  act: async ({ botId, listing }, context, info) => {
    const { services, viewer } = context;
    // The platform is optional, so all requests to it share one time limit.
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const asksPlatform = services.platform !== undefined && leavesOutPlatformFields(listing);
    if (asksPlatform) await spendAsUser(context, info, USER_BUDGETS.lookUp);
    const input = asksPlatform ? await fillInListing(services, botId, listing, signal) : listing;
    // Validation comes before the rate limit, so that a mistake in the form costs nothing.
    const submission = readSubmission(services, botId, input);
    await spendAsUser(context, info, USER_BUDGETS.submit);
    await submitListing(services, { ...submission, userId: viewer.userId });
    await refreshApplication(services, botId, signal);
  },
});

byManagers('editListing', {
  description:
    'Edits a listing. Missing fields stay as they are. Null clears a field or restores its default.',
  args: (t) => ({
    revision: t.int({
      required: true,
      description: 'The revision that the edit is based on. If there is a newer one, nothing changes.',
    }),
    listing: t.field({ type: ListingInput, required: true, description: 'The fields to change.' }),
  }),
  errors: editorErrors,
  act: ({ botId, revision, listing }, { services, viewer }) =>
    editListing(services, { botId, userId: viewer.userId, revision, fields: listing }),
});

byManagers('resubmitListing', {
  description:
    'Submits a rejected listing for another review. It must have changed, or a note says what has.',
  args: () => ({
    note: optionalText(
      SIZES.text,
      '10 to 500 characters for moderators: what has changed outside the listing. It is kept in the history.',
    ),
  }),
  errors: { types: [...moverErrors.types, BlockedError, InvalidInputError] },
  act: ({ botId, note }, { services, viewer }) => resubmitListing(services, botId, viewer.userId, note),
});

byOwners('removeListing', {
  type: record<{ botId: string }>('RemoveListingPayload')(
    'The listing is removed. Its token no longer works. Its webhook and screenshots are deleted.',
    {
      botId: ['ID', "The bot's application id."],
    },
  ),
  description:
    'Removes a listing for good. The bot can be submitted again. For the owner, not for co-owners.',
  errors: moverErrors,
  act: async ({ botId }, { services, viewer }) => {
    await removeListing(services, botId, viewer.userId);
    await settleSoon(services, [botId]);
    return { botId };
  },
});

const ApplicationPreview = record<Application>('ApplicationPreview')(
  'The public data of an application on the chat platform.',
  {
    name: 'Its name.',
    description: 'Its description. It may be empty.',
    hasIcon: ['Boolean', 'Whether it has an icon.', (application) => application.icon !== null],
  },
);

builder.queryField('applicationPreview', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: ApplicationPreview,
    nullable: true,
    // It sends a request to the platform and may wait for the response.
    complexity: 100,
    description:
      'Looks up an application for the form of a new listing. Null when the platform does not know the application, ' +
      'does not respond in time, or look-ups are off. 20 per minute per user.',
    args: ofBot,
    errors: { types: [UnauthenticatedError, RateLimitedError] },
    resolve: async (_, { botId }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.lookUp);
      return (await previewApplication(context.services, botId)) ?? null;
    },
  }),
);
