import type { Refusal } from '../domain/kernel/refusal.ts';
import { builder } from './builder.ts';
import { parametersField } from './errors.ts';

export const CauseRef = builder.objectRef<Refusal>('FailureCause').implement({
  description: 'Why deliveries fail, and what to do about it.',
  fields: (t) => ({
    message: t.exposeString('message', { description: 'A sentence in English, safe to show.' }),
    reason: t.exposeString('reason', {
      description:
        'A stable code of the sentence, such as `attempt.timeout`, to word it in another language.',
    }),
    parameters: t.field(parametersField),
  }),
});
