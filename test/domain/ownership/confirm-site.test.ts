import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { beforeEach, describe, expect, test } from 'vitest';
import { InvalidInputError, NotFoundError } from '../../../src/domain/kernel/errors.ts';
import { confirmSite, siteStatement } from '../../../src/domain/ownership/confirm-site.ts';
import {
  addCoOwner,
  answerInvitations,
  listConfirmedSites,
  listOwners,
} from '../../../src/domain/ownership/owners.ts';
import { createSender } from '../../../src/net/sender.ts';
import { createTextRecords } from '../../../src/net/text-records.ts';
import { given } from '../../kit/given.ts';
import { newUserId } from '../../kit/ids.ts';
import { startNameServer } from '../../kit/name-server.ts';
import { forFile, startService } from '../../kit/service.ts';
import { after, at, DAY_MS, NOON } from '../../kit/time.ts';

const parts = await forFile(new AsyncDisposableStack());

const service = parts.use(await startService());
const names = await startNameServer(parts);
const site = createServer((request, response) => answer(request, response));
await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
parts.defer(() => void site.closeAllConnections());
parts.defer(() => void site.close());
const sender = createSender({ trustedNetworks: ['127.0.0.1/32'] });
parts.defer(() => sender.close());
const { port } = site.address() as AddressInfo;
const websiteUrl = `http://localhost:${port}/about`;

let answer: RequestListener;
const says = (text: string, status = 200): RequestListener => {
  return ({ url }, response) =>
    void (url === '/.well-known/bot-listing.txt'
      ? response.writeHead(status).end(text)
      : response.writeHead(500).end());
};
const NOTHING = says('', 404);
beforeEach(() => {
  answer = NOTHING;
  names.records.clear();
  names.isSilent = false;
});

const parted = (ms = 0) => ({
  ...at(service.services, after(NOON, ms)),
  sender,
  readTextRecords: createTextRecords([names.address]),
});

async function listed(url: string | null = websiteUrl) {
  const listing = await given(service.services).listing().approved();
  const { sql } = service.services.db;
  await sql`update bots set website_url = ${url} where id = ${listing.id}`;
  const owner = (await listOwners(parted(), listing.id))[0]?.userId ?? '';
  const statement = siteStatement(websiteUrl, listing.id, owner);
  const check = (ms = 0) => confirmSite(parted(ms), listing.id, owner);
  const shown = async (ms = 0) => (await listOwners(parted(ms), listing.id))[0]?.site ?? null;
  return {
    id: listing.id,
    owner,
    line: statement?.entry ?? '',
    record: statement?.recordName ?? '',
    check,
    shown,
  };
}

describe('The website of a bot', () => {
  test('names its owner by a line in a file', async () => {
    const { line, check, shown } = await listed();
    answer = says(`# Who runs our bots\r\nbot=1 owner=2\r\n  ${line.replace(' ', '   ')}  \r\n`);
    expect(await check()).toEqual({ file: 'confirmed', dns: 'missing' });
    expect(await shown()).toEqual({ host: `localhost:${port}`, method: 'file', confirmedAt: NOON });
  });

  test('names its owner by a TXT record', async () => {
    const { line, record, check, shown } = await listed();
    expect(record).toBe('_bot-listing.localhost');
    names.records.set(record, line);
    expect(await check()).toEqual({ file: 'missing', dns: 'confirmed' });
    expect(await shown()).toMatchObject({ method: 'dns' });
  });

  test('does not name somebody else, another bot, or a longer id', async () => {
    const { id, owner, line, record, check, shown } = await listed();
    answer = says(`bot=${id} owner=${newUserId()}\nbot=${newUserId()} owner=${owner}\n${line}0\nx${line}`);
    names.records.set(record, `${line} and more`);
    expect(await check()).toEqual({ file: 'other', dns: 'other' });
    expect(await shown()).toBeNull();
  });

  test.each<[what: string, listener: RequestListener, found: string]>([
    ['a redirect', (_, response) => response.writeHead(302, { location: '/elsewhere' }).end(), 'redirected'],
    ['a fault', says('', 503), 'unreachable'],
    ['a closed connection', ({ socket }) => socket.destroy(), 'unreachable'],
    ['a file of more than 64 KiB', (_, response) => response.end('x\n'.repeat(40_000)), 'other'],
  ])('is not taken at its word with %s', async (_, listener, found) => {
    const { check, shown } = await listed();
    answer = listener;
    expect(await check()).toMatchObject({ file: found });
    expect(await shown()).toBeNull();
  });

  test('that is in a private network gets no request', async () => {
    const { check } = await listed('https://10.0.0.1/');
    expect(await check()).toMatchObject({ file: 'unreachable' });
  });
});

