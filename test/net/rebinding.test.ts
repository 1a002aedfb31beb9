import { describe, expect, it } from 'vitest';
import { isExpectedPeer } from '../../src/net/dial.ts';
import { ok, startProxy, startRawServer } from './support/raw-server.ts';
import { certificate, openSender, postTo, resultOf, use } from './support/scope.ts';
import { createTally } from './support/tally.ts';

const tally = createTally('rebinding');
const privateAnswers = [
  '127.0.0.1',
  '127.0.0.53',
  '10.0.0.1',
  '172.16.5.5',
  '192.168.1.1',
  '169.254.169.254',
  '0.0.0.0',
];
const privateAnswers6 = [
  '::1',
  '::ffff:127.0.0.1',
  'fd00:ec2::254',
  'fe80::1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
];

/** A resolver that gives each answer once, then the last one for ever. */
function inTurn(...answers: string[][]) {
  const resolve = async () => {
    resolve.calls += 1;
    return answers[Math.min(resolve.calls, answers.length) - 1] ?? [];
  };
  resolve.calls = 0;
  return resolve;
}

describe('a host that changes its address', () => {
  it('is blocked when it turns private after the URL was accepted, and receives nothing', async () => {
    const receiver = use(await startRawServer(ok));
    for (const answer of [...privateAnswers, ...privateAnswers6]) {
      const resolve = inTurn(['93.184.215.14'], [answer]);
      const sender = openSender({ trustedNetworks: [], resolve });
      const url = `https://rebind.example.com:${receiver.port}/`;
      await sender.vet(url);
      tally('vet public, then private at delivery');
      expect([answer, await resultOf(postTo(sender, url))]).toEqual([answer, 'blocked']);
      expect(resolve.calls).toBe(2);
    }
    expect(receiver.connections()).toBe(0);
  });

  it('is resolved once for each request, and the connection goes to that answer', async () => {
    const vetted = use(await startRawServer(ok));
    const other = use(await startRawServer(ok, { host: '127.0.0.2', port: vetted.port }));
    const resolve = inTurn(['127.0.0.1'], ['127.0.0.2']);
    const sender = openSender({ resolve });
    expect(await resultOf(postTo(sender, `http://rebind.example.com:${vetted.port}/`))).toBe(200);
    tally('answers changed within the life of a request');
    expect([resolve.calls, vetted.requests.length, other.connections()]).toEqual([1, 1, 0]);
  });

  it('does not get a request over a connection to an address that is no longer its own', async () => {
    const first = use(await startRawServer(ok));
    const second = use(await startRawServer(ok, { host: '127.0.0.2', port: first.port }));
    const sender = openSender({
      resolve: inTurn(['127.0.0.1'], ['127.0.0.2'], ['127.0.0.2', '127.0.0.1']),
    });
    for (let i = 0; i < 3; i += 1) {
      expect(await resultOf(postTo(sender, `http://rebind.example.com:${first.port}/`))).toBe(200);
      tally('answers changed while a connection was kept');
    }
    expect(first.requests.length + second.requests.length).toBe(3);
    expect(second.requests.length).toBeGreaterThanOrEqual(1);
  });

  it('is not resolved by the proxy: the proxy is given the vetted address', async () => {
    const receiver = use(await startRawServer(ok, { tls: certificate }));
    const proxy = use(await startProxy(() => receiver.port));
    for (const answer of ['93.184.215.14', '1.1.1.1']) {
      const resolve = inTurn([answer], ['127.0.0.1']);
      const sender = openSender({ trustedNetworks: [], resolve, proxy: `http://127.0.0.1:${proxy.port}` });
      expect(await resultOf(postTo(sender, 'https://hooks.example.com/'))).toBe(200);
      tally('public first, private later, one request');
      expect([proxy.asked.at(-1), resolve.calls]).toEqual([`${answer}:443`, 1]);
      expect(await resultOf(postTo(sender, 'https://hooks.example.com/'))).toBe('blocked');
      tally('vet public, then private at delivery');
    }
    expect(proxy.asked).toHaveLength(2);
  });

  it('is blocked with several addresses when only one turns private', async () => {
    const receiver = use(await startRawServer(ok));
    for (const answer of [...privateAnswers, ...privateAnswers6]) {
      const resolve = inTurn(['93.184.215.14', '1.1.1.1', answer]);
      const sender = openSender({ trustedNetworks: [], resolve });
      tally('mixed answers at delivery');
      expect(await resultOf(postTo(sender, `https://rebind.example.com:${receiver.port}/`))).toBe('blocked');
    }
    expect(receiver.connections()).toBe(0);
  });
});

describe('the check after connecting', () => {
  it('accepts the vetted address in any spelling and nothing else', () => {
    expect(isExpectedPeer('93.184.215.14', '93.184.215.14')).toBe(true);
    expect(isExpectedPeer('2606:4700::1', '2606:4700:0:0:0:0:0:1')).toBe(true);
    for (const peer of ['127.0.0.1', '::ffff:93.184.215.14', '', undefined]) {
      expect(isExpectedPeer(peer, '93.184.215.14')).toBe(false);
    }
  });
});
