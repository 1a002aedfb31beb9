import { fingerprintOf } from '../domain/identity/fingerprint.ts';
import { type ApiToken, findToken, generateToken } from '../domain/identity/tokens.ts';
import { USER_BUDGETS } from '../limits/budget.ts';
import { Bot } from './bot.ts';
import { builder, byManager, ofBot } from './builder.ts';
import { managerErrors } from './errors.ts';
import { spendAsUser } from './spend.ts';

const ApiTokenRef = builder.objectRef<ApiToken>('ApiToken').implement({
  description: 'The API token of a listing, without the token itself: only its hash is stored.',
  fields: (t) => ({
    fingerprint: t.exposeString('fingerprint', {
      description:
        'The first 16 hexadecimal digits of its SHA-256: they tell whether a token that you know is this one.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'The time of its creation.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'The time of its last use: of a report at once, of other calls within five minutes. Null before its first use.',
    }),
  }),
});

builder.objectField(Bot, 'apiToken', (t) =>
  t.field({
    type: ApiTokenRef,
    nullable: true,
    description: 'The API token. Null before the first one is generated. For owners.',
    authScopes: (bot) => ({ readerOf: bot.id }),
    resolve: (bot, _, { services }) => findToken(services, bot.id),
  }),
);

const GenerateTokenPayload = builder
  .objectRef<{ token: string; createdAt: Date }>('GenerateTokenPayload')
  .implement({
    description: 'A new API token. The previous token no longer works.',
    fields: (t) => ({
      token: t.exposeString('token', {
        description: 'The token. It is shown only now, because only its hash is stored.',
      }),
      fingerprint: t.string({
        description: 'The same as `ApiToken.fingerprint`.',
        resolve: ({ token }) => fingerprintOf(token),
      }),
      createdAt: t.expose('createdAt', { type: 'DateTime', description: 'The time of its creation.' }),
    }),
  });

builder.mutationField('generateToken', (t) =>
  t.withAuth(byManager).field({
    type: GenerateTokenPayload,
    description: 'Creates the API token of the listing. The previous token stops working immediately.',
    args: ofBot,
    errors: managerErrors,
    resolve: async (_, { botId }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.secure);
      return generateToken(context.services, botId, context.viewer.userId);
    },
  }),
);