describe('What a website confirmed', () => {
  const confirmed = async () => {
    const listing = await listed();
    answer = says(listing.line);
    await listing.check();
    return listing;
  };

  test('counts for 180 days, and then until the next check', async () => {
    const { check, shown } = await confirmed();
    expect(await shown(180 * DAY_MS)).not.toBeNull();
    expect(await shown(180 * DAY_MS + 1)).toBeNull();
    await check(181 * DAY_MS);
    expect(await shown(181 * DAY_MS)).not.toBeNull();
  });

  test('does not count for another website', async () => {
    const { id, shown } = await confirmed();
    const { sql } = service.services.db;
    await sql`update bots set website_url = 'https://example.com/' where id = ${id}`;
    expect(await shown()).toBeNull();
    await sql`update bots set website_url = ${`http://localhost:${port}/other`} where id = ${id}`;
    expect(await shown()).not.toBeNull();
    await sql`update bots set website_url = null where id = ${id}`;
    expect(await shown()).toBeNull();
  });

  test('ends when the line is gone, and stays while nobody answers', async () => {
    const { check, shown } = await confirmed();
    answer = says('', 503);
    expect(await check(1000)).toEqual({ file: 'unreachable', dns: 'missing' });
    expect(await shown()).not.toBeNull();
    answer = NOTHING;
    names.isSilent = true;
    expect(await check(2000)).toEqual({ file: 'missing', dns: 'unreachable' });
    expect(await shown()).not.toBeNull();
    names.isSilent = false;
    expect(await check(3000)).toEqual({ file: 'missing', dns: 'missing' });
    expect(await shown()).toBeNull();
  });

  test('is listed for its owner once for all public bots, while it counts', async () => {
    const { id, owner } = await confirmed();
    const { sql } = service.services.db;
    const sites = (ms = 0) => listConfirmedSites(parted(ms), owner);
    expect(await sites()).toEqual([{ host: `localhost:${port}`, method: 'file', confirmedAt: NOON }]);
    const second = await given(service.services).listing().approved();
    const later = after(NOON, 1000);
    await sql`update bots set website_url = ${websiteUrl} where id = ${second.id}`;
    await sql`
      update bot_owners set user_id = ${owner}, site_url = ${websiteUrl}, site_method = 'dns', site_confirmed_at = ${later}
      where bot_id = ${second.id}`;
    expect(await sites(1000)).toEqual([{ host: `localhost:${port}`, method: 'dns', confirmedAt: later }]);
    await sql`update bots set state = 'suspended' where id in (${id}, ${second.id})`;
    expect(await sites()).toEqual([]);
    await sql`update bots set state = 'approved' where id = ${id}`;
    expect(await sites(180 * DAY_MS + 1)).toEqual([]);
    expect(await listConfirmedSites(parted(), newUserId())).toEqual([]);
  });

  test('is about one of several owners', async () => {
    const { id, owner } = await confirmed();
    const other = newUserId();
    await service.signIn(other);
    await addCoOwner(service.services, id, other);
    await answerInvitations(service.services, other, [id], true);
    const sites = new Map((await listOwners(parted(), id)).map(({ userId, site }) => [userId, site]));
    expect([sites.get(owner)?.method, sites.get(other)]).toEqual(['file', null]);
  });
});

test('A listing without a website, and a listing of others, cannot be checked', async () => {
  const { id, check } = await listed(null);
  await expect(check()).rejects.toThrow(InvalidInputError);
  await expect(confirmSite(parted(), id, newUserId())).rejects.toThrow(NotFoundError);
});
