import type { Refusal } from '../domain/kernel/refusal.ts';
import { listParameters, parametersField } from './errors.ts';
import { record } from './record.ts';

export const CauseRef = record<Refusal>('FailureCause')('Why deliveries fail, and what to do about it.', {
  message: 'A sentence in English, safe to show.',
  reason: 'A stable code of the sentence, such as `attempt.timeout`, to word it in another language.',
  parameters: parametersField(listParameters),
});
