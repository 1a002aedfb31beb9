import { useData } from '../client/data.tsx';
import { mutate, query, Refused, refusedFor } from '../client/graphql.ts';
import { messages } from '../words/messages.ts';
import { DECIDE, DECIDE_TOGETHER, type ModeratedBot, SIBLINGS, type Sibling } from './documents.ts';

const labels = messages.moderationTools.together;

export type DecisionKind = keyof typeof messages.moderation.done;

/** What a moderator decides. */
interface Sent {
  readonly decision: DecisionKind;
  readonly closesReports: boolean;
  readonly reason?: string;
}

/** The service takes at most twenty at once, with the one that is shown. */
const MAX_CHOSEN = 19;

/** Decides on one listing. */
export const decideAlone = ({ botId, revision }: ModeratedBot, sent: Sent): Promise<unknown> =>
  mutate(DECIDE, { botId, revision, ...sent }, true);

/**
 * Decides on a listing and on others of its owner.
 *
 * @returns a sentence that says which of the others were refused, and why; undefined when none was
 * @throws {Refused} when the listing itself was refused
 */
export async function decideTogether(
  listing: ModeratedBot,
  chosen: readonly Sibling[],
  sent: Sent,
): Promise<string | undefined> {
  const all = [listing, ...chosen];
  const { outcomes } = await mutate(
    DECIDE_TOGETHER,
    { botIds: all.map(({ botId }) => botId), ...sent },
    true,
  );
  const failures = outcomes.flatMap(({ botId, refusal }) => {
    const name = all.find((each) => each.botId === botId)?.name ?? botId;
    return refusal ? [labels.failed({ name, problem: refusedFor(refusal).message })] : [];
  });
  if (failures.length === 0) return undefined;
  const text = [labels.done({ count: all.length - failures.length }), ...failures].join(' ');
  const own = outcomes.find(({ botId }) => botId === listing.botId)?.refusal;
  if (own) throw new Refused(refusedFor(own).code, text);
  return text;
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

const CHECK = 'check items-start pt-1 [&>input]:mt-[.2rem]';

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
    <fieldset class="framed m-0 my-4 px-4 py-3">
      <legend class="float-left w-full p-0 font-semibold">{labels.title}</legend>
      <p class="muted clear-both my-1">{labels.hint}</p>
      {data.length > 1 && (
        <label class={CHECK}>
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
        <label key={sibling.botId} class={CHECK}>
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
      <p class="my-1" role="status">
        {chosen.length > 0 && labels.chosen({ count: chosen.length })}
      </p>
    </fieldset>
  );
}
