import { useState } from 'preact/hooks';
import { DAY_MS } from '../../lib/day.ts';
import { ActButton, ActOutcome, Acts, useActs } from '../client/act.tsx';
import { Button } from '../client/buttons.tsx';
import { InputField } from '../client/fields.tsx';
import { mutate, query } from '../client/graphql.ts';
import { hold, useEnded, useHeld } from '../client/held.tsx';
import { focusFirst } from '../client/page.ts';
import { formatMoment, Time } from '../client/time.tsx';
import { Voidings } from '../manage/voidings.tsx';
import { messages } from '../words/messages.ts';
import { userPath } from './blocks.tsx';
import {
  type ModeratedBot,
  type PartProps,
  RESTORE_VOTES,
  VOID_VOTES,
  VOTE_SIGNALS,
  type VoteSignal,
} from './documents.ts';
import { ReasonForm, reasonFor, useOpen } from './reason-form.tsx';

const labels = messages.moderationTools.votes;
const DAYS_MS = 7 * DAY_MS;

/** What stands out about the votes, when the moderator asks; and votes that are voided, or restored. */
export function ListingVotes({ listing }: Pick<PartProps, 'listing'>) {
  return (
    <Acts>
      <Votes listing={listing} />
    </Acts>
  );
}

function Votes({ listing }: Pick<PartProps, 'listing'>) {
  const { botId, name } = listing;
  const isGone = useHeld();
  const [signals, setSignals] = useState<readonly VoteSignal[]>();
  const { act } = useActs();
  const find = async () => {
    const { bot } = await query(VOTE_SIGNALS, { botId });
    const found = bot?.review?.voteSignals ?? [];
    setSignals(found);
    return found.length === 0 ? labels.none : undefined;
  };
  // Votes that are voided do not stand out any more.
  useEnded((decision, end) => {
    if (decision.botId === botId && end === 'sent' && signals !== undefined) void act(find, { isRead: true });
  });
  const restore = (voidingId: string) => {
    hold({
      ...{ botId, name },
      text: labels.isRestored,
      hides: [`voiding ${voidingId}`],
      send: () => mutate(RESTORE_VOTES, { botId, voidingId }, true),
    });
    focusFirst('#voided-title');
  };
  return (
    <section aria-labelledby="listing-votes-title">
      <h3 id="listing-votes-title" tabIndex={-1}>
        {labels.title}
      </h3>
      <div class="actions">
        <ActButton isRead act={find}>
          {labels.find}
        </ActButton>
        <ActOutcome />
      </div>
      {signals !== undefined && signals.length > 0 && (
        <>
          <p class="muted">{labels.noVerdict}</p>
          <ol class="history mb-6">
            {signals.map((signal) => (
              <Signal
                key={`${signal.kind} ${signal.from} ${signal.other?.botId}`}
                listing={listing}
                signal={signal}
              />
            ))}
          </ol>
        </>
      )}
      <VoidForm listing={listing} label={labels.others} />
      <Voidings
        voidings={listing.voidings ?? []}
        actionOf={({ id, createdAt, restoredAt }) =>
          restoredAt === null &&
          !isGone(`voiding ${id}`) && (
            <Button
              label={labels.restoreNamed({ time: formatMoment(createdAt) })}
              onClick={() => restore(id)}
            >
              {labels.restore}
            </Button>
          )
        }
      />
    </section>
  );
}

const VOTERS = 'fill-15 gap-x-4 gap-y-1 max-h-56 overflow-y-auto mx-0 my-3 framed rounded-small px-3 py-2';

