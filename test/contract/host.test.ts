import { describe, expect, test } from 'vitest';
import { send } from '../kit/send.ts';
import { useService } from '../kit/use-service.ts';

describe('A request', () => {
  const subject = useService(1);
  const ask = (host: string) => send(subject.service.url, 'GET', '/api/health', { headers: { host } });

  test.each(['bots.example', 'BOTS.example:8080', '127.0.0.1', '[::1]:3000', 'bots_1.example'])(
    'for the host %s is answered',
    async (host) => {
      expect((await ask(host)).status).toBe(200);
    },
  );

  test.each([
    ...[' ', 'a b', 'bots.example/api', 'bots.example?x', 'bots.example#x', '/', '?', '#'],
    ...['user@bots.example', 'bots.example:', 'bots.example:port', 'bots.example:123456', '[::1', '[x]'],
    ...['bots.example, evil.example', 'bots.example\\x', '<script>', 'http://bots.example'],
  ])('for the host %j is refused with 400, as nobody can tell what it is about', async (host) => {
    const { status, headers, text } = await ask(host);
    expect(status).toBe(400);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(JSON.parse(text)).toEqual({ error: 'The Host header is not valid.' });
  });
});
