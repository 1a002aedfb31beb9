import type { GraphQLResponse } from './graphql.ts';

const FIRST_DELAY_MS = 1000;
const MAX_DELAY_MS = 60_000;

/**
 * Subscribes over server-sent events, while the page is visible. A stream that ends or breaks is opened again, with
 * growing delays while that fails.
 *
 * @param receive returns whether to go on
 * @returns a function that ends the subscription
 */
export function openStream<Data>(
  query: string,
  variables: unknown,
  receive: (message: GraphQLResponse<Data>) => boolean,
  onLost = () => {},
): () => void {
  const address = `/graphql?${new URLSearchParams({ query, variables: JSON.stringify(variables) })}`;
  const listening = new AbortController();
  const { signal } = listening;
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let delayMs = FIRST_DELAY_MS;

  function open(): void {
    close();
    source = new EventSource(address);
    source.addEventListener('next', ({ data }) => {
      if (receive(JSON.parse(data))) delayMs = FIRST_DELAY_MS;
      else end();
    });
    // The service ends each stream after some minutes. No event is lost by that.
    source.addEventListener('complete', openSoon);
    source.addEventListener('error', () => {
      onLost();
      openSoon();
    });
  }
  function openSoon(): void {
    close();
    timer = setTimeout(open, delayMs);
    delayMs = Math.min(delayMs * 2, MAX_DELAY_MS);
  }
  function close(): void {
    clearTimeout(timer);
    source?.close();
  }
  function end(): void {
    listening.abort();
    close();
  }
  const follow = () => (document.hidden ? close() : open());
  document.addEventListener('visibilitychange', follow, { signal });
  // A page that the browser keeps for the way back holds no connection.
  addEventListener('pagehide', close, { signal });
  addEventListener('pageshow', ({ persisted }) => persisted && follow(), { signal });
  follow();
  return end;
}
