import { expect, test } from 'vitest';
import { withLocalAdvice } from '../../../src/web/manage/attempt-words.ts';
import { messages } from '../../../src/web/words/messages.ts';

const { onThisMachine } = messages.webhook;

const RECEIVER = 'http://127.0.0.1:4000/webhook';

test.each([
  ['localhost', 'webhook.notHttps', RECEIVER],
  ['127.0.0.1', 'webhook.notPublic', 'https://127.0.0.1/votes'],
  ['127.1.2.3', 'webhook.localName', 'http://localhost:4000/webhook'],
  ['[::1]', 'attempt.blocked', 'http://[::1]:4000/webhook'],
])(
  'on the page at %s, the refusal %s of %s tells how to reach a receiver on this machine',
  (hostname, reason, receiver) => {
    expect(withLocalAdvice('Not there.', reason, hostname, receiver)).toBe(`Not there. ${onThisMachine}`);
    expect(onThisMachine).toContain('WEBHOOK_TRUSTED_NETWORKS=');
  },
);

test.each([
  ['bots.example', 'webhook.notPublic', RECEIVER],
  ['localhost.bots.example', 'webhook.notPublic', RECEIVER],
  ['localhost', 'webhook.tooLong', RECEIVER],
  ['localhost', undefined, RECEIVER],
  ['localhost', 'webhook.notHttps', 'ftp://127.0.0.1/votes'],
  ['localhost', 'webhook.notHttps', 'http://melody.example/votes'],
  ['localhost', 'webhook.notPublic', 'https://no-such-name.example/votes'],
  ['localhost', 'webhook.notHttps', 'no URL'],
])('on the page at %s, the refusal %s of %s says nothing of it', (hostname, reason, receiver) => {
  expect(withLocalAdvice('Not there.', reason, hostname, receiver)).toBe('Not there.');
});
