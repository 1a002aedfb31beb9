import { createServer } from 'node:https';
import { createSecureContext } from 'node:tls';
import { expect, test } from 'vitest';
import { freePort } from '../../src/embedded/ports.ts';
import { readCertificateEnd } from '../../src/net/certificate.ts';
import { listenOnLoopback } from '../kit/loopback.ts';
import { makeCertificate } from './support/certificate.ts';

test.each([30, -1])('the end of a certificate is read that ends in %d days', async (days) => {
  const end = Math.floor(Date.now() / 1000) + days * 86_400;
  const { origin, close } = await listenOnLoopback(createServer(makeCertificate(['127.0.0.1'], end * 1000)));
  try {
    expect(await readCertificateEnd(origin.replace('http:', 'https:'), 10_000)).toBe(end);
  } finally {
    await close();
  }
});

test('of a server with several sites, the certificate of the asked one is read', async () => {
  const end = Math.floor(Date.now() / 1000) + 30 * 86_400;
  const own = createSecureContext(makeCertificate(['localhost'], end * 1000));
  const server = createServer({
    ...makeCertificate(['other.example']),
    SNICallback: (name, done) => done(null, name === 'localhost' ? own : undefined),
  });
  const { origin, close } = await listenOnLoopback(server);
  try {
    expect(await readCertificateEnd(origin.replace('http://127.0.0.1', 'https://localhost'), 10_000)).toBe(
      end,
    );
  } finally {
    await close();
  }
});

test('there is none without https, and none of a site that does not respond', async () => {
  expect(await readCertificateEnd('http://127.0.0.1:1', 1000)).toBeUndefined();
  expect(await readCertificateEnd(`https://127.0.0.1:${await freePort(0)}`, 1000)).toBeUndefined();
});
