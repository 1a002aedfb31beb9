import { generateToken } from '../domain/identity/generate-token.ts';
import { USER_BUDGETS } from '../limits/budget.ts';
import { builder, byManager, ofBot } from './builder.ts';
import { managerErrors } from './errors.ts';
import { spendAsUser } from './spend.ts';

const GenerateTokenPayload = builder
  .objectRef<{ token: string; createdAt: Date }>('GenerateTokenPayload')
  .implement({
    description: 'A new API token. The one before has stopped working.',
    fields: (t) => ({
      token: t.exposeString('token', { description: 'Shown this one time; only its hash is stored.' }),
      createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was made.' }),
    }),
  });

builder.mutationField('generateToken', (t) =>
  t.withAuth(byManager).field({
    type: GenerateTokenPayload,
    description: "Makes the listing's API token; the one before stops at once.",
    args: ofBot,
    errors: managerErrors,
    resolve: async (_, { botId }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.secure);
      return generateToken(context.services, botId);
    },
  }),
);
