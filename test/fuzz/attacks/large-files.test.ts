import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { present } from '../../kit/present.ts';
import { forFile } from '../../kit/service.ts';
import { type Attack, expectHarmless, expectPages, underAttack } from './attack.ts';
import { startTarget } from './target.ts';

const CONNECTIONS = 300;
const HELD_MS = 6000;

const target = await forFile(startTarget());

/** Each connection asks for one file and reads nothing of it. */
function unread(paths: readonly string[], coding: string): Attack {
  return async (url) => {
    const { hostname, port } = new URL(url);
    const sockets: Socket[] = [];
    for (let opened = 0; opened < CONNECTIONS; opened++) {
      const socket = connect(Number(port), hostname).pause();
      socket.on('error', () => {});
      const path = present(paths[opened % paths.length]);
      socket.write(`GET ${path} HTTP/1.1\r\nHost: bots.example\r\nAccept: text/html\r\n${coding}\r\n`);
      sockets.push(socket);
    }
    await delay(HELD_MS);
    for (const socket of sockets) socket.destroy();
    return { connections: CONNECTIONS };
  };
}

/** The page of GraphiQL, and its files. */
async function largeFiles(): Promise<string[]> {
  const page = await (await fetch(`${target.url}/graphql`, { headers: { accept: 'text/html' } })).text();
  const files = [...page.matchAll(/"(\/docs\/assets\/[^"]+)"/g)].map(([, path]) => present(path));
  expect(files).toHaveLength(2);
  return ['/graphql', ...files];
}

test.each([
  ['without a coding', 'Accept-Encoding: identity\r\n'],
  ['in any coding', ''],
  ['in br', 'Accept-Encoding: br\r\n'],
])(
  'The largest files %s, on three hundred connections that read nothing, harm nobody',
  async (name, coding) => {
    const harm = await underAttack(target, `Unread files ${name}`, unread(await largeFiles(), coding));
    expectHarmless(harm);
    expectPages(harm);
  },
);
