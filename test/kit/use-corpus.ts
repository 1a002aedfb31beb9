import { afterAll, beforeAll } from 'vitest';
import type { Database } from '../../src/db/client.ts';
import { type DirectoryFilter, type Found, searchDirectory } from '../../src/domain/directory/search.ts';
import { type OwnDatabase, startOwnDatabase } from './database.ts';
import { insertCorpus } from './directory-corpus.ts';
import { present } from './present.ts';

/** The listings of the corpus, in a database of the file's own. */
export interface Corpus {
  readonly db: Database;
  /** Opens another pool on the same database. */
  open(): Database;
  /** The first page of a search, by relevance if it names no order. */
  find(filter: Partial<DirectoryFilter>, limit?: number): Promise<Found>;
}

export const PAGE = { limit: 24, inverted: false };

export const namesOf = (entries: readonly { readonly listing: { readonly name: string } }[]): string[] =>
  entries.map(({ listing }) => listing.name);

/**
 * Inserts the corpus before the tests of a file, and removes it after them.
 *
 * @param change what the file needs besides
 */
export function useCorpus(change?: (db: Database) => Promise<unknown>): Corpus {
  let database: OwnDatabase | undefined;
  let db: Database | undefined;
  beforeAll(async () => {
    database = await startOwnDatabase('with tables');
    db = database.open();
    await insertCorpus(db);
    await change?.(db);
  });
  afterAll(() => database?.close());
  const corpus: Corpus = {
    get db() {
      return present(db);
    },
    open: () => present(database).open(),
    find: (filter, limit = PAGE.limit) =>
      searchDirectory(corpus, { order: 'relevance', ...filter }, { ...PAGE, limit }),
  };
  return corpus;
}
