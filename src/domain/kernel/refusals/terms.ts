import { byName, TEXTS } from '../../listing/listing-fields.ts';

/** Words for parameters whose values are codes. */
export const TERMS = {
  /** What a text is, at the beginning of a sentence. */
  subject: {
    ...byName(TEXTS, ({ subject }) => subject),
    reportText: 'The description of what happened',
    reason: 'The reason',
    note: 'The note',
    search: 'The search',
  },
  /** The state of a listing. */
  state: {
    pending: 'pending',
    approved: 'approved',
    rejected: 'rejected',
    suspended: 'suspended',
    removed: 'removed',
  },
} as const;