/** A signal with its figures and innocent reasons. Its voters can be chosen. */
function Signal({ listing, signal }: { listing: ModeratedBot; signal: VoteSignal }) {
  const { kind, from, until, voters, outOf, usualShare, gapSeconds, other } = signal;
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const turn = (userId: string) => {
    const next = new Set(left);
    if (!next.delete(userId)) next.add(userId);
    setLeft(next);
  };
  const figures = { count: voters.length, all: outOf, hours: Math.round((gapSeconds ?? 0) / 360) / 10 };
  return (
    <li>
      <h4 class="mt-0 mb-1">{labels.kinds[kind]}</h4>
      <p class="muted mt-0 mb-1">
        <Time at={from} />
        {' – '}
        <Time at={until} />
      </p>
      <p class="mt-0 mb-1">
        {labels.figures[kind](figures)}{' '}
        {other && (
          <a href={`/bot/${other.botId}`} dir="auto">
            {other.name}
          </a>
        )}
        {kind === 'NEW_ACCOUNTS' &&
          (usualShare === null ? labels.unknown : labels.usual({ percent: Math.round(usualShare * 100) }))}
      </p>
      <p class="muted mt-0 mb-1">{labels.innocent[kind]}</p>
      <fieldset class={VOTERS}>
        <legend>{labels.voters}</legend>
        {voters.map(({ userId, name, voteCount }) => (
          <div key={userId}>
            <input
              type="checkbox"
              aria-label={labels.voter({ name: name ?? userId, count: voteCount })}
              checked={!left.has(userId)}
              onChange={() => turn(userId)}
            />{' '}
            <a href={userPath(userId)} dir="auto">
              {name ?? userId}
            </a>{' '}
            <span class="muted">{messages.moderatedUser.voteCount({ count: voteCount })}</span>
          </div>
        ))}
      </fieldset>
      <VoidForm
        listing={listing}
        label={labels.some}
        signal={{ from, until, voters: voters.filter(({ userId }) => !left.has(userId)) }}
      />
    </li>
  );
}

/** One voiding takes so many votes at most. */
const MAX_VOIDED = 1000;

/** So many of the largest requests outlive a page together. */
const MAX_KEPT = 2;

/** The ids of voters, in groups of as many votes as one voiding takes. */
function groupsOf(voters: VoteSignal['voters']): string[][] {
  const groups: string[][] = [];
  let votes = MAX_VOIDED;
  for (const { userId, voteCount } of voters) {
    if (votes + voteCount > MAX_VOIDED) {
      groups.push([]);
      votes = 0;
    }
    groups.at(-1)?.push(userId);
    votes += voteCount;
  }
  return groups;
}

/**
 * The button and the form that void votes.
 *
 * @param props.signal whose votes, and when; without one, the moderator types ids, and it is the last seven days
 */
function VoidForm({
  listing,
  label,
  signal,
}: {
  listing: ModeratedBot;
  label: string;
  signal?: Pick<VoteSignal, 'voters' | 'from' | 'until'>;
}) {
  const { botId, name, languages } = listing;
  const subject = `${botId}VOID${signal?.from ?? ''}`;
  const [isOpen, setOpen] = useOpen(subject);
  const [typed, setTyped] = useState('');
  const send = (reason: string) => {
    const period = signal ?? {
      from: new Date(Date.now() - DAYS_MS).toISOString(),
      until: new Date(Date.now() + DAY_MS).toISOString(),
    };
    const { from, until } = period;
    const groups = signal ? groupsOf(signal.voters) : [typed.split(/[\s,]+/).filter((id) => id !== '')];
    const voidGroup = (userIds: string[]) =>
      mutate(VOID_VOTES, { botId, from, until, userIds, reason }, groups.length <= MAX_KEPT);
    setOpen(false);
    hold({
      ...{ botId, name },
      text: labels.done,
      draft: reasonFor(subject),
      send: async () => {
        await Promise.all(groups.map(voidGroup));
        setTyped('');
      },
    });
    focusFirst('#voided-title', '#listing-votes-title');
  };
  if (!isOpen) {
    return (
      <div class="actions">
        <Button kind="danger" isOff={signal?.voters.length === 0} onClick={() => setOpen(true)}>
          {label}
        </Button>
      </div>
    );
  }
  return (
    <ReasonForm
      listing={{ openReports: null, languages }}
      subject={subject}
      decision="VOID"
      onSend={send}
      onCancel={() => setOpen(false)}
    >
      {signal === undefined && (
        <InputField label={labels.userIds} hint={labels.userIdsHint} value={typed} onValue={setTyped} />
      )}
    </ReasonForm>
  );
}
