import { expect, test } from 'vitest';
import { moderateListing } from '../../src/domain/moderation/decide.ts';
import { cellOf } from '../../src/web/dashboard/log-page.tsx';
import { given } from '../kit/given.ts';
import { forFile, startOwnService } from '../kit/service.ts';

const REASON = '=HYPERLINK("https://evil.example"), "quoted"';
const service = await forFile(startOwnService());

const { services } = service;
const admin = await service.signIn(await given(services).admin('Ada'));
const moderatorId = await given(services).moderator('Grace');
const moderator = await service.signIn(moderatorId);
// More than a page of the download.
for (let count = 0; count < 105; count++) {
  const { id } = await given(services)
    .listing({ name: `Bot ${count}` })
    .submitted();
  const judgement = { decision: 'reject', revision: 1, reason: REASON, closesReports: false } as const;
  await moderateListing(services, moderatorId, id, judgement);
}

const get = (path: string, cookie: string) =>
  fetch(service.url + path, { headers: { cookie }, redirect: 'manual' });

test('an admin reads the log page by page without scripts, and filters it', async () => {
  const first = await (await get('/moderation/log?kind=REJECT', admin)).text();
  expect(first).toContain('Bot 104');
  const older = /href="(\/moderation\/log\?[^"]*after=[^"]+)"/.exec(first)?.[1]?.replaceAll('&amp;', '&');
  expect(older).toContain('kind=REJECT');
  const second = await (await get(older ?? '', admin)).text();
  expect(second).toMatch(/Bot 4\b/);
  expect(second).not.toContain('Bot 104');
  expect(await (await get('/moderation/log?kind=SUSPEND', admin)).text()).not.toContain('Bot 104');
});

test('the log has the style of the pages around it', async () => {
  const styleOf = async (path: string) =>
    /href="(\/assets\/dashboard-\w+\.css)"/.exec(await (await get(path, admin)).text())?.[1];
  expect(await styleOf('/moderation/log')).toBe(await styleOf('/moderation/team'));
  expect(await styleOf('/moderation/log')).toBeDefined();
});

test('the download has all pages as CSV, with the same filters, and no cell that a spreadsheet runs', async () => {
  const response = await get('/moderation/log.csv?kind=REJECT', admin);
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toContain('attachment');
  const lines = (await response.text()).trimEnd().split('\r\n');
  expect(lines).toHaveLength(106);
  expect(lines[0]).toMatch(/^decidedAt,kind,botId/);
  expect(lines[1]).toContain(`"'=HYPERLINK(""https://evil.example""), ""quoted"""`);
  expect(
    (await (await get('/moderation/log.csv?kind=SUSPEND', admin)).text()).trimEnd().split('\r\n'),
  ).toHaveLength(1);
});

test.each(['/moderation/log', '/moderation/log.csv'])(
  '%s gives no log for a mistyped id, and says what is wrong',
  async (path) => {
    const response = await get(`${path}?moderator=1234`, admin);
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('A user id has 17 to 19 digits.');
  },
);

test.each(['/moderation/log', '/moderation/log.csv'])('%s is for admins only', async (path) => {
  expect((await get(path, moderator)).status).toBe(403);
  expect(await get(path, '')).toMatchObject({ status: 303 });
});

test.each(['=1', '+1', '-1', '@a', '\ta', '\ra'])(
  'a cell that begins like a formula becomes text: %j',
  (text) => {
    expect(cellOf(text)).toBe(`"'${text}"`);
  },
);
