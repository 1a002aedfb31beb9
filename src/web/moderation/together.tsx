import { useData } from '../client/data.tsx';
import { mutate, query, refusedFor } from '../client/graphql.ts';
import { messages } from '../words/messages.ts';
import { DECIDE, DECIDE_TOGETHER, type ModeratedBot, SIBLINGS, type Sibling, UNDO } from './documents.ts';

const labels = messages.moderationTools.together;
const undoLabels = messages.moderationTools.undo;
const { done } = messages.moderation;

export type Decision = keyof typeof done;

/** How a moderator takes something back for some seconds. */
export interface Undo {
  /** The sentence that offers it. */
  readonly about: string;
  /** The accessible name of its button. */
  readonly label: string;
  readonly run: () => Promise<unknown>;
}

/** A decision that was made. */
export interface Decided {
  readonly botId: string;
  /** Other listings that were decided together with it. */
  readonly others?: readonly string[];
  /** The sentence that confirms it. */
  readonly text: string;
  /** Whether the listing stays in the queue, for another reason. */
  readonly stays: boolean;
  readonly undo?: Undo;
}

/** What a moderator decides. */
interface Sent {
  readonly decision: Decision;
  readonly closes: boolean;
  readonly reason?: string;
}

/** The service takes at most twenty at once, with the one that is shown. */
const MAX_CHOSEN = 19;

/** Decides on one listing. */
export async function decideAlone({ botId, revision, name }: ModeratedBot, sent: Sent): Promise<Decided> {
  await mutate(DECIDE, { botId, revision, ...sent });
  const undo = {
    about: undoLabels.about({ name }),
    label: undoLabels.undoOf({ name }),
    run: () => mutate(UNDO, { botId }),
  };
  return { botId, text: done[sent.decision]({ name }), stays: false, undo };
}

/** Decides on a listing and on others of its owner. Some may be refused: the text says which, and why. */
export async function decideTogether(
  listing: ModeratedBot,
  chosen: readonly Sibling[],
  { decision, closes, reason }: Sent,
): Promise<Decided> {
  const all = [listing, ...chosen];
  const { outcomes } = await mutate(DECIDE_TOGETHER, {
    botIds: all.map(({ botId }) => botId),
    ...{ decision, closes, ...(reason !== undefined && { reason }) },
  });
  const decided = outcomes.filter(({ refusal }) => refusal === null).map(({ botId }) => botId);
  const failures = outcomes.flatMap(({ botId, refusal }) => {
    const name = all.find((each) => each.botId === botId)?.name ?? botId;
    return refusal ? [labels.failed({ name, problem: refusedFor(refusal).message })] : [];
  });
  const count = decided.length;
  const undo = {
    about: labels.about({ count }),
    label: labels.about({ count }),
    run: () => undoAll(decided),
  };
  return {
    botId: listing.botId,
    others: decided.filter((botId) => botId !== listing.botId),
    text: [labels.done({ count }), ...failures].join(' '),
    stays: !decided.includes(listing.botId),
    ...(count > 0 && { undo }),
  };
}

/** Takes back each decision that can still be taken back. @throws the first refusal, after all were tried */
async function undoAll(botIds: readonly string[]): Promise<void> {
  const results = await Promise.allSettled(botIds.map((botId) => mutate(UNDO, { botId })));
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

/** Loads other listings of the owner in the same state, for which the same decisions are possible. */
async function loadSiblings({ botId, state, owners }: ModeratedBot): Promise<readonly Sibling[]> {
  const owner = owners?.find(({ isCoOwner }) => !isCoOwner);
  if (!owner) return [];
  const { moderationSearch } = await query(SIBLINGS, { search: owner.userId });
  const found = moderationSearch?.edges.map(({ node }) => node) ?? [];
  const isOwn = ({ owners }: Sibling) =>
    owners?.some(({ userId, isCoOwner }) => userId === owner.userId && !isCoOwner);
  return found
    .filter((other) => other.botId !== botId && other.state === state && isOwn(other))
    .slice(0, MAX_CHOSEN);
}

/** Other listings of the same owner, to decide on them together with this one. Without any, there is nothing. */
export function Siblings({
  listing,
  chosen,
  onChoose,
}: {
  listing: ModeratedBot;
  chosen: readonly Sibling[];
  onChoose: (chosen: readonly Sibling[]) => void;
}) {
  const { data = [] } = useData(() => loadSiblings(listing));
  if (data.length === 0) return null;
  const choose = (sibling: Sibling, isChosen: boolean) =>
    onChoose([...chosen.filter(({ botId }) => botId !== sibling.botId), ...(isChosen ? [sibling] : [])]);
  return (
    <fieldset class="siblings">
      <legend>{labels.title}</legend>
      <p class="muted">{labels.hint}</p>
      {data.length > 1 && (
        <label class="check">
          <input
            type="checkbox"
            aria-keyshortcuts="o"
            checked={chosen.length === data.length}
            onChange={(event) => onChoose(event.currentTarget.checked ? data : [])}
          />
          {labels.all}
        </label>
      )}
      {data.map((sibling) => (
        <label key={sibling.botId} class="check">
          <input
            type="checkbox"
            checked={chosen.some(({ botId }) => botId === sibling.botId)}
            onChange={(event) => choose(sibling, event.currentTarget.checked)}
          />
          <span>
            <bdi>{sibling.name}</bdi> <span class="muted">{sibling.shortDescription}</span>
          </span>
        </label>
      ))}
      <p role="status">{chosen.length > 0 && labels.chosen({ count: chosen.length })}</p>
    </fieldset>
  );
}
