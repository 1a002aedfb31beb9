import { messages } from '../../words/messages.ts';
import { Refused } from './refused.ts';
import { useData } from './use-data.ts';

/** Loads something about a bot, as `useData` does. A bot that is not there any more is a refusal. */
export function useBot<Data extends { readonly bot: unknown }>(load: () => Promise<Data>) {
  return useData(async () => {
    const data = await load();
    if (data.bot === null) throw new Refused('NOT_FOUND', messages.moderation.gone);
    return data as Data & { readonly bot: NonNullable<Data['bot']> };
  });
}
