import { RateLimitedError, UnauthenticatedError } from '../domain/kernel/errors.ts';
import type { Application } from '../domain/platform/look-up.ts';
import { previewApplication } from '../domain/platform/preview.ts';
import { USER_BUDGETS } from '../limits/budget.ts';
import { builder, ofBot } from './builder.ts';
import { spendAsUser } from './spend.ts';

const ApplicationPreview = builder.objectRef<Application>('ApplicationPreview').implement({
  description: 'The public data of an application on the chat platform.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name.' }),
    description: t.exposeString('description', { description: 'Its description. It may be empty.' }),
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
    // It sends a request to the platform and may wait for the response.
    complexity: 100,
    description:
      'Looks up an application for the form of a new listing. Null when the platform does not know the application, ' +
      'does not respond in time, or look-ups are off. 20 per minute per user.',
    args: ofBot,
    errors: { types: [UnauthenticatedError, RateLimitedError] },
    resolve: async (_, { botId }, context, info) => {
      await spendAsUser(context, info, USER_BUDGETS.lookUp);
      return (await previewApplication(context.services, botId)) ?? null;
    },
  }),
);
