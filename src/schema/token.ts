import { generateToken } from '../domain/identity/generate-token.ts';
import { USER_BUDGETS } from '../limits/budget.ts';
import { builder, byManager, ofBot } from './builder.ts';
import { managerErrors } from './errors.ts';
import { spendAsUser } from './spend.ts';

const GenerateTokenPayload = builder
  .objectRef<{ token: string; createdAt: Date }>('GenerateTokenPayload')
  .implement({
    description: 'A new API token. The previous token no longer works.',
    fields: (t) => ({
      token: t.exposeString('token', {
        description: 'The token. It is shown only now, because only its hash is stored.',
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
      return generateToken(context.services, botId);
    },
  }),
);
