import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import { ActButton, ActForm, ActOutcome, Acts, SendButton } from '../client/act.tsx';
import { Button } from '../client/buttons.tsx';
import { InputField, SelectField } from '../client/fields.tsx';
import { query, Refused } from '../client/graphql.ts';
import { RefusalText } from '../client/outcome.tsx';
import { StateBadge } from '../client/section.tsx';
import { Time } from '../client/time.tsx';
import { messages } from '../words/messages.ts';
import { userPath } from './blocks.tsx';
import { type Filter, type FoundBot, type List, type QueueItem, SEARCH } from './documents.ts';
import { type Queue, type QueueState, useMore } from './queue.ts';

const labels = messages.moderation;
const labelsOfEdits = messages.edits;

/** The queue, as far as it is loaded, and the search for other listings. */
export function QueueCard({
  state,
  list,
  onOpen,
  onFound,
  onRefused,
}: {
  state: QueueState;
  list: RefObject<HTMLOListElement | null>;
  onOpen: (botId: string) => void;
  onFound: (botId: string) => void;
  onRefused: (refusal: Refused) => void;
}) {
  const { queue, list: chosenList, filter, items, refusal, chosenId } = state;
  const more = useMore(state, onRefused);
  if (!queue) return null;
  return (
    <section class="card queue min-[52rem]:row-[1/3] p-4" aria-labelledby="queue-title">
      <div class="min-[52rem]:[&_.hint]:hidden grid gap-2 mb-3">
        <h2 class="m-0" id="queue-title" tabIndex={-1}>
          {labels.queue}
        </h2>
        <Lists {...state} queue={queue} />
        {chosenList === 'QUEUE' && <Filters filter={filter} onFilter={state.setFilter} />}
        <SearchListings onFound={onFound} />
      </div>
      <div class="queue-rows">
        {items.length === 0 && <p>{emptyOf(chosenList, filter)}</p>}
        <div role="status">
          {refusal && (
            <p class="outcome refused">
              <RefusalText refusal={refusal} />
            </p>
          )}
        </div>
        <ol class="items grid gap-1 mb-2" ref={list}>
          {items.map((item) => (
            <QueueRow
              key={item.bot.botId}
              item={item}
              isShown={item.bot.botId === chosenId}
              onOpen={() => onOpen(item.bot.botId)}
            />
          ))}
        </ol>
        {queue.next !== null && (
          <Button isBusy={more.isBusy} buttonRef={more.button} onClick={() => void more.loadMore()}>
            {labels.more}
          </Button>
        )}
      </div>
    </section>
  );
}

const LIST =
  'relative grid place-items-center min-h-10 px-2 rounded-[calc(var(--radius-control)-.2rem)] text-small text-center ' +
  'has-[:checked]:bg-line has-[:checked]:font-semibold has-[:focus-visible]:[outline:2px_solid_var(--accent)]';

/** Switches between what has to be decided and what is public already. */
function Lists({ queue, list, setList }: Pick<QueueState, 'list' | 'setList'> & { queue: Queue }) {
  const counts = {
    QUEUE: labelsOfEdits.queue({ count: queue.total }),
    LATER: labelsOfEdits.later({ count: queue.later }),
  };
  return (
    <fieldset class="grid grid-flow-col gap-1 m-0 mb-3 p-[.2rem] framed">
      <legend class="sr-only">{labelsOfEdits.list}</legend>
      {(Object.keys(counts) as List[]).map((one) => (
        <label key={one} class={LIST}>
          <input
            type="radio"
            class="absolute inset-0 m-0 opacity-0 cursor-pointer"
            name="list"
            checked={one === list}
            onChange={() => setList(one)}
          />
          {counts[one]}
        </label>
      ))}
    </fieldset>
  );
}

function emptyOf(list: List, filter: Filter): string {
  if (list === 'LATER') return labelsOfEdits.laterEmpty;
  return Object.values(filter).some(Boolean) ? labels.noMatch : labels.empty;
}

/** What the first select offers: each entry filters by one thing. */
const OFFERED: readonly (readonly [Filter, string])[] = [
  [{}, labels.everything],
  [{ urgency: 'SEVERE' }, labels.urgencies.SEVERE],
  [{ urgency: 'SENSITIVE' }, labels.urgencies.SENSITIVE],
  ...(Object.keys(labels.kinds) as (keyof typeof labels.kinds)[]).map(
    (kind) => [{ kind }, labels.kinds[kind]] as const,
  ),
  ...(Object.keys(labels.categories) as (keyof typeof labels.categories)[]).map(
    (category) => [{ category }, labels.ofCategory({ category: labels.categories[category] })] as const,
  ),
];
const CLAIMS = Object.entries(labels.claims) as [keyof typeof labels.claims, string][];

