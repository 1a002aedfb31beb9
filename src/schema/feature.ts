import {
  featureListing,
  findFeatureReason,
  listFeatured,
  MAX_FEATURED,
  unfeatureListing,
} from '../domain/moderation/feature.ts';
import { Bot } from './bot.ts';
import { SIZES } from './bounds.ts';
import { builder, ofBot } from './builder.ts';
import { readFirst } from './page.ts';
import { byModerators } from './shapes.ts';
import { CODE } from './texts.ts';

builder.queryField('featuredBots', (t) =>
  t.field({
    type: [Bot],
    description: 'Listings that moderators chose for the first page, by place. Each one has an end.',
    args: { first: t.arg.int({ defaultValue: 6, description: `1 to ${MAX_FEATURED}.` }) },
    complexity: ({ first }) => ({ field: 1, multiplier: first ?? 6 }),
    resolve: (_, { first }, { services }) => listFeatured(services, readFirst(first, 6, MAX_FEATURED)),
  }),
);

builder.objectField(Bot, 'featureReason', (t) =>
  t.string({
    nullable: true,
    description:
      'Why moderators chose it for the first page, in their words. Null when it is not there now, or when they wrote ' +
      'nothing in this language.',
    args: { language: t.arg.string(CODE) },
    resolve: ({ id }, { language }, { services }) => findFeatureReason(services, { botId: id, language }),
  }),
);

const FeatureReasonInput = builder.inputType('FeatureReasonInput', {
  description: 'Why a listing is worth a look, in one language.',
  fields: (t) => ({
    language: t.string(CODE),
    text: t.string({
      required: true,
      max: SIZES.line,
      description: 'A sentence for everybody on the first page. 3 to 120 characters.',
    }),
  }),
});

byModerators('featureListing', {
  description:
    'Shows a public listing on the first page until a time. It ends by itself, or when the listing stops being public.',
  args: (t) => ({
    ...ofBot,
    until: t.field({ type: 'DateTime', required: true, description: 'At most 60 days from now.' }),
    place: t.int({
      required: true,
      description: `1 to ${MAX_FEATURED}. Smaller places come first.`,
    }),
    reasons: t.field({
      type: [FeatureReasonInput],
      maxItems: SIZES.few,
      description: 'Why it is worth a look, for readers of each of these languages. Others read nothing.',
    }),
  }),
  act: async ({ botId, until, place, ...given }, { services, viewer }) => {
    const reasons = Object.fromEntries(given.reasons?.map(({ language, text }) => [language, text]) ?? []);
    await featureListing(services, viewer.userId, botId, { until, place, reasons });
  },
});

byModerators('unfeatureListing', {
  description: 'Takes a featured listing off the first page.',
  args: () => ofBot,
  act: ({ botId }, { services, viewer }) => unfeatureListing(services, viewer.userId, botId),
});
