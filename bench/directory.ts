import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type App, startApp } from '../src/app.ts';
import { readConfig } from '../src/config/config.ts';
import { rankListings } from '../src/domain/directory/ranking.ts';
import type { DirectoryRange } from '../src/domain/directory/read-in-order.ts';
import { type DirectoryFilter, searchDirectory } from '../src/domain/directory/search.ts';
import { createLog } from '../src/log.ts';
import { seed } from '../src/seed/seed.ts';
import { median, print } from './support.ts';

const { values: options } = parseArgs({
  options: { few: { type: 'string', default: '1000' }, many: { type: 'string', default: '100000' } },
});
const ROUNDS = 25;
const WARM_UP = 5;
const TARGET = 1.5;
/** How many words the names begin with. Each word begins the names of one bot in forty. */
const WORDS = 40;

type PathOf = (app: App) => string | Promise<string>;

/** The requests of visitors, by what they look for. */
const REQUESTS: Record<string, string | PathOf> = {
  'by votes': '/',
  newest: '/?order=newest',
  'by servers': '/?order=servers',
  'recently active': '/?order=active',
  'a tag': '/tag/music',
  'a common word': '/?q=keldor7',
  'the beginning of many words': '/?q=kel',
  'a word of one name': '/?q=only501',
  'a misspelled name': '/?q=olny501',
  'a misspelled common word': '/?q=keldr',
  'a common word under a tag': '/tag/music?q=keldor7',
  'a common word, newest first': '/?q=keldor7&order=newest',
  'a word of few names, by servers': '/?q=only501&order=servers',
  'a word of no name, by votes': '/?q=nothinglikeit&order=votes',
  'a misspelled name, by votes': '/?q=olny501&order=votes',
  'page 20': deepPath,
  'back to page 1 of a common word': firstPage('/?q=keldor7&order=votes&', { search: 'keldor7' }),
  'back to page 1 of a tag': firstPage('/tag/music?', { tag: 'music' }),
  'the last page of a common word': lastPage('/?q=keldor7&order=votes&', { search: 'keldor7' }),
  'the last page of a tag': lastPage('/tag/music?', { tag: 'music' }),
};

/**
 * Measures how much longer pages of the directory take with many bots than with few. Two services run, each with its
 * own embedded database. Requests for the same pages go to both in turns.
 */
async function main(): Promise<void> {
  const parts = new AsyncDisposableStack();
  try {
    const few = await open(Number(options.few), parts);
    const many = await open(Number(options.many), parts);
    const ratios: number[] = [];
    for (const [name, request] of Object.entries(REQUESTS)) {
      const pathOf: PathOf = typeof request === 'string' ? () => request : request;
      const [fewPath, manyPath] = [await pathOf(few), await pathOf(many)];
      const times: Record<'few' | 'many', number[]> = { few: [], many: [] };
      for (let round = -WARM_UP; round < ROUNDS; round += 1) {
        const [one, other] = [await timed(few, fewPath), await timed(many, manyPath)];
        if (round < 0) continue;
        times.few.push(one);
        times.many.push(other);
      }
      const ratio = median(times.many) / median(times.few);
      ratios.push(ratio);
      print(
        `${name}: ${median(times.few).toFixed(1)} ms with ${options.few}, ` +
          `${median(times.many).toFixed(1)} ms with ${options.many}, ratio ${ratio.toFixed(2)}`,
      );
    }
    print(
      `directory and search, ${options.many} bots / ${options.few}: worst ${Math.max(...ratios).toFixed(2)}, `,
    );
    print(`median ${median(ratios).toFixed(2)} (wanted: ${TARGET} or less)`);
    if (Math.max(...ratios) > TARGET) process.exitCode = 1;
  } finally {
    await parts.disposeAsync();
  }
}

async function open(bots: number, parts: AsyncDisposableStack): Promise<App> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bot-listing-bench-'));
  parts.defer(() => rm(dataDir, { recursive: true, force: true }));
  const config = readConfig({ ...process.env, DATA_DIR: dataDir, PORT: '0', APPLICATION_LOOKUP_URL: 'off' });
  const app = await startApp(config, 'web', createLog('warn', 2));
  parts.defer(() => app.close());
  await seed(app.services, { bots, users: 0, votes: 0 });
  const { sql } = app.services.db;
  await sql`
    update bots set name = 'keldor' || (abs(hashint8(number)) % ${WORDS}) || ' only' || number
    from (select id, row_number() over (order by id) as number from bots) place where place.id = bots.id`;
  await sql`
    update bot_stats set vote_count = number * 7919 % 100003, server_count = number * 104729 % 1000003,
      checked_in_at = now() - number % 1000 * interval '1 hour'
    from (select bot_id, row_number() over (order by bot_id) as number from bot_stats) place
    where place.bot_id = bot_stats.bot_id`;
  await rankListings(app.services);
  await sql`vacuum (analyze)`;
  return app;
}

/** Page 20, reached by the links to the next page. */
async function deepPath(app: App): Promise<string> {
  let path = '/';
  for (let page = 1; page < 20; page += 1) {
    const body = await (await fetch(`http://127.0.0.1:${app.port}${path}`)).text();
    const next = /<a[^>]*rel="next"[^>]*href="([^"]+)"|<a[^>]*href="([^"]+)"[^>]*rel="next"/.exec(body);
    path = (next?.[1] ?? next?.[2] ?? '/').replaceAll('&amp;', '&');
  }
  return path;
}

/** The link from the second page of a list by votes to the first. */
function firstPage(start: string, filter: Omit<DirectoryFilter, 'order'>): PathOf {
  return async (app) => `${start}before=${await cursorAt(app, filter, { limit: 25, inverted: false })}`;
}

/** The last page of a list by votes, with three listings. */
function lastPage(start: string, filter: Omit<DirectoryFilter, 'order'>): PathOf {
  return async (app) => `${start}after=${await cursorAt(app, filter, { limit: 4, inverted: true })}`;
}

/** @returns the cursor of the last entry in a range of a list by votes */
async function cursorAt({ services }: App, filter: Omit<DirectoryFilter, 'order'>, range: DirectoryRange) {
  const entries = await searchDirectory(services, { ...filter, order: 'votes' }, range);
  return entries.at(-1)?.cursor ?? '';
}

async function timed(app: App, path: string): Promise<number> {
  const start = performance.now();
  const response = await fetch(`http://127.0.0.1:${app.port}${path}`);
  await response.text();
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
  return performance.now() - start;
}

await main();
