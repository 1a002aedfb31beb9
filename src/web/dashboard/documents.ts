import * as deliveries from '../manage/deliveries/documents.ts';
import * as listing from '../manage/documents.ts';
import * as team from '../manage/team-documents.ts';
import * as webhook from '../manage/webhook-documents.ts';
import * as moderation from '../moderation/documents.ts';

/** All operations that the dashboard sends. The server compiles each of them once. */
export const DASHBOARD_DOCUMENTS: readonly string[] = [listing, webhook, team, deliveries, moderation]
  .flatMap((module): readonly string[] => Object.values(module))
  .filter((text) => !text.startsWith('fragment'));
