import { InvalidInputError, NotFoundError } from '../domain/kernel/errors.ts';
import type { WithDatabase } from '../domain/kernel/needs.ts';
import { isLengthWithin } from '../domain/kernel/text-length.ts';
import { editListing } from '../domain/listing/edit.ts';
import { fillInListing, leavesOutPlatformFields } from '../domain/listing/fill-in.ts';
import { renderMarkdown } from '../domain/listing/markdown.ts';
import { findListing } from '../domain/listing/read.ts';
import { refreshApplication } from '../domain/listing/refresh.ts';
import { readSubmission, submitListing } from '../domain/listing/submit.ts';
import { removeListing, resubmitListing } from '../domain/moderation/owner-moves.ts';
import { PATIENCE_MS } from '../domain/platform/preview.ts';
import { USER_BUDGETS } from '../limits/budget.ts';
import { Bot } from './bot.ts';
import { builder, byManager, byOwner, ofBot } from './builder.ts';
import { editorErrors, moverErrors, submitterErrors } from './errors.ts';
import { spendAsUser } from './spend.ts';

const ListingInput = builder.inputType('ListingInput', {
  description: 'What the owner of a listing writes. Each problem is told at its field.',
  fields: (t) => ({
    name: t.string({
      description: '1 to 100 characters. One that differs from the present one ends `followsPlatform`.',
    }),
    shortDescription: t.string({ description: 'One line of 30 to 150 characters.' }),
    longDescription: t.string({ description: 'Markdown, at most 20 000 characters; none by default.' }),
    tags: t.stringList({ description: 'Slugs of 1 to 5 tags.' }),
    inviteScopes: t.stringList({
      description: '`bot`, `applications.commands` or both, which is the default.',
    }),
    invitePermissions: t.string({
      description: "A decimal number whose bits are the platform's permissions; 0 by default.",
    }),
    prefix: t.string({ description: '1 to 10 characters; none by default.' }),
    websiteUrl: t.string({ description: 'https, at most 300 characters; none by default.' }),
    supportUrl: t.string({ description: 'https, at most 300 characters; none by default.' }),
    sourceUrl: t.string({ description: 'https, at most 300 characters; none by default.' }),
    privacyUrl: t.string({ description: 'https, at most 300 characters; none by default.' }),
    followsPlatform: t.boolean({
      description:
        'Whether name and picture are to be those of the application on the chat platform. By default a new listing that leaves its name out does.',
    }),
  }),
});

const MAX_MARKDOWN_LENGTH = 20_000;

builder.queryField('markdownPreview', (t) =>
  t.withAuth({ signedIn: true }).string({
    description:
      'What a text in Markdown will look like on the page of a listing: HTML that is safe in any page. 60 a minute per user.',
    args: { text: t.arg.string({ required: true, description: 'At most 20 000 characters.' }) },
    complexity: 5,
    resolve: async (_, { text }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.preview);
      if (!isLengthWithin(text, 0, MAX_MARKDOWN_LENGTH)) {
        throw new InvalidInputError(`The text must be at most ${MAX_MARKDOWN_LENGTH} characters long.`);
      }
      return renderMarkdown(text);
    },
  }),
);

builder.mutationField('submitListing', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: Bot,
    description:
      'Submits a bot, which waits for a moderator then; the viewer owns it. Name and short description may be left out where the chat platform tells them. 10 in 24 hours per user.',
    args: {
      ...ofBot,
      listing: t.arg({ type: ListingInput, required: true, description: 'Its fields.' }),
    },
    errors: submitterErrors,
    resolve: async (_, { botId, listing }, context, info) => {
      const { services } = context;
      // The platform is only a help: all that is asked of it takes no longer than this.
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const asksPlatform = services.platform !== undefined && leavesOutPlatformFields(listing);
      if (asksPlatform) await spendAsUser(context, info, USER_BUDGETS.lookUp);
      const input = asksPlatform ? await fillInListing(services, botId, listing, signal) : listing;
      // Before the budget is drawn on, so that a mistake in a form costs nothing.
      const submission = readSubmission(services, botId, input);
      const { userId } = context.viewer;
      await spendAsUser(context, info, USER_BUDGETS.submit);
      await submitListing(services, { ...submission, userId });
      await refreshApplication(services, botId, signal);
      return present(services, botId);
    },
  }),
);

builder.mutationField('editListing', (t) =>
  t.withAuth(byManager).field({
    type: Bot,
    description:
      'Edits a listing, which stays in its state. What is left out stays as it is; null empties it, or restores its default.',
    args: {
      ...ofBot,
      revision: t.arg.int({
        required: true,
        description: 'The revision that the edit is based on: if there is a later one, nothing is changed.',
      }),
      listing: t.arg({ type: ListingInput, required: true, description: 'The fields to change.' }),
    },
    errors: editorErrors,
    resolve: async (_, { botId, revision, listing }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.change);
      await editListing(context.services, { botId, revision, fields: listing });
      return present(context.services, botId);
    },
  }),
);

builder.mutationField('resubmitListing', (t) =>
  t.withAuth(byManager).field({
    type: Bot,
    description: 'Submits a rejected listing again, as it is now.',
    args: ofBot,
    errors: moverErrors,
    resolve: async (_, { botId }, context, info) => {
      const { userId } = context.viewer;
      await spendAsUser(context, info, USER_BUDGETS.change);
      await resubmitListing(context.services, botId, userId);
      return present(context.services, botId);
    },
  }),
);

const RemoveListingPayload = builder.objectRef<{ botId: string }>('RemoveListingPayload').implement({
  description: 'The listing is removed, and its token has stopped working.',
  fields: (t) => ({
    botId: t.exposeID('botId', { description: "The bot's application id." }),
  }),
});

builder.mutationField('removeListing', (t) =>
  t.withAuth(byOwner).field({
    type: RemoveListingPayload,
    description: 'Removes a listing for good. For the owner alone; the bot can be submitted again.',
    args: ofBot,
    errors: moverErrors,
    resolve: async (_, { botId }, context, info) => {
      const { userId } = context.viewer;
      await spendAsUser(context, info, USER_BUDGETS.change);
      await removeListing(context.services, botId, userId);
      return { botId };
    },
  }),
);

/** @throws {NotFoundError} when somebody has removed it meanwhile */
async function present(services: WithDatabase, botId: string) {
  const listing = await findListing(services, botId);
  if (!listing) throw new NotFoundError();
  return listing;
}
