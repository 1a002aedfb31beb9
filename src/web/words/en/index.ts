import * as account from './account.ts';
import * as deliveries from './deliveries.ts';
import * as directory from './directory.ts';
import * as frame from './frame.ts';
import * as listing from './listing.ts';
import * as manage from './manage.ts';
import * as moderation from './moderation.ts';
import * as permissionList from './permission-list.ts';
import * as voting from './voting.ts';

/** All messages in English, which the catalogues of other languages translate. They are in the ICU MessageFormat. */
export const en = {
  ...account,
  ...deliveries,
  ...directory,
  ...frame,
  ...listing,
  ...manage,
  ...moderation,
  ...permissionList,
  ...voting,
} as const;
