import { RateLimitedError, UnauthenticatedError } from '../domain/kernel/errors.ts';
import type { Application } from '../domain/platform/look-up.ts';
import { previewApplication } from '../domain/platform/preview.ts';
import { USER_BUDGETS } from '../limits/budget.ts';
import { builder, ofBot } from './builder.ts';
import { spendAsUser } from './spend.ts';

const ApplicationPreview = builder.objectRef<Application>('ApplicationPreview').implement({
  description: 'What the chat platform tells everybody about an application.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name.' }),
    description: t.exposeString('description', { description: 'Its description; may be empty.' }),
    hasIcon: t.boolean({
      description: 'Whether it has an icon.',
      resolve: (application) => application.icon !== null,
    }),
  }),
});

builder.queryField('applicationPreview', (t) =>
  t.withAuth({ signedIn: true }).field({
    type: ApplicationPreview,
    nullable: true,
    // It asks somebody else and may wait for them.
    complexity: 100,
    description:
      'Fills in a form for a new listing. Null when the platform does not know the application, does not answer soon, or is not asked. 20 a minute per user.',
    args: ofBot,
    errors: { types: [UnauthenticatedError, RateLimitedError] },
    resolve: async (_, { botId }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.lookUp);
      return (await previewApplication(context.services, botId)) ?? null;
    },
  }),
);
