import type { PostRequest, Sender, SendOutcome } from '../../src/net/sender.ts';

/** A response of a receiver. */
export function answered(
  status: number,
  more: Partial<SendOutcome & { kind: 'response' }> = {},
): SendOutcome {
  return {
    kind: 'response',
    status,
    durationMs: 12.4,
    excerpt: 'thank you',
    headers: {},
    retryAfterSeconds: undefined,
    ...more,
  };
}

export interface FakeSender extends Sender {
  readonly posts: PostRequest[];
  /** The outcome of the next posts. */
  outcome: (request: PostRequest) => SendOutcome | Promise<SendOutcome>;
}

/** Takes the place of the network, and keeps the requests that would have been sent. */
export function fakeSender(outcome: SendOutcome = answered(200)): FakeSender {
  const sender: FakeSender = {
    posts: [],
    outcome: () => outcome,
    vet: async () => {},
    async post(request) {
      sender.posts.push(request);
      return sender.outcome(request);
    },
    probe: () => Promise.reject(new Error('Nothing is probed here.')),
    read: () => Promise.reject(new Error('Nothing is read here.')),
    close: async () => {},
  };
  return sender;
}
