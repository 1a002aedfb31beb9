/** An event of a stream of votes. */
export interface VoteEvent {
  readonly id: string;
  readonly userId: string;
  readonly votedAt: string;
}

export interface VoteEvents {
  readonly status: number;
  readonly headers: Headers;
  /** What the service said instead of a stream. */
  readonly refusal: Record<string, unknown> | undefined;
  /** The `id` that came last: where the next stream begins. */
  readonly lastId: () => string | undefined;
  /** The next event; undefined when the stream has ended. */
  next(): Promise<VoteEvent | undefined>;
  /** The next events, as many as are named. */
  take(count: number): Promise<VoteEvent[]>;
  /** Closes the connection. */
  leave(): void;
}

/** Opens the stream of a bot's votes, as a client does. */
export async function openVoteEvents(
  url: string,
  { id, token }: { readonly id: string; readonly token: string },
  { since, lastEventId, ...init }: { since?: string; lastEventId?: string | undefined } & RequestInit = {},
): Promise<VoteEvents> {
  const leaving = new AbortController();
  const query = since === undefined ? '' : `?${new URLSearchParams({ since })}`;
  const response = await fetch(`${url}/api/v1/bots/${id}/votes/stream${query}`, {
    ...init,
    headers: {
      authorization: token,
      accept: 'text/event-stream',
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
      ...(init.headers as Record<string, string>),
    },
    signal: leaving.signal,
  });
  const { status, headers } = response;
  const isStream = headers.get('content-type') === 'text/event-stream';
  const refusal = isStream
    ? undefined
    : ((await response.json().catch(() => ({}))) as Record<string, unknown>);
  const chunks = isStream ? response.body?.pipeThrough(new TextDecoderStream()).getReader() : undefined;
  let read = '';
  let lastId: string | undefined;

  async function next(): Promise<VoteEvent | undefined> {
    for (;;) {
      const end = read.indexOf('\n\n');
      if (end < 0) {
        const { value, done } = (await chunks?.read().catch(() => undefined)) ?? { done: true, value: '' };
        if (done) return undefined;
        read += value;
        continue;
      }
      const fields = new Map(
        read
          .slice(0, end)
          .split('\n')
          .map((line) => [line.replace(/: .*/, ''), line.replace(/^\w*: /, '')]),
      );
      read = read.slice(end + 2);
      lastId = fields.get('id') ?? lastId;
      const data = fields.get('data');
      if (data === undefined) continue;
      const { user_id: userId, voted_at: votedAt } = JSON.parse(data) as Record<string, string>;
      return { id: lastId ?? '', userId: userId ?? '', votedAt: votedAt ?? '' };
    }
  }

  return {
    status,
    headers,
    refusal,
    lastId: () => lastId,
    next,
    async take(count) {
      const events: VoteEvent[] = [];
      while (events.length < count) {
        const event = await next();
        if (!event) throw new Error(`The stream ended after ${events.length} of ${count} events.`);
        events.push(event);
      }
      return events;
    },
    leave: () => leaving.abort(),
  };
}
