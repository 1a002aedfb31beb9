import { describe, expect, test } from 'vitest';
import { startService } from '../../kit/service.ts';
import { useService } from '../../kit/use-service.ts';
import { visit } from '../page.ts';

const PATH = '/.well-known/security.txt';
const DAY_MS = 24 * 60 * 60 * 1000;

describe('security.txt', () => {
  const subject = useService(1, {
    PUBLIC_URL: 'http://127.0.0.1',
    SECURITY_CONTACT: 'mailto:security@bots.example, https://bots.example/report',
    SECURITY_POLICY_URL: 'https://bots.example/security',
  });

  test('says whom to tell, where the policy is, and until when that holds', async () => {
    const { service } = subject;
    const { status, headers, html } = await visit(service, PATH);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
    const [first, second, expires, policy, canonical, end] = html.split('\n');
    expect([first, second, policy, canonical, end]).toEqual([
      'Contact: mailto:security@bots.example',
      'Contact: https://bots.example/report',
      'Policy: https://bots.example/security',
      `Canonical: http://127.0.0.1${PATH}`,
      '',
    ]);
    const [, until = ''] = /^Expires: (\d{4}-\d\d-\d\dT00:00:00\.000Z)$/.exec(expires ?? '') ?? [];
    const days = (Date.parse(until) - Date.now()) / DAY_MS;
    expect(days).toBeGreaterThan(90);
    expect(days).toBeLessThan(366);
    expect((await visit(service, PATH, { method: 'HEAD' })).status).toBe(200);
    expect((await visit(service, PATH, { method: 'POST' })).status).toBe(405);
  });
});

test('security.txt is not there when nobody is named', async () => {
  await using service = await startService();
  expect((await visit(service, PATH)).status).toBe(404);
});
