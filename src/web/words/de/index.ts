import type { en } from '../en/index.ts';
import type { Translation } from '../words.ts';
import * as account from './account.ts';
import * as deliveries from './deliveries.ts';
import * as directory from './directory.ts';
import * as frame from './frame.ts';
import * as listing from './listing.ts';
import * as manage from './manage.ts';
import * as moderation from './moderation.ts';
import * as permissionList from './permission-list.ts';
import * as voting from './voting.ts';

/** All messages in German. They say “du”. */
export const de: Translation<typeof en> = {
  ...account,
  ...deliveries,
  ...directory,
  ...frame,
  ...listing,
  ...manage,
  ...moderation,
  ...permissionList,
  ...voting,
};
