import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { makeFolder } from '../kit/folder.ts';
import { present } from '../kit/present.ts';
import { useService } from '../kit/use-service.ts';

const PACKAGES = resolve(import.meta.dirname, '../../packages');
const opened = new AsyncDisposableStack();
const subject = useService(2);
afterAll(() => opened.disposeAsync());

/** Runs a line of a shell as a reader would. @param path folders of programs that stand before the others */
const run = (line: string, cwd: string, env: Record<string, string> = {}, path = '') =>
  promisify(execFile)('bash', ['-c', line], {
    cwd,
    env: { ...process.env, PATH: `${path}:${process.env.PATH}`, ...env },
    maxBuffer: 2 ** 24,
  });

/** The code on a page for developers, as a reader copies it. This instance knows its address without its port. */
async function codeOn(page: string, id: string): Promise<string> {
  const html = await (await fetch(`${subject.service.url}${page}`)).text();
  const [, code = ''] = present(new RegExp(`<pre id="${id}"[^>]*>([\\s\\S]*?)</pre>`).exec(html));
  return code
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&amp;', '&')
    .replaceAll('&quot;', '"')
    .replaceAll('http://127.0.0.1:0/', `${subject.service.url}/`);
}

const REPORT_JS = `
import { createClient } from '@bot-listing/client';
const client = createClient({ baseUrl: process.env.URL, botId: process.env.BOT_ID, token: process.env.BOT_TOKEN });
console.log(await client.reportStats(77));`;
const REPORT_PYTHON = `
import asyncio, os
from bot_listing_client import Client
async def main():
    async with Client(os.environ["URL"], os.environ["BOT_ID"], os.environ["BOT_TOKEN"]) as client:
        print(await client.report_stats(78))
asyncio.run(main())`;
const environmentOf = (bot: { id: string; token: string }) => ({
  URL: subject.service.url,
  BOT_ID: bot.id,
  BOT_TOKEN: bot.token,
});

test('in an empty folder, the documented lines install and run the client for JavaScript', async () => {
  const folder = await makeFolder('npm', opened);
  await run(await codeOn('/docs/discord-js', 'discord-js-install'), folder);
  const { stdout } = await run(`node --input-type=module -e "$CODE"`, folder, {
    ...environmentOf(subject.bot()),
    CODE: REPORT_JS,
  });
  expect(stdout).toBe('77\n');
  const lock = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8'));
  expect(lock.packages['node_modules/@bot-listing/client']).toMatchObject({
    resolved: expect.stringContaining('/clients/bot-listing-client-'),
    integrity: expect.stringMatching(/^sha512-/),
  });
  const [variables, listen = ''] = (await codeOn('/docs/webhooks', 'local-listen')).split('\n');
  const empty = await makeFolder('npx', opened);
  // npx asks a reader whether to install the package.
  const lines = `${variables}\n${listen.replace(/ --forward .*/, ' --help')}`;
  const help = await run(lines, empty, { npm_config_yes: 'true' });
  expect(help.stdout).toContain('--forward URL');
});

test('in an empty folder, the documented line installs the client for Python', async () => {
  const folder = await makeFolder('pip', opened);
  await run('python3 -m venv .', folder);
  await run(await codeOn('/docs/discord-py', 'discord-py-install'), folder, {}, join(folder, 'bin'));
  const environment = { ...environmentOf(subject.bot()), CODE: REPORT_PYTHON };
  const { stdout } = await run('python -c "$CODE"', folder, environment, join(folder, 'bin'));
  expect(stdout).toBe('78\n');
});

test('what the service serves is what the sources make', async () => {
  const folder = await makeFolder('unpacked', opened);
  const released = join(PACKAGES, 'released');
  const version = async (file: string) =>
    present(/version"?\s*[=:]\s*"([^"]+)"/.exec(await readFile(join(PACKAGES, file), 'utf8')))[1];
  await run(`npm pack '${join(PACKAGES, 'client')}' && mkdir made served`, folder);
  const tarball = `bot-listing-client-${await version('client/package.json')}.tgz`;
  await run(`tar -xzf ${tarball} -C made && tar -xzf '${join(released, tarball)}' -C served`, folder);
  const wheel = `bot_listing_client-${await version('client-python/pyproject.toml')}-py3-none-any.whl`;
  await run(`python3 -m zipfile -e '${join(released, wheel)}' wheel`, folder);
  const differences = [
    `diff -r made served`,
    `diff -r -x __pycache__ '${join(PACKAGES, 'client-python/src/bot_listing_client')}' wheel/bot_listing_client`,
  ];
  for (const line of differences) await run(line, folder);
  expect(await readdir(join(folder, 'served/package'))).toContain('dist');
});
