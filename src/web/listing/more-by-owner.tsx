import type { VNode } from 'preact';
import { Icon } from '../kit/icon.tsx';
import { NameInSentence } from '../kit/name-in-sentence.tsx';
import { messages } from '../words/messages.ts';
import { type BotRow, BotRows } from './bot-row.tsx';

/** Other bots of the owner, in a row of cards; nothing when there are none. */
export function MoreByOwner({
  bots,
  owner,
  now,
}: {
  bots: readonly BotRow[];
  owner: { readonly userId: string; readonly name: string } | undefined;
  now: Date;
}): VNode | null {
  if (!owner || bots.length === 0) return null;
  return (
    <section class="row">
      <header>
        <h2>
          <span>
            <NameInSentence say={messages.bot.moreBy} name={owner.name} />
          </span>
        </h2>
        <a href={`/user/${owner.userId}`}>
          {messages.bot.allBy}
          <Icon name="arrow-right" />
        </a>
      </header>
      <BotRows bots={bots.map((node) => ({ node }))} now={now} level={3} />
    </section>
  );
}
