import { type Budget, USER_BUDGETS } from '../limits/budget.ts';
import type { BudgetState } from '../limits/store.ts';
import { builder, enumOf } from './builder.ts';
import { orNull, record } from './record.ts';
import { keyOfUser } from './spend.ts';
import { Viewer } from './user.ts';

/** What an owner may do only a few times a day. */
const DAILY = { submissions: USER_BUDGETS.submit, news: USER_BUDGETS.publishNews } satisfies Record<
  string,
  Budget
>;

const DailyLimitRef = enumOf<keyof typeof DAILY>(
  'DailyLimit',
  'What a user may do a few times in 24 hours.',
  {
    submissions: '`submitListing`.',
    news: '`publishNews`.',
  },
);

const AllowanceRef = record<BudgetState>('Allowance')(
  'How often a user may still do something. Each use counts for 24 hours.',
  {
    limit: ['Int', 'How often in 24 hours.'],
    remaining: ['Int', 'How often from now on.'],
    nextAt: [
      orNull('DateTime'),
      'When it is possible again. Null while something remains.',
      ({ retryAfterSeconds }, { services }) =>
        retryAfterSeconds === 0 ? null : new Date(services.now().getTime() + retryAfterSeconds * 1000),
    ],
  },
);

builder.objectField(Viewer, 'allowance', (t) =>
  t.field({
    type: AllowanceRef,
    nullable: true,
    // It asks the store of rate limits.
    complexity: 10,
    description:
      'What is left of a daily limit, counted as the limit itself is. Null while nothing is counted, because the ' +
      'store of rate limits is down.',
    args: { of: t.arg({ type: DailyLimitRef, required: true, description: 'The limit.' }) },
    resolve: async (viewer, { of }, { limiter }) =>
      (await limiter.left(keyOfUser(viewer), DAILY[of])) ?? null,
  }),
);
