import type { TypedDocument } from '../../documents/graphql.ts';
import { errorOf, type GraphQLResponse, type Refused } from './graphql.ts';

const FIRST_DELAY_MS = 1000;
const MAX_DELAY_MS = 60_000;

export type ConnectionState = 'connecting' | 'live' | 'lost';

/**
 * Subscribes over server-sent events, while the page is visible. A stream that ends or breaks is opened again, with
 * growing delays while that fails.
 *
 * @param listener `onRefused`: the service refused the subscription, which is then over
 * @returns a function that ends the subscription
 */
export function subscribe<Data, Variables>(
  query: TypedDocument<Data, Variables>,
  variables: Variables,
  listener: {
    onData: (data: Data) => void;
    onState: (state: ConnectionState) => void;
    onRefused: (refusal: Refused) => void;
  },
): () => void {
  const address = `/graphql?${new URLSearchParams({ query, variables: JSON.stringify(variables) })}`;
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let delayMs = FIRST_DELAY_MS;

  function open(): void {
    close();
    source = new EventSource(address);
    source.addEventListener('next', ({ data }) => receive(JSON.parse(data) as GraphQLResponse<Data>));
    // The service ends each stream after some minutes. No event is lost by that.
    source.addEventListener('complete', openSoon);
    source.addEventListener('error', () => {
      listener.onState('lost');
      openSoon();
    });
  }
  function receive(message: GraphQLResponse<Data>): void {
    const error = errorOf(message);
    if (error) {
      end();
      listener.onRefused(error);
    } else if (message.data) {
      delayMs = FIRST_DELAY_MS;
      listener.onState('live');
      listener.onData(message.data);
    }
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
  const onVisibility = () => (document.hidden ? close() : open());
  function end(): void {
    document.removeEventListener('visibilitychange', onVisibility);
    close();
  }
  document.addEventListener('visibilitychange', onVisibility);
  if (!document.hidden) open();
  return end;
}
