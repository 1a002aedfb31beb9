import type { TypedDocument } from '../../documents/graphql.ts';
import { errorOf, type Refused } from './graphql.ts';
import { openStream } from './stream.ts';

export type ConnectionState = 'connecting' | 'live' | 'lost';

/**
 * Opens a stream of a document, and tells how it goes.
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
  return openStream<Data>(
    query,
    variables,
    (message) => {
      const error = errorOf(message);
      if (error) listener.onRefused(error);
      else if (message.data) {
        listener.onState('live');
        listener.onData(message.data);
      }
      return !error;
    },
    () => listener.onState('lost'),
  );
}
