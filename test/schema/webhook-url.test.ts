import { describe, expect, test } from 'vitest';
import { useService } from '../kit/use-service.ts';

const SET = `mutation ($id: ID!, $url: String!) { result: setWebhook(botId: $id, url: $url) {
  __typename ... on SetWebhookPayload { secret webhook { url } } ... on Error { code message }
} }`;

interface Result {
  readonly __typename: string;
  readonly code?: string;
  readonly message?: string;
  readonly secret?: string;
}

describe('setWebhook', () => {
  // Nothing is lifted here, as in production.
  const subject = useService(24, { WEBHOOK_TRUSTED_NETWORKS: '' });
  const set = async (url: string) => {
    const bot = subject.bot();
    const cookie = await subject.signIn(subject.ownerId);
    const result = await subject.graphql<Result>(SET, { id: bot.id, url }, cookie);
    const { webhook } = await subject.graphql<{ webhook: { url: string } }>(
      'query ($id: ID!) { result: bot(botId: $id) { webhook { url } } }',
      { id: bot.id },
      cookie,
    );
    return { result, stored: webhook.url };
  };

  const PUBLIC_ONLY =
    'The URL must lead to a public https address. Check the spelling of its host. Private networks are refused.';
  const NOT_LOCAL =
    'The URL must name a public host, not one of a local network. Use the name that your server has on the internet.';
  test.each([
    ['http://203.0.114.5/votes', 'The URL must start with https://.'],
    ['ftp://203.0.114.5/votes', 'The URL must start with https://.'],
    ['javascript:alert(1)', 'The URL must start with https://.'],
    ['https://127.0.0.1/votes', PUBLIC_ONLY],
    ['https://[::1]/votes', PUBLIC_ONLY],
    ['https://2130706433/votes', PUBLIC_ONLY],
    ['https://0x7f000001/votes', PUBLIC_ONLY],
    ['https://10.1.2.3/votes', PUBLIC_ONLY],
    ['https://172.16.0.1/votes', PUBLIC_ONLY],
    ['https://[::ffff:10.0.0.1]/votes', PUBLIC_ONLY],
    ['https://[fc00::1]/votes', PUBLIC_ONLY],
    ['https://192.168.1.1/votes', PUBLIC_ONLY],
    ['https://169.254.169.254/latest/meta-data', PUBLIC_ONLY],
    // A name without an address, like one with a private address: which it is would tell of internal names.
    ['https://no-such-name.invalid/', PUBLIC_ONLY],
    ['https://localhost/votes', NOT_LOCAL],
    ['https://metadata.internal/', NOT_LOCAL],
    ['https://user:password@8.8.8.8/votes', 'The URL must not contain a user name or a password.'],
    ['https://8.8.8.8:22/', 'The URL uses a port that belongs to another kind of service.'],
    ['votes', 'The URL is not a valid web address.'],
    ['', 'The URL is not a valid web address.'],
    [`https://8.8.8.8/${'x'.repeat(2048)}`, 'The URL must be at most 2048 characters long.'],
  ])('refuses %s with a clear sentence and keeps what was set', async (url, message) => {
    const { result, stored } = await set(url);
    expect(result).toEqual({ __typename: 'InvalidInputError', code: 'INVALID_INPUT', message });
    expect(stored).toBe('http://127.0.0.1:4000/webhook');
  });

  test('takes an https address of a public host, and gives a secret for it', async () => {
    const url = 'https://8.8.8.8/votes?from=list';
    const { result, stored } = await set(url);
    expect(result).toMatchObject({ __typename: 'SetWebhookPayload', webhook: { url } });
    expect(result.secret).toMatch(/^whsec_[A-Za-z\d]{44}$/);
    expect(stored).toBe(url);
  });
});
