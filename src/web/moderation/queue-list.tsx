import type { RefObject } from 'preact';
import { Time } from '../client/time.tsx';
import { messages } from '../words/messages.ts';
import type { QueueItem } from './documents.ts';

const labels = messages.moderation;

/** The loaded listings of the queue, as buttons. */
export function QueueList({
  items,
  chosenId,
  listRef,
  onOpen,
}: {
  items: readonly QueueItem[];
  chosenId: string | undefined;
  listRef: RefObject<HTMLOListElement | null>;
  onOpen: (botId: string) => void;
}) {
  return (
    <ol ref={listRef}>
      {items.map((item) => (
        <li key={item.bot.botId}>
          <button
            type="button"
            aria-current={item.bot.botId === chosenId}
            onClick={() => onOpen(item.bot.botId)}
          >
            <strong dir="auto">{item.bot.name}</strong>
            <span class="muted">
              {'openReportCount' in item ? labels.reports({ count: item.openReportCount }) : labels.submitted}
              , <Time at={item.since} />
            </span>
            {item.claim && (
              <span class="muted">
                {messages.moderationTools.claim.short({ name: item.claim.userName ?? item.claim.userId })}
              </span>
            )}
          </button>
        </li>
      ))}
    </ol>
  );
}
