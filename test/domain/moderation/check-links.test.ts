import { createServer, type RequestListener } from 'node:http';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { bots } from '../../../src/db/tables.ts';
import { ForbiddenError, NotFoundError } from '../../../src/domain/kernel/errors.ts';
import { checkLinks } from '../../../src/domain/moderation/check-links.ts';
import { createSender } from '../../../src/net/sender.ts';
import { byName, LINK_NAMES, LINKS } from '../../../src/terms/listing-fields.ts';
import { given } from '../../kit/given.ts';
import { newBotId, newUserId } from '../../kit/ids.ts';
import { type Loopback, listenOnLoopback } from '../../kit/loopback.ts';
import { forFile, startService } from '../../kit/service.ts';

const asked: string[] = [];

const ANSWERS: Readonly<Record<string, RequestListener>> = {
  '/fine': (_, response) => response.end('Hello'),
  '/gone': (_, response) => response.writeHead(404).end(),
  '/moved': (_, response) => response.writeHead(301, { location: '/again' }).end(),
  '/again': (_, response) => response.writeHead(302, { location: `${site}/fine?from=again` }).end(),
  '/loop': (_, response) => response.writeHead(307, { location: '/loop' }).end(),
  '/nowhere': (_, response) => response.writeHead(302).end(),
  '/metadata': (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
  '/inside': (_, response) => response.writeHead(302, { location: 'https://10.0.0.1/' }).end(),
  '/file': (_, response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
  '/endless': (_, response) => {
    response.writeHead(200);
    const timer = setInterval(() => response.write('x'.repeat(65_536)), 5);
    response.on('close', () => clearInterval(timer));
  },
  '/dead': ({ socket }) => socket.destroy(),
};

const service = await forFile(startService());
const server = createServer((request, response) => {
  asked.push(request.url ?? '');
  const answer = ANSWERS[URL.parse(request.url ?? '', site)?.pathname ?? ''];
  if (answer) answer(request, response);
  else response.end();
});
const { origin: site }: Loopback = await forFile(listenOnLoopback(server));
const sender = await forFile(createSender({ trustedNetworks: ['127.0.0.1/32'] }));

const listed = async (urls: { website?: string; support?: string } = {}) => {
  const listing = await given(service.services).listing().submitted();
  await service.services.db.orm
    .update(bots)
    .set({
      ...byName(LINKS, () => null),
      websiteUrl: urls.website ?? null,
      supportUrl: urls.support ?? null,
    })
    .where(eq(bots.id, listing.id));
  return listing;
};
const check = async (website: string) => {
  const { id } = await listed({ website });
  return (await checkLinks({ ...service.services, sender }, newUserId(), id))[0];
};

test('a link is followed to its end, and every link gets a result', async () => {
  const { id } = await listed({ website: `${site}/moved`, support: `${site}/gone` });
  expect(await checkLinks({ ...service.services, sender }, newUserId(), id)).toEqual([
    {
      field: 'websiteUrl',
      url: `${site}/moved`,
      finalUrl: `${site}/fine?from=again`,
      redirects: 2,
      status: 200,
      failure: null,
    },
    {
      field: 'supportUrl',
      url: `${site}/gone`,
      finalUrl: `${site}/gone`,
      redirects: 0,
      status: 404,
      failure: null,
    },
  ]);
});

test('every link of a listing is checked, in the order of the page', async () => {
  const { id } = await given(service.services)
    .listing(byName(LINKS, () => `${site}/fine`))
    .submitted();
  const checks = await checkLinks({ ...service.services, sender }, newUserId(), id);
  expect(checks.map(({ field, status }) => [field, status])).toEqual(LINK_NAMES.map((name) => [name, 200]));
});

test.each([
  ['/metadata', 'http://169.254.169.254/latest'],
  ['/inside', 'https://10.0.0.1/'],
  ['/file', 'file:///etc/passwd'],
])('a redirect to a place that is not public ends there, unasked: %s', async (path, finalUrl) => {
  expect(await check(site + path)).toMatchObject({
    finalUrl,
    redirects: 1,
    status: null,
    failure: 'blocked',
  });
});

test('redirects in a circle end after five, and one without an address is an answer', async () => {
  asked.length = 0;
  expect(await check(`${site}/loop`)).toMatchObject({ redirects: 5, status: null, failure: 'redirects' });
  expect(asked).toHaveLength(6);
  expect(await check(`${site}/nowhere`)).toMatchObject({ status: 302, failure: null });
});

test('a body without an end costs nothing: only headers are read', async () => {
  const before = performance.now();
  expect(await check(`${site}/endless`)).toMatchObject({ status: 200, failure: null });
  expect(performance.now() - before).toBeLessThan(2000);
});

test('a server that hangs up or does not exist is a failure with a stable word', async () => {
  expect(await check(`${site}/dead`)).toMatchObject({ status: null, failure: 'reset' });
  expect(await check('http://127.0.0.1:1/')).toMatchObject({ status: null, failure: 'refused' });
});

test('a long address is cut', async () => {
  const result = await check(`${site}/fine?${'x'.repeat(600)}`);
  expect(result?.finalUrl).toHaveLength(500);
});

test('a moderator checks no links of their own listing, nor of one that does not exist', async () => {
  const { id, ownerId } = await listed({ website: `${site}/fine` });
  asked.length = 0;
  const services = { ...service.services, sender };
  await expect(checkLinks(services, ownerId, id)).rejects.toThrow(ForbiddenError);
  await expect(checkLinks(services, newUserId(), newBotId())).rejects.toThrow(NotFoundError);
  expect(asked).toEqual([]);
});
