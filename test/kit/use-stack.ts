import { afterAll, beforeAll } from 'vitest';
import { present } from './present.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { type Stack, startStack } from './stack.ts';

/** Starts the service as processes, and a webhook receiver, before the tests of a file. Closes both after them. */
export function useStack(): { readonly stack: Stack; readonly receiver: Receiver } {
  let receiver: Receiver | undefined;
  let stack: Stack | undefined;
  beforeAll(async () => {
    receiver = await startReceiver();
    stack = await startStack();
  });
  afterAll(async () => {
    await stack?.close();
    await receiver?.close();
  });
  return {
    get stack() {
      return present(stack);
    },
    get receiver() {
      return present(receiver);
    },
  };
}
