import { findScore, SCORE_FACTORS, type Score, type ScoreFactorName } from '../domain/listing/score.ts';
import { Bot } from './bot.ts';
import { builder } from './builder.ts';

/** What each factor asks for. */
const DESCRIPTIONS: Readonly<Record<ScoreFactorName, string>> = {
  picture: 'It has a picture.',
  banner: 'It has a banner.',
  shortDescription: 'The short description has 40 characters or more.',
  longDescription: 'The long description has 400 bytes or more.',
  commands: 'Three commands or more are published.',
  languages: 'It names the languages that it speaks.',
  support: 'It links a support server.',
  privacy: 'It links a privacy policy.',
  permissions: 'Its invite does not ask for `ADMINISTRATOR`.',
  reports: 'It reported its server count in the last day.',
};

const nameOf = (name: ScoreFactorName) => name.replace(/[A-Z]/g, '_$&').toUpperCase();

const FactorNameRef = builder.enumType('ListingScoreFactorName', {
  description: 'What makes a listing complete.',
  values: Object.fromEntries(
    SCORE_FACTORS.map((name) => [nameOf(name), { value: name, description: DESCRIPTIONS[name] }]),
  ) as Record<string, { value: ScoreFactorName; description: string }>,
});

const FactorRef = builder.objectRef<Score['factors'][number]>('ListingScoreFactor').implement({
  description: 'A part of the score of a listing.',
  fields: (t) => ({
    name: t.expose('name', { type: FactorNameRef, description: 'What it asks for.' }),
    points: t.exposeInt('points', { description: 'What it adds to the score when it is met.' }),
    isMet: t.exposeBoolean('isMet', { description: 'Whether the listing has it now.' }),
  }),
});

const ScoreRef = builder.objectRef<Score>('ListingScore').implement({
  description:
    'How complete a listing is. Neither votes nor money change it. Searches put complete listings first among equals.',
  fields: (t) => ({
    total: t.exposeInt('total', { description: 'The points of all factors that are met, 0 to 100.' }),
    factors: t.field({ type: [FactorRef], description: 'All factors.', resolve: ({ factors }) => factors }),
  }),
});

builder.objectField(Bot, 'score', (t) =>
  t.field({
    type: ScoreRef,
    nullable: true,
    description: 'How complete the listing is. Null when it was removed meanwhile.',
    resolve: ({ id }, _, { services }) => findScore(services, id),
  }),
);
