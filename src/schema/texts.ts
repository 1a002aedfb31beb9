import type { ListingCard } from '../domain/listing/card.ts';
import { renderListingText } from '../domain/listing/markdown.ts';
import { type Listing, readWhole } from '../domain/listing/read.ts';
import {
  listTranslations,
  longTextIn,
  removeTranslation,
  setTranslation,
  type Translation,
  textIn,
} from '../domain/listing/texts.ts';
import { isManager } from '../domain/ownership/permissions.ts';
import { fieldNamed, MAX_TRANSLATIONS } from '../terms/listing-fields.ts';
import { Bot } from './bot.ts';
import { SIZES } from './bounds.ts';
import { builder, optionalText } from './builder.ts';
import type { Services } from './context.ts';
import { editorErrors } from './errors.ts';
import { extend, orNull, record } from './record.ts';
import { byManagers, byManagersOrModerators } from './shapes.ts';

const inLanguage = {
  language: optionalText(
    SIZES.code,
    "An ISO 639-1 code. Without a translation into it, the result is the listing's own text.",
  ),
};

/** An argument or a field with the code of a language. */
export const CODE = {
  required: true,
  max: SIZES.code,
  description: 'One of the codes in `Query.languages`.',
} as const;

/** Reads the long description, for which a card of a list needs the whole listing. */
const longText = async (
  services: Services,
  card: ListingCard | Listing,
  language: string | null | undefined,
) => longTextIn(services, await readWhole(services, card), language ?? undefined);

/** Fields of a listing that have translations. */
builder.objectFields(Bot, (t) => ({
  name: t.string({
    description: fieldNamed('name').description,
    args: inLanguage,
    resolve: (card, { language }) => textIn(card, 'name', language ?? undefined).text,
  }),
  shortDescription: t.string({
    description: fieldNamed('shortDescription').description,
    args: inLanguage,
    resolve: (card, { language }) => textIn(card, 'shortDescription', language ?? undefined).text,
  }),
  longDescription: t.string({
    description: fieldNamed('longDescription').description,
    args: inLanguage,
    resolve: async (card, { language }, { services }) => (await longText(services, card, language)).text,
  }),
  longDescriptionHtml: t.string({
    description: 'The text of its page as HTML that is safe in any page. Headings begin at the second level.',
    args: inLanguage,
    complexity: 5,
    resolve: async (card, { language }, { services }) => {
      const listing = await readWhole(services, card);
      const { text } = await longTextIn(services, listing, language ?? undefined);
      const images = services.listingImages ? listing.textImages : [];
      return renderListingText(text, { botId: card.id, images });
    },
  }),
}));

interface Asked {
  readonly card: ListingCard | Listing;
  readonly language: string;
}

const unlessUnknown = 'Null when it is the own text of the listing, and its owner has not said its language.';

const TextLanguages = record<Asked>('TextLanguages')(
  'The languages that the texts of a listing really have, as ISO 639-1 codes.',
  {
    name: [
      orNull('String'),
      `That of \`name\`. ${unlessUnknown}`,
      ({ card, language }) => textIn(card, 'name', language).language,
    ],
    shortDescription: [
      orNull('String'),
      `That of \`shortDescription\`. ${unlessUnknown}`,
      ({ card, language }) => textIn(card, 'shortDescription', language).language,
    ],
    longDescription: [
      orNull('String'),
      `That of \`longDescription\`. ${unlessUnknown}`,
      async ({ card, language }, { services }) => (await longText(services, card, language)).language,
    ],
  },
);

const TranslationRef = record<Translation>('BotTranslation')(
  'The texts of a listing in another language than its own.',
  {
    language: 'Its language, as ISO 639-1 code.',
    completeness: [
      'Int',
      'How many of the three texts it has, 1 to 3.',
      ({ name, shortDescription, longDescription }) =>
        [name, shortDescription, longDescription].filter((text) => text !== null).length,
    ],
    name: [orNull('String'), 'The name. Null without a translation.'],
    shortDescription: [orNull('String'), 'The short description. Null without a translation.'],
    longDescription: [orNull('String'), 'The long description in Markdown. Null without a translation.'],
    updatedAt: ['DateTime', 'When it was last edited.'],
  },
);

extend(Bot, {
  translations: [
    [TranslationRef],
    'Its translations, by language.',
    ({ id }, { services }) => listTranslations(services, id),
    { complexity: { field: 2, multiplier: MAX_TRANSLATIONS } },
  ],
});

builder.objectFields(Bot, (t) => ({
  textLanguages: t.field({
    type: TextLanguages,
    description: 'The languages that the texts have when a client asks for this one.',
    args: { language: t.arg.string(CODE) },
    resolve: (card, { language }) => ({ card, language }),
  }),
}));

const TranslationInput = builder.inputType('BotTranslationInput', {
  description:
    "The texts of a listing in one language, with the limits of the listing's own. What is missing, null or empty " +
    "has no translation: readers get the listing's own text.",
  fields: (t) => ({
    name: t.string({ max: SIZES.text, description: '1 to 100 characters.' }),
    shortDescription: t.string({ max: SIZES.text, description: fieldNamed('shortDescription').input }),
    longDescription: t.string({ max: SIZES.markdown, description: 'Markdown, at most 20 000 characters.' }),
  }),
});

byManagers('setBotTranslation', {
  description:
    'Writes the texts of a listing in one language, in place of those that it had. At most ten languages. Those of a ' +
    'public listing may wait for a moderator, as an edit of the part `TRANSLATION`. Refused with `ConflictError` ' +
    'when they have changed since `updatedAt`.',
  args: (t) => ({
    language: t.string(CODE),
    texts: t.field({ type: TranslationInput, required: true, description: 'The texts.' }),
    updatedAt: t.field({
      type: 'DateTime',
      description:
        'The `updatedAt` of the translation that the user has read, or the `editedAt` of one that waits. Null when ' +
        'there was none.',
    }),
  }),
  errors: editorErrors,
  act: ({ botId, language, texts, updatedAt }, { services, viewer }) =>
    setTranslation(services, { botId, userId: viewer.userId }, language, texts, updatedAt ?? null),
});

byManagersOrModerators('removeBotTranslation', {
  description: 'Removes the texts of a listing in one language. Moderators may, too.',
  args: (t) => ({ language: t.string(CODE) }),
  act: async ({ botId, language }, { services, viewer }) => {
    const byManager = await isManager(services, viewer.userId, botId);
    await removeTranslation(services, { botId, ...(byManager && { userId: viewer.userId }) }, language);
  },
});
