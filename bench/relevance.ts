/**
 * Measures how well the search by relevance ranks: 90 queries in English, German and French, some misspelled, each with
 * the listings that deserve the first place. MRR is the mean of 1 / (the place of the first of them), 0 if it is not on
 * the first page. Twenty of the queries are held out: the search was not tuned with them, so only their mean is
 * printed, unless `--all` names the misses among them, too.
 */
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Database } from '../src/db/client.ts';
import { searchDirectory } from '../src/domain/directory/search.ts';
import { insertCorpus } from '../test/kit/directory-corpus.ts';
import { findServer, makeDatabase } from './compare/database.ts';
import { closeOnSignal, print } from './support.ts';

type Query = readonly [text: string, first: readonly string[]];

const PAGE = { limit: 24, inverted: false };
const { values: options } = parseArgs({ options: { all: { type: 'boolean', default: false } } });

async function placeOf(db: Database, [text, first]: Query): Promise<number> {
  const { entries } = await searchDirectory(
    { db },
    { search: text, order: 'relevance', isRelaxed: true },
    PAGE,
  );
  return entries.findIndex(({ listing }) => first.includes(listing.name)) + 1;
}

async function main(): Promise<void> {
  await using parts = new AsyncDisposableStack();
  closeOnSignal(parts);
  const { db } = await makeDatabase(await findServer(parts), parts);
  await insertCorpus(db);
  const file = await readFile(new URL('./relevance/queries.json', import.meta.url), 'utf8');
  for (const [set, queries] of Object.entries(JSON.parse(file) as Record<string, readonly Query[]>)) {
    let sum = 0;
    for (const query of queries) {
      const place = await placeOf(db, query);
      sum += place === 0 ? 0 : 1 / place;
      if (place !== 1 && (set !== 'heldOut' || options.all)) print(`${query[0]}: ${place || 'not found'}`);
    }
    print(`${set}: MRR ${(sum / queries.length).toFixed(3)} of ${queries.length} queries`);
  }
}

await main();
