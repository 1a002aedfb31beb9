/** Words for parameters whose values are codes. */
export const TERMS = {
  /** What a text is, at the beginning of a sentence. */
  subject: {
    name: 'The name',
    shortDescription: 'The short description',
    longDescription: 'The long description',
    prefix: 'The prefix',
    websiteUrl: 'The website',
    supportUrl: 'The support link',
    sourceUrl: 'The link to the source',
    privacyUrl: 'The privacy policy',
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
