import { type ReviewTime, readReviewTime } from '../domain/moderation/review-time.ts';
import { builder } from './builder.ts';

const ReviewTimeRef = builder.objectRef<ReviewTime>('ReviewTime').implement({
  description: 'How long owners have to wait for a review. It may be a minute old.',
  fields: (t) => ({
    waitingCount: t.exposeInt('waiting', { description: 'The number of listings that wait for a review.' }),
    reviewCount: t.exposeInt('reviews', {
      description: 'The number of reviews in the last 30 days, up to 2000.',
    }),
    medianSeconds: t.exposeFloat('medianSeconds', {
      nullable: true,
      description: 'Half of these reviews took less. Null when there were fewer than ten.',
    }),
  }),
});

builder.queryField('reviewTime', (t) =>
  t.field({
    type: ReviewTimeRef,
    description: 'How long reviews took lately, and how many listings wait. For signed-in users.',
    authScopes: { signedIn: true },
    nullable: true,
    resolve: (_, __, { services }) => readReviewTime(services),
  }),
);
