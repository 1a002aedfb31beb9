import * as bots from '../manage/bots/documents.ts';
import * as connect from '../manage/connect/documents.ts';
import * as deliveries from '../manage/deliveries/documents.ts';
import * as edit from '../manage/edit/documents.ts';
import * as listingForm from '../manage/listing-form/documents.ts';
import * as overview from '../manage/overview/documents.ts';
import * as owners from '../manage/owners/documents.ts';
import * as submit from '../manage/submit/documents.ts';
import * as moderation from '../moderation/documents.ts';
import * as team from '../moderation/team/documents.ts';

/** All operations that the dashboard sends. The server compiles each of them once. */
export const DASHBOARD_DOCUMENTS: readonly string[] = [
  bots,
  connect,
  deliveries,
  edit,
  listingForm,
  moderation,
  overview,
  owners,
  submit,
  team,
]
  .flatMap((module): readonly string[] => Object.values(module))
  .filter((text) => !text.startsWith('fragment'));
