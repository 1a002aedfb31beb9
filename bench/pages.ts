/**
 * Measures pages of the service against Fastify, with two statements and a template for each page, about as many bytes
 * and the same bots. Strangers have no cookie; members have a session. Later pages of a list, and searches with a sign,
 * are not kept: those measure how a page is made. `--bots` sets the size of the directory.
 */
import { writeDirectoryCursor } from '../src/domain/directory/cursor.ts';
import { startSession } from '../src/domain/identity/sessions.ts';
import { servicesOn } from '../test/kit/service-parts.ts';
import { runComparison } from './compare/compare.ts';
import type { Server } from './compare/server.ts';
import { print } from './support.ts';

/** Pages of the baseline and of the service differ by at most this factor, in bytes. */
const MAX_SIZE_RATIO = 1.35;

interface Asked {
  readonly path: string;
  readonly isMember: boolean;
}

await runComparison({
  loads: [
    'home',
    'directory',
    'category',
    'search',
    'none',
    'member-directory',
    'member-bot',
    'uncached-directory',
    'uncached-search',
    'uncached-none',
  ],
  baselines: { fastify: new URL('./pages/fastify.ts', import.meta.url) },
  script: new URL('./pages/load.lua', import.meta.url),
  connections: [1, 4, 16],

  async prepare({ db, seed }, _parts, size) {
    const { bots, users } = await seed({ bots: size, users: 50, votes: 500 });
    const [bot, user] = [bots[0], users[0]];
    if (!bot || !user) throw new Error('There is no bot or user.');
    const session = await startSession(servicesOn(db), user);
    await db.sql`vacuum (analyze)`;

    // A position before all bots: the page has the same ones as the first page.
    const beforeAll = writeDirectoryCursor('votes', '999999999', '999999999999999999');
    const stranger = (path: string): Asked => ({ path, isMember: false });
    const member = (path: string): Asked => ({ path, isMember: true });
    const asked: Readonly<Record<string, Asked>> = {
      home: stranger('/'),
      directory: stranger('/bots'),
      category: stranger('/tag/music'),
      search: stranger('/bots?q=melody'),
      none: stranger('/bots?q=qwxzvutr'),
      'member-directory': member('/bots'),
      'member-bot': member(`/bot/${bot.id}`),
      'uncached-directory': stranger(`/bots?after=${beforeAll}`),
      'uncached-search': stranger('/bots?q=melody.'),
      'uncached-none': stranger('/bots?q=qwxzvutr.'),
    };
    const cookie = `session=${session}`;
    return {
      args(load) {
        const { path, isMember } = asked[load] ?? stranger('/');
        return [path, isMember ? cookie : '-'];
      },
      async requireSameAnswers(servers) {
        for (const [load, { path, isMember }] of Object.entries(asked)) {
          await requireAlike(load, servers, path, isMember ? { cookie } : {});
        }
      },
    };
  },
});

/**
 * Prints the size of a page of each server.
 *
 * @throws when a page of a baseline has another number of bots, or another size
 */
async function requireAlike(
  load: string,
  servers: readonly Server[],
  path: string,
  headers: Record<string, string>,
): Promise<void> {
  const pages = await Promise.all(
    servers.map(async ({ url }) => {
      const response = await fetch(url + path, {
        headers: { ...headers, 'accept-language': 'en', 'accept-encoding': 'identity' },
      });
      if (response.status !== 200) throw new Error(`${load}: status ${response.status} of ${url}${path}`);
      const html = await response.text();
      return { bytes: Buffer.byteLength(html), bots: new Set(html.match(/href="\/bot\/\d+"/g)).size };
    }),
  );
  print(`${load}: ${pages.map(({ bytes, bots }) => `${bytes} bytes, ${bots} bots`).join('; ')}`);
  const [ours, ...others] = pages;
  for (const theirs of others) {
    const ratio = (ours?.bytes ?? 0) / theirs.bytes;
    if (ratio > MAX_SIZE_RATIO || ratio < 1 / MAX_SIZE_RATIO) throw new Error(`${load}: other sizes`);
    const isList = load.endsWith('directory') || load === 'category' || load.endsWith('none');
    if (isList && ours?.bots !== theirs.bots) throw new Error(`${load}: other bots`);
  }
}
