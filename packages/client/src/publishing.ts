import { type CommandList, readCommands } from './commands.ts';
import { ApiError } from './errors.ts';
import type { Teller } from './tell.ts';

export interface PublishingNeeds {
  /** Gives the commands of the bot. */
  readonly commands: () => CommandList | Promise<CommandList>;
  /** Sends what the page is to show. */
  readonly put: (read: ReturnType<typeof readCommands>) => Promise<unknown>;
  readonly teller: Teller;
}

/**
 * Makes a function that publishes the commands if they have changed. It never rejects.
 *
 * A list that the service refused (400) is not sent again until it changes. After any other error, the next call sends
 * it again.
 */
export function createPublisher({ commands, put, teller }: PublishingNeeds): () => Promise<void> {
  let settled: string | undefined;
  return async () => {
    try {
      const read = readCommands(await commands());
      const text = JSON.stringify(read);
      if (text === settled) return;
      try {
        await put(read);
      } catch (error) {
        if (error instanceof ApiError && error.status === 400) settled = text;
        throw error;
      }
      settled = text;
      teller.succeeded();
    } catch (error) {
      teller.failed(error);
    }
  };
}
