import { useState } from 'preact/hooks';
import { Button } from '../client/form/button.tsx';
import { FieldForm } from '../client/form/field-form.tsx';
import { query } from '../client/request/graphql.ts';
import { OutcomeLine } from '../client/request/outcome-line.tsx';
import { Refused } from '../client/request/refused.ts';
import { useFieldAction } from '../client/request/use-action.ts';
import { StateBadge } from '../client/state-badge.tsx';
import { messages } from '../words/messages.ts';
import { type FoundBot, SEARCH } from './documents.ts';

const labels = messages.moderation;

/** The listings that were found, as far as they are loaded. */
interface Found {
  readonly search: string;
  readonly bots: readonly FoundBot[];
  /** The cursor of the next page; null after the last one. */
  readonly next: string | null;
}

/** Finds listings in every state by name, id or owner. The id of a listing opens it at once. */
export function SearchListings({ onFound }: { onFound: (botId: string) => void }) {
  const [wanted, setWanted] = useState('');
  const [found, setFound] = useState<Found>();
  const { isBusy, outcome, problem, run } = useFieldAction();
  const load = async (search: string, after: string | null) => {
    const { moderationSearch: page } = await query(SEARCH, { search, after });
    if (!page) throw new Refused('BROKEN', messages.common.broken);
    const bots = page.edges.map(({ node }) => node);
    return { bots, next: page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null };
  };
  const search = async () => {
    const text = wanted.trim();
    const page = await load(text, null);
    if (page.bots.some(({ botId }) => botId === text)) {
      setFound(undefined);
      setWanted('');
      onFound(text);
      return undefined;
    }
    setFound({ search: text, ...page });
    if (page.bots.length === 0) return labels.nothingFound;
    return page.next === null ? labels.found({ count: page.bots.length }) : labels.firstFound;
  };
  const more = async ({ search: text, bots, next }: Found) => {
    const page = await load(text, next);
    setFound({ search: text, next: page.next, bots: [...bots, ...page.bots] });
    return undefined;
  };
  return (
    <section class="search-listings">
      <FieldForm
        label={labels.lookUp}
        hint={labels.lookUpHint}
        problem={problem}
        value={wanted}
        onInput={setWanted}
        button={labels.lookUpButton}
        isBusy={isBusy}
        onSend={() => run(search)}
      />
      <OutcomeLine outcome={outcome} />
      {found && (
        <ul aria-label={labels.lookUp}>
          {found.bots.map((bot) => (
            <li key={bot.botId}>
              <button type="button" onClick={() => onFound(bot.botId)}>
                <strong dir="auto">{bot.name}</strong>
                <span>
                  <StateBadge state={bot.state} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {found && found.next !== null && (
        <Button isBusy={isBusy} onClick={() => void run(() => more(found))}>
          {labels.moreFound}
        </Button>
      )}
    </section>
  );
}
