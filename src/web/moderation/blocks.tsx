import { useState } from 'preact/hooks';
import { DAY_MS } from '../../lib/day.ts';
import { OutcomeLine, useFieldAction } from '../client/action.tsx';
import { Button } from '../client/buttons.tsx';
import { useData } from '../client/data.tsx';
import { dropDraft } from '../client/draft.tsx';
import { InputField, SelectField } from '../client/fields.tsx';
import { mutate, query } from '../client/graphql.ts';
import { focusFirst } from '../client/page.ts';
import { Time } from '../client/time.tsx';
import { messages } from '../words/messages.ts';
import { APPEALS, BLOCK, type Block, REVIEW_BLOCK } from './documents.ts';
import { useLive } from './queue.ts';
import { ReasonForm, reasonFor } from './reason-form.tsx';

const labels = messages.moderatedUser;

/** The page of a user, for moderators. */
export const userPath = (userId: string): string => `/moderation/users/${userId}`;

/** The appeals that wait, folded above the queue: many must not push it off the screen. Nothing when there are none. */
export function Appeals() {
  const { data, failure, reload } = useData(async () => (await query(APPEALS, {})).appeals);
  useLive(reload);
  // After the last answer, the confirmation stays.
  const [done, setDone] = useState<string>();
  if (!data) return failure;
  if (data.length === 0 && done === undefined) return null;
  const reviewed = async (text: string) => {
    setDone(text);
    await reload();
    focusFirst('#appeals-title', '#page-title');
  };
  return (
    <>
      {data.length > 0 && (
        <details class="card appeals">
          <summary id="appeals-title">
            <strong>{labels.appealCount({ count: data.length })}</strong>
          </summary>
          <ol class="history">
            {data.map((block) => (
              <BlockItem key={block.id} block={block} isOfUser={false} onReviewed={reviewed} />
            ))}
          </ol>
        </details>
      )}
      <OutcomeLine outcome={done === undefined ? undefined : { kind: 'done', text: done }} />
    </>
  );
}

/**
 * A block with its appeal, and what can be decided about it.
 *
 * @param props.isOfUser whether the page is about the user, who then needs no name
 * @param props.onReviewed gets the sentence that confirms it
 */
export function BlockItem({
  block,
  isOfUser,
  onReviewed,
}: {
  block: Block;
  isOfUser: boolean;
  onReviewed: (text: string) => Promise<void>;
}) {
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
      {isInForce && <Review block={block} onReviewed={onReviewed} />}
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
function Review({
  block: { id, appealedAt, answeredAt },
  onReviewed,
}: {
  block: Block;
  onReviewed: (text: string) => Promise<void>;
}) {
  const [answer, setAnswer] = useState('');
  const { isBusy, outcome, problem, run } = useFieldAction();
  const isWaiting = appealedAt !== null && answeredAt === null;
  const review = (lifts: boolean) =>
    void run(async () => {
      await mutate(REVIEW_BLOCK, { blockId: id, lifts, answer: answer.trim() === '' ? null : answer });
      await onReviewed(lifts ? labels.isLifted : labels.isDeclined);
      return undefined;
    });
  return (
    // Two decisions and one field: Enter in the field is neither of them.
    <div class="form review-block">
      {isWaiting && (
        <InputField
          label={labels.answer}
          hint={labels.answerHint}
          problem={problem}
          isAlone
          maxLength={500}
          value={answer}
          onValue={setAnswer}
        />
      )}
      <div class="actions">
        <Button isBusy={isBusy} onClick={() => review(true)}>
          {labels.lift}
        </Button>
        {isWaiting && (
          <Button kind="danger" isBusy={isBusy} onClick={() => review(false)}>
            {labels.decline}
          </Button>
        )}
      </div>
      <OutcomeLine outcome={outcome} />
    </div>
  );
}

type Kind = Block['kind'];
type Days = keyof typeof labels.ends;

/** The button and the form that block a user. */
export function BlockForm({
  userId,
  onBlocked,
}: {
  userId: string;
  onBlocked: (text: string) => Promise<void>;
}) {
  const [isOpen, setOpen] = useState(false);
  const [kind, setKind] = useState<Kind>('VOTE');
  const [days, setDays] = useState('7');
  const { isBusy, outcome, problem, run } = useFieldAction();
  const subject = `${userId}BLOCK`;
  const block = (reason: string) =>
    void run(async () => {
      const until = days === '0' ? null : new Date(Date.now() + Number(days) * DAY_MS).toISOString();
      await mutate(BLOCK, { userId, kind, reason, until });
      dropDraft(reasonFor(subject));
      setOpen(false);
      await onBlocked(labels.blocked);
      return undefined;
    });
  if (!isOpen) {
    return (
      <Button kind="danger" onClick={() => setOpen(true)}>
        {labels.block}
      </Button>
    );
  }
  return (
    <>
      <ReasonForm
        listing={{ openReports: null, languages: [] }}
        subject={subject}
        decision="BLOCK"
        problem={problem}
        isBusy={isBusy}
        isOff={false}
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
      <OutcomeLine outcome={outcome} />
    </>
  );
}
