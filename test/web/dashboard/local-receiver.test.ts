import { expect, test } from 'vitest';
import { withLocalAdvice } from '../../../src/web/dashboard/browser/connect/local-receiver.ts';
import { texts } from '../../../src/web/dashboard/browser/texts.ts';

const { onThisMachine } = texts.webhook;

test.each([
  ['localhost', 'webhook.notHttps'],
  ['127.0.0.1', 'webhook.notPublic'],
  ['127.1.2.3', 'webhook.localName'],
  ['[::1]', 'attempt.blocked'],
])('on the page at %s, the refusal %s tells how to reach a receiver on this machine', (hostname, reason) => {
  expect(withLocalAdvice('Not there.', reason, hostname)).toBe(`Not there. ${onThisMachine}`);
  expect(onThisMachine).toContain('WEBHOOK_TRUSTED_NETWORKS=');
});

test.each([
  ['bots.example', 'webhook.notPublic'],
  ['localhost.bots.example', 'webhook.notPublic'],
  ['localhost', 'webhook.tooLong'],
  ['localhost', undefined],
])('on the page at %s, the refusal %s says nothing of it', (hostname, reason) => {
  expect(withLocalAdvice('Not there.', reason, hostname)).toBe('Not there.');
});
