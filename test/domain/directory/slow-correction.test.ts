import { expect, test } from 'vitest';
import type { Database } from '../../../src/db/client.ts';
import { searchDirectory } from '../../../src/domain/directory/search.ts';
import { PAGE, useCorpus } from '../../kit/use-corpus.ts';

const corpus = useCorpus();

const search = (on: Database, text: string) =>
  searchDirectory({ db: on }, { search: text, order: 'relevance' }, PAGE);

test('A search whose correction takes too long answers without one, and so does each later one', async () => {
  expect(await search(corpus.db, 'tidpool')).toMatchObject({ corrected: 'tidepool' });
  // Comparing names with this operator takes a minute. The service finds it before PostgreSQL's own.
  await corpus.db.sql.unsafe(`
    create schema slow;
    create function slow.compare(text, text) returns boolean language sql volatile
      as 'select true from pg_sleep(60)';
    create operator slow.<% (leftarg = text, rightarg = text, function = slow.compare);
    do $$ begin execute format('alter database %I set search_path = slow, public', current_database()); end $$`);
  const slow = corpus.open();
  for (let time = 0; time < 5; time += 1) {
    const found = await search(slow, 'tidpool');
    expect(found).toMatchObject({ entries: [] });
    expect(found).not.toHaveProperty('corrected');
  }
  // Words of tags are known without names.
  expect(await search(slow, 'musci')).toMatchObject({ corrected: 'music' });
  // The limit is that of the correction alone.
  expect(await slow.sql`show statement_timeout`).toMatchObject([{ statement_timeout: '10s' }]);
});
