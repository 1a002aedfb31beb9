import { type DirectoryFilter, searchDirectory } from '../../src/domain/directory/search.ts';
import type { PageRange } from '../../src/domain/kernel/keyset-cursor.ts';
import { digitsOfName } from './fill.ts';
import type { RequestKind, Subject } from './requests.ts';

const DIGITS = digitsOfName(501);

/**
 * Pages of the directory, by what visitors look for. Names are as `fill.ts` makes them. Each list has as many rows in
 * both databases, because a longer page takes longer with any number of bots.
 */
export const DIRECTORY_REQUESTS: Record<string, RequestKind> = {
  'the home page': page('/'),
  'by votes': page('/bots'),
  trending: page('/bots?order=trending'),
  newest: page('/bots?order=newest'),
  'by servers': page('/bots?order=servers'),
  'recently active': page('/bots?order=active'),
  'a tag': page('/tag/music'),
  'two tags': page('/bots?tag=music&tag=fun'),
  'a tag without another': page('/bots?tag=music&not=fun'),
  'more than 500 000 servers': page('/bots?servers=500000'),
  'active bots': page('/bots?active=1'),
  'a language': page('/bots?speaks=de'),
  'a common word': page('/bots?q=keldor7'),
  'the beginning of many words': page('/bots?q=kel'),
  'a word of one name': page(`/bots?q=only${DIGITS}`),
  'a misspelled name': page(`/bots?q=olny${DIGITS}`),
  'a misspelled common word': page('/bots?q=keldr'),
  'a common word on more than 500 000 servers': page('/bots?q=keldor7&servers=500000'),
  'the beginning of words without a tag': page('/bots?q=keldor1&not=fun'),
  'suggestions for the beginning of words': page('/bots/suggestions?q=keld'),
  'suggestions for a misspelled name': page(`/bots/suggestions?q=olny${DIGITS}`),
  // Eleven of the forty words begin with it. With fewer of them, the page is not full in the small database.
  'the beginning of words under a tag': page('/tag/music?q=keldor1'),
  'a common word, newest first': page('/bots?q=keldor7&order=newest'),
  'a word of one name, by servers': page(`/bots?q=only${DIGITS}&order=servers`),
  'a word of no name, by votes': page('/bots?q=nothinglikeit&order=votes'),
  'a misspelled name, by votes': page(`/bots?q=olny${DIGITS}&order=votes`),
  'page 20': page20,
  'back to page 1 of a common word': firstPage('/bots?q=keldor7&order=votes&', { search: 'keldor7' }),
  'back to page 1 of a tag': firstPage('/tag/music?', { tag: 'music' }),
  'the last page of a common word': lastPage('/bots?q=keldor7&order=votes&', { search: 'keldor7' }),
  'the last page of a tag': lastPage('/tag/music?', { tag: 'music' }),
};

type Filter = Omit<DirectoryFilter, 'order'>;

function page(path: string): RequestKind {
  return () => () => ({ path });
}

/** Page 20, reached by the links to the next page. */
async function page20({ url }: Subject) {
  let path = '/bots';
  for (let page = 1; page < 20; page += 1) {
    const body = await (await fetch(url + path)).text();
    const next = /<a[^>]*rel="next"[^>]*href="([^"]+)"|<a[^>]*href="([^"]+)"[^>]*rel="next"/.exec(body);
    const link = next?.[1] ?? next?.[2];
    if (link === undefined) throw new Error(`Page ${page} of the directory is the last one.`);
    path = link.replaceAll('&amp;', '&');
  }
  return () => ({ path });
}

/** The link from the second page of a list by votes to the first. */
function firstPage(start: string, filter: Filter): RequestKind {
  return async (subject) => {
    const path = `${start}before=${await lastCursor(subject, filter, { limit: 25, inverted: false })}`;
    return () => ({ path });
  };
}

/** The last page of a list by votes, with three listings. */
function lastPage(start: string, filter: Filter): RequestKind {
  return async (subject) => {
    const path = `${start}after=${await lastCursor(subject, filter, { limit: 4, inverted: true })}`;
    return () => ({ path });
  };
}

/** @returns the cursor of the last entry in a range of a list by votes */
async function lastCursor(subject: Subject, filter: Filter, range: PageRange): Promise<string> {
  const { entries } = await searchDirectory(subject, { ...filter, order: 'votes' }, range);
  return entries.at(-1)?.cursor ?? '';
}
