import * as manage from '../manage/documents.ts';
import * as moderation from '../moderation/documents.ts';

/** All operations that the dashboard sends. The server compiles each of them once. */
export const DASHBOARD_DOCUMENTS: readonly string[] = [manage, moderation]
  .flatMap((module): readonly string[] => Object.values(module))
  .filter((text) => !text.startsWith('fragment'));
