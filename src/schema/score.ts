import { findScore, type Score, type ScoreFactorName } from '../domain/listing/score.ts';
import { Bot } from './bot.ts';
import { enumOf } from './builder.ts';
import { extend, orNull, record } from './record.ts';

const FactorNameRef = enumOf<ScoreFactorName>('ListingScoreFactorName', 'What makes a listing complete.', {
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
});

const FactorRef = record<Score['factors'][number]>('ListingScoreFactor')(
  'A part of the score of a listing.',
  {
    name: [FactorNameRef, 'What it asks for.'],
    points: ['Int', 'What it adds to the score when it is met.'],
    isMet: ['Boolean', 'Whether the listing has it now.'],
  },
);

const ScoreRef = record<Score>('ListingScore')(
  'How complete a listing is. Neither votes nor money change it. Searches put complete listings first among equals.',
  {
    total: ['Int', 'The points of all factors that are met, 0 to 100.'],
    factors: [[FactorRef], 'All factors.', ({ factors }) => factors],
  },
);

extend(Bot, {
  score: [
    orNull(ScoreRef),
    'How complete the listing is. Null when it was removed meanwhile.',
    ({ id }, { services }) => findScore(services, id),
  ],
});