/** Leaves only some listings in the queue. */
function Filters({ filter, onFilter }: { filter: Filter; onFilter: (filter: Filter) => void }) {
  const { claim, ...shown } = filter;
  const index = OFFERED.findIndex(([each]) => JSON.stringify(each) === JSON.stringify(shown));
  return (
    <fieldset class="unframed grid grid-cols-2 gap-2">
      <legend class="sr-only">{labels.filters}</legend>
      <SelectField
        label={labels.show}
        value={String(Math.max(index, 0))}
        options={OFFERED.map(([, text], position) => [String(position), text] as const)}
        onValue={(position) => onFilter({ ...OFFERED[Number(position)]?.[0], ...(claim && { claim }) })}
      />
      <SelectField
        label={labels.claimedBy}
        value={claim ?? 'ANY'}
        options={CLAIMS}
        onValue={(chosen) => onFilter(chosen === 'ANY' ? shown : { ...shown, claim: chosen })}
      />
    </fieldset>
  );
}

/** What a moderator should know of a listing before they open it. */
function badgesOf({ urgency, badges }: QueueItem): (keyof typeof labels.badges)[] {
  return urgency === 'USUAL' ? [...badges] : [urgency, ...badges];
}

/** Why a listing waits. */
function whyOf(item: QueueItem): string {
  if ('openReportCount' in item) return labels.reports({ count: item.openReportCount });
  return item.__typename === 'EditedListing' ? labelsOfEdits.edited : messages.state.submitted;
}

const SHOWN = 'border-accent [box-shadow:inset_4px_0_var(--accent)]';

function QueueRow({ item, isShown, onOpen }: { item: QueueItem; isShown: boolean; onOpen: () => void }) {
  return (
    <li>
      <button
        type="button"
        class={`grid w-full text-start font-regular ${isShown ? SHOWN : 'border-line'}`}
        aria-current={isShown}
        onClick={onOpen}
      >
        {/* A name from right to left begins where the other lines do. */}
        <strong class="justify-self-start" dir="auto">
          {item.bot.name}
        </strong>
        <span class="muted">
          {whyOf(item)}, <Time at={item.since} />
        </span>
        {badgesOf(item).length > 0 && (
          <span class="flex flex-wrap gap-1 mt-1">
            {badgesOf(item).map((badge) => (
              <span key={badge} class={`badge ${badge === 'SEVERE' ? 'rejected' : 'pending'}`}>
                {labels.badges[badge]}
              </span>
            ))}
          </span>
        )}
        {item.claim && (
          <span class="muted">
            {messages.moderationTools.claim.short({ name: item.claim.userName ?? item.claim.userId })}
          </span>
        )}
      </button>
    </li>
  );
}

/** The listings that were found, as far as they are loaded. */
interface Found {
  readonly search: string;
  readonly bots: readonly FoundBot[];
  /** The cursor of the next page; null after the last one. */
  readonly next: string | null;
}

async function loadFound(search: string, after: string | null): Promise<Omit<Found, 'search'>> {
  const { moderationSearch: page } = await query(SEARCH, { search, after });
  if (!page) throw new Refused('BROKEN', messages.common.broken);
  const bots = page.edges.map(({ node }) => node);
  return { bots, next: page.pageInfo.hasNextPage ? page.pageInfo.endCursor : null };
}

const isUserId = (text: string) => /^\d{17,19}$/.test(text);

const FOUND = 'flex gap-2 items-center justify-between w-full border-line text-start font-regular';

/** Finds listings in every state by name, id or owner. The id of a listing opens it at once. */
function SearchListings({ onFound }: { onFound: (botId: string) => void }) {
  const [wanted, setWanted] = useState('');
  const [found, setFound] = useState<Found>();
  const search = async () => {
    const text = wanted.trim();
    const page = await loadFound(text, null);
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
    const page = await loadFound(text, next);
    setFound({ search: text, next: page.next, bots: [...bots, ...page.bots] });
  };
  return (
    <section class="search-listings">
      <Acts>
        <ActForm field="wanted" keeps act={search}>
          <InputField
            name="wanted"
            label={labels.lookUp}
            hint={labels.lookUpHint}
            value={wanted}
            onValue={setWanted}
            required
            beside={<SendButton>{labels.lookUpButton}</SendButton>}
          />
        </ActForm>
        <ActOutcome />
        {found && isUserId(found.search) && (
          <p>
            <a href={userPath(found.search)}>{messages.moderatedUser.open({ id: found.search })}</a>
          </p>
        )}
        {found && (
          <ul class="items grid gap-1 my-2" aria-label={labels.lookUp}>
            {found.bots.map((bot) => (
              <li key={bot.botId}>
                <button type="button" class={FOUND} onClick={() => onFound(bot.botId)}>
                  <strong dir="auto">{bot.name}</strong>
                  <span>
                    <StateBadge state={bot.state} />
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
        {found && found.next !== null && <ActButton act={() => more(found)}>{labels.moreFound}</ActButton>}
      </Acts>
    </section>
  );
}
