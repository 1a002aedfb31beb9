import type { GraphQLAnswer } from './service.ts';

export interface Stream {
  readonly status: number;
  /** The next event; undefined when the stream has ended. */
  next(): Promise<GraphQLAnswer | undefined>;
  /** Closes the connection, as a browser does. */
  leave(): void;
}

/** Starts a subscription with server-sent events, as the dashboard does. */
export async function subscribe(
  url: string,
  query: string,
  variables: object,
  headers: Record<string, string> = {},
): Promise<Stream> {
  const leaving = new AbortController();
  const asked = new URLSearchParams({ query, variables: JSON.stringify(variables) });
  const response = await fetch(`${url}/graphql?${asked}`, {
    headers: { accept: 'text/event-stream', ...headers },
    signal: leaving.signal,
  });
  const chunks = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let read = '';
  return {
    status: response.status,
    leave: () => leaving.abort(),
    async next() {
      for (;;) {
        const end = read.indexOf('\n\n');
        if (end >= 0) {
          const event = read.slice(0, end);
          read = read.slice(end + 2);
          if (event.startsWith('event: next')) return JSON.parse(event.replace(/^.*\ndata: /, ''));
          if (event.startsWith('event: complete')) return undefined;
          continue;
        }
        const { value, done } = (await chunks?.read()) ?? { done: true, value: undefined };
        if (done) return undefined;
        read += value;
      }
    },
  };
}
