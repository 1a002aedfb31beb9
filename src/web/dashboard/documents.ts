import * as bots from './browser/bots/documents.ts';
import * as connect from './browser/connect/documents.ts';
import * as deliveries from './browser/deliveries/documents.ts';
import * as edit from './browser/edit/documents.ts';
import * as listingForm from './browser/listing-form/documents.ts';
import * as moderation from './browser/moderation/documents.ts';
import * as overview from './browser/overview/documents.ts';
import * as owners from './browser/owners/documents.ts';
import * as submit from './browser/submit/documents.ts';
import * as team from './browser/team/documents.ts';

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
