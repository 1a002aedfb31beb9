import { useState } from 'preact/hooks';
import { DAY_MS } from '../../lib/day.ts';
import { Button } from '../client/buttons.tsx';
import { useData } from '../client/data.tsx';
import { InputField, type Problem, SelectField } from '../client/fields.tsx';
import { mutate, query } from '../client/graphql.ts';
import { hold, useEnded, useHeld } from '../client/held.tsx';
import { focusFirst } from '../client/page.ts';
import { Time } from '../client/time.tsx';
import { messages } from '../words/messages.ts';
import { APPEALS, BLOCK, type Block, REVIEW_BLOCK } from './documents.ts';
import { useLive } from './queue.ts';
import { problemOf, ReasonForm, reasonFor, useOpen, useReason } from './reason-form.tsx';

const labels = messages.moderatedUser;

/** The page of a user, for moderators. */
export const userPath = (userId: string): string => `/moderation/users/${userId}`;

/** The appeals that wait, folded above the queue: many must not push it off the screen. Nothing when there are none. */
export function Appeals() {
  const { data, failure, reload } = useData(async () => (await query(APPEALS, {})).appeals);
  useLive(reload);
  useEnded(reload);
  const isGone = useHeld();
  if (!data) return failure;
  const open = data.filter((block) => !isGone(keyOf(block)));
  if (open.length === 0) return null;
  return (
    <details class="card">
      <summary id="appeals-title">
        <strong>{labels.appealCount({ count: open.length })}</strong>
      </summary>
      <ol class="history mt-4">
        {open.map((block) => (
          <BlockItem key={block.id} block={block} isOfUser={false} />
        ))}
      </ol>
    </details>
  );
}

/** Names what can be decided about a block: a lift, or also its appeal. */
const keyOf = ({ id, answeredAt }: Block) => `block ${id} ${answeredAt}`;

/**
 * A block with its appeal, and what can be decided about it.
 *
 * @param props.isOfUser whether the page is about the user, who then needs no name
 */
export function BlockItem({ block, isOfUser }: { block: Block; isOfUser: boolean }) {
  const isGone = useHeld();
  const { userId, userName, kind, reason, createdAt, createdByName, endsAt, appeal, isInForce } = block;
  const standing = isInForce ? labels.inForce : block.liftedAt === null ? labels.over : labels.lifted;
  return (
    <li>
      <p>
        {!isOfUser && (
          <>
            <a href={userPath(userId)} dir="auto">
              {userName ?? userId}
            </a>{' '}
          </>
        )}
        <strong>{messages.blocks.kinds[kind]}</strong>{' '}
        <span class={`badge ${isInForce ? 'rejected' : ''}`}>{standing}</span>{' '}
        <span class="muted">
          <Time at={createdAt} />
          {' – '}
          {endsAt === null ? labels.forGood : <Time at={endsAt} />}
          {createdByName !== null && (
            <>
              {' '}
              {messages.state.by} <bdi>{createdByName}</bdi>
            </>
          )}
        </span>
      </p>
      {reason === '' ? <p>{messages.blocks.noReason}</p> : <blockquote dir="auto">{reason}</blockquote>}
      {appeal !== null && <AppealOf {...block} />}
      {isInForce && !isGone(keyOf(block)) && <Review block={block} />}
    </li>
  );
}

function AppealOf({ appeal, appealedAt, answer, answeredAt, liftedAt }: Block) {
  return (
    <>
      <p>
        <strong>{labels.appeal}</strong>{' '}
        {answeredAt !== null && (
          <span class="badge">{liftedAt === answeredAt ? labels.accepted : labels.declined}</span>
        )}{' '}
        {appealedAt !== null && (
          <span class="muted">
            <Time at={appealedAt} />
          </span>
        )}
      </p>
      <blockquote dir="auto">{appeal}</blockquote>
      {answer !== null && <p class="muted">{answer}</p>}
    </>
  );
}

/** Lifts a block, or declines the appeal that waits. */
function Review({ block }: { block: Block }) {
  const { id, userId, userName, appealedAt, answeredAt } = block;
  const subject = `answer ${id}`;
  const { reason: answer, type, note, flush } = useReason(subject);
  const [problem, setProblem] = useState<Problem>();
  const isWaiting = appealedAt !== null && answeredAt === null;
  const review = (lifts: boolean) => {
    flush();
    const isSilent = answer.trim() === '';
    const wrong = lifts && isSilent ? undefined : problemOf(answer, 'answer');
    setProblem(wrong);
    if (wrong) return;
    hold({
      name: userName ?? userId,
      text: lifts ? labels.isLifted : labels.isDeclined,
      hides: [keyOf(block)],
      draft: reasonFor(subject),
      send: () => mutate(REVIEW_BLOCK, { blockId: id, lifts, answer: isSilent ? null : answer }, true),
    });
    focusFirst('#appeals-title', '#blocks-title', '#page-title');
  };
  return (
    // Two decisions and one field: Enter in the field is neither of them.
    <div class="form mt-3">
      {note}
      {isWaiting && (
        <InputField
          label={labels.answer}
          hint={labels.answerHint}
          problem={problem}
          isAlone
          maxLength={500}
          value={answer}
          onValue={(text) => {
            setProblem(undefined);
            type(text);
          }}
        />
      )}
      <div class="actions">
        <Button onClick={() => review(true)}>{labels.lift}</Button>
        {isWaiting && (
          <Button kind="danger" onClick={() => review(false)}>
            {labels.decline}
          </Button>
        )}
      </div>
    </div>
  );
}

type Kind = Block['kind'];
type Days = keyof typeof labels.ends;

/** The button and the form that block a user. */
export function BlockForm({ userId, name }: { userId: string; name: string }) {
  const subject = `${userId}BLOCK`;
  const [isOpen, setOpen] = useOpen(subject);
  const [kind, setKind] = useState<Kind>('VOTE');
  const [days, setDays] = useState('7');
  const block = (reason: string) => {
    const until = days === '0' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString();
    setOpen(false);
    hold({
      name,
      text: labels.blocked,
      draft: reasonFor(subject),
      send: () => mutate(BLOCK, { userId, kind, reason, until }, true),
    });
    focusFirst('#blocks-title');
  };
  if (!isOpen) {
    return (
      <Button kind="danger" onClick={() => setOpen(true)}>
        {labels.block}
      </Button>
    );
  }
  return (
    <ReasonForm
      listing={{ openReports: null, languages: [] }}
      subject={subject}
      decision="BLOCK"
      onSend={block}
      onCancel={() => setOpen(false)}
    >
      <div class="beside">
        <SelectField
          label={labels.from}
          value={kind}
          options={Object.entries(messages.blocks.kinds) as [Kind, string][]}
          onValue={setKind}
        />
        <SelectField
          label={labels.end}
          value={days}
          options={['1', '7', '30', '365', '0'].map((each) => [each, labels.ends[each as `${Days}`]])}
          onValue={setDays}
        />
      </div>
    </ReasonForm>
  );
}
