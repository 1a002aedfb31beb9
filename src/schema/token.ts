import { fingerprintOf } from '../domain/identity/fingerprint.ts';
import { type ApiToken, findToken, generateToken } from '../domain/identity/tokens.ts';
import { USER_BUDGETS } from '../limits/budget.ts';
import { Bot, forReaders } from './bot.ts';
import { extend, orNull, record } from './record.ts';
import { byManagers } from './shapes.ts';

const ApiTokenRef = record<ApiToken>('ApiToken')(
  'The API token of a listing, without the token itself: only its hash is stored.',
  {
    fingerprint:
      'The first 16 hexadecimal digits of its SHA-256: they tell whether a token that you know is this one.',
    createdAt: ['DateTime', 'The time of its creation.'],
    lastUsedAt: [
      orNull('DateTime'),
      'The time of its last use: of a report at once, of other calls within five minutes. Null before its first use.',
    ],
  },
);

extend(Bot, {
  apiToken: [
    orNull(ApiTokenRef),
    'The API token. Null before the first one is generated. For owners.',
    (bot, { services }) => findToken(services, bot.id),
    forReaders,
  ],
});

byManagers('generateToken', {
  type: record<{ token: string; createdAt: Date }>('GenerateTokenPayload')(
    'A new API token. The previous token no longer works.',
    {
      token: 'The token. It is shown only now, because only its hash is stored.',
      fingerprint: ['String', 'The same as `ApiToken.fingerprint`.', ({ token }) => fingerprintOf(token)],
      createdAt: ['DateTime', 'The time of its creation.'],
    },
  ),
  description: 'Creates the API token of the listing. The previous token stops working immediately.',
  budget: USER_BUDGETS.secure,
  act: ({ botId }, { services, viewer }) => generateToken(services, botId, viewer.userId),
});
