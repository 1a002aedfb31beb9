import { describe, expect, it } from 'vitest';
import { ok, startProxy, startRawServer } from './support/raw-server.ts';
import { certificate, openSender, postTo, resultOf, use } from './support/scope.ts';

const publicAddress = { trustedNetworks: [], resolve: async () => ['93.184.215.14'] };

describe('an egress proxy', () => {
  it('tunnels to the vetted address, while TLS is checked for the host name', async () => {
    const receiver = use(await startRawServer(ok, { tls: certificate }));
    const proxy = use(await startProxy(() => receiver.port));
    const sender = openSender({ ...publicAddress, proxy: `http://127.0.0.1:${proxy.port}` });
    expect(await resultOf(postTo(sender, 'https://hooks.example.com:8443/hook'))).toBe(200);
    expect(proxy.heads).toEqual([expect.stringMatching(/^CONNECT 93\.184\.215\.14:8443 HTTP\/1\.1\r\n/)]);
    expect(proxy.heads.join()).not.toContain('example.com');
    expect(receiver.requests[0]).toContain('host: hooks.example.com:8443\r\n');
    expect(await resultOf(postTo(sender, 'https://hooks.example.org/'))).toBe('tls_name');
    expect(receiver.requests).toHaveLength(1);
  });

  it('is given an IPv6 address in brackets and its own credentials, which the receiver never sees', async () => {
    const receiver = use(await startRawServer(ok, { tls: certificate }));
    const proxy = use(await startProxy(() => receiver.port));
    const sender = openSender({
      trustedNetworks: [],
      resolve: async () => ['2606:4700::1111'],
      proxy: `http://user:p%40ss@127.0.0.1:${proxy.port}`,
    });
    expect(await resultOf(postTo(sender, 'https://hooks.example.com/'))).toBe(200);
    expect(proxy.asked).toEqual(['[2606:4700::1111]:443']);
    expect(proxy.heads[0]).toContain(`proxy-authorization: Basic ${btoa('user:p@ss')}\r\n`);
    expect(receiver.requests.join()).not.toMatch(/proxy/i);
  });

  it('is not asked for anything that vetting refuses', async () => {
    const proxy = use(await startProxy(() => undefined));
    const options = { trustedNetworks: [], proxy: `http://127.0.0.1:${proxy.port}` };
    for (const address of ['127.0.0.1', '10.0.0.1', '::1', '169.254.169.254']) {
      const sender = openSender({ ...options, resolve: async () => [address] });
      expect(await resultOf(postTo(sender, 'https://hooks.example.com/'))).toBe('blocked');
    }
    expect(proxy.asked).toEqual([]);
  });

  it('that declines, is gone or stays silent makes the request fail, and it is not bypassed', async () => {
    const receiver = use(await startRawServer(ok));
    const url = `http://127.0.0.1:${receiver.port}/`;
    const declining = use(await startProxy(() => undefined));
    const silent = use(await startRawServer(() => {}));
    const gone = await startRawServer(ok);
    await gone.close();
    const through = (port: number) =>
      resultOf(postTo(openSender({ proxy: `http://127.0.0.1:${port}`, timeoutMs: 200 }), url));
    expect([await through(declining.port), await through(gone.port), await through(silent.port)]).toEqual([
      'proxy',
      'proxy',
      'unreachable',
    ]);
    expect(receiver.connections()).toBe(0);
    await expect.poll(() => silent.open()).toBe(0);
  });

  it('carries plain HTTP to trusted networks too', async () => {
    const receiver = use(await startRawServer(ok));
    const proxy = use(await startProxy(() => receiver.port));
    const sender = openSender({ proxy: `http://127.0.0.1:${proxy.port}` });
    expect(await resultOf(postTo(sender, `http://127.0.0.1:${receiver.port}/`))).toBe(200);
    expect(proxy.asked).toEqual([`127.0.0.1:${receiver.port}`]);
  });
});
