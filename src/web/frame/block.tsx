import type { VNode } from 'preact';
import { graphql, type ResultOf } from '../../documents/graphql.ts';
import { Time, TimeInSentence } from '../kit/time.tsx';
import { messages } from '../words/messages.ts';
import { refusal } from './refusal.ts';

export const ownBlock = graphql(
  'fragment OwnBlock on Block { id kind reason endsAt liftedAt isInForce appeal answer answeredAt }',
);
type OwnBlock = ResultOf<typeof ownBlock>;

export const appealDocument = graphql(
  `mutation Appeal($blockId: ID!, $text: String!, $key: String) {
    result: appealBlock(blockId: $blockId, text: $text, key: $key) { ...Refusal }
  }`,
  [refusal],
);

/** Where members see their blocks. */
const BLOCKS_PLACE = '/account#blocks';

/** What somebody wrote. */
export const QUOTE = 'mx-0 my-[.4rem] ps-3 [border-inline-start:3px_solid_var(--line)] whitespace-pre-line';

/** What somebody wrote against a block, and why it was refused. */
export interface AppealDraft {
  readonly blockId: string;
  readonly text: string;
  readonly problem: string;
}

/** Reads the form below. */
export function readAppeal(form: URLSearchParams): { blockId: string; text: string } {
  return { blockId: form.get('block') ?? '', text: form.get('text') ?? '' };
}

/**
 * A block as its user sees it: from what, why and until when, and what became of the appeal, or a form for it.
 *
 * @param action where the form leads
 * @param Heading the level of its heading
 */
export function BlockOfReader({
  block,
  action,
  draft,
  Heading = 'h3',
}: {
  block: OwnBlock;
  action: string;
  draft: AppealDraft | undefined;
  Heading?: 'h2' | 'h3' | undefined;
}): VNode {
  const labels = messages.blocks;
  const { id, kind, reason, appeal, isInForce } = block;
  return (
    <div class="[&_p]:m-0">
      <Heading class={Heading === 'h2' ? 'mt-6 mb-1 text-large' : 'm-0 text-body font-medium'}>
        {labels.kinds[kind]}
      </Heading>
      <p>
        <Standing block={block} />
      </p>
      {reason === '' ? (
        <p>{labels.noReason}</p>
      ) : (
        <blockquote class={QUOTE} dir="auto">
          {reason}
        </blockquote>
      )}
      {appeal === null ? (
        isInForce ? (
          <AppealForm id={id} action={action} draft={draft?.blockId === id ? draft : undefined} />
        ) : null
      ) : (
        <>
          <p>
            <b>{labels.appeal}</b>
          </p>
          <blockquote class={QUOTE} dir="auto">
            {appeal}
          </blockquote>
          <Answer block={block} />
        </>
      )}
    </div>
  );
}

/** The way from a refusal to the reader's blocks. */
export function BlocksLink(): VNode {
  return (
    <p>
      <a class="button quiet" href={BLOCKS_PLACE}>
        {messages.blocks.see}
      </a>
    </p>
  );
}

function Standing({ block: { endsAt, liftedAt, isInForce } }: { block: OwnBlock }): VNode {
  const labels = messages.blocks;
  if (liftedAt !== null) return <TimeInSentence say={labels.lifted} iso={liftedAt} />;
  if (!isInForce) return <>{labels.over}</>;
  return endsAt === null ? <>{labels.forGood}</> : <TimeInSentence say={labels.until} iso={endsAt} />;
}

function Answer({ block: { answer, answeredAt, liftedAt, isInForce } }: { block: OwnBlock }): VNode {
  const labels = messages.blocks;
  if (answeredAt === null) return <p role="status">{isInForce ? labels.waiting : labels.over}</p>;
  return (
    <>
      <p>
        {liftedAt === answeredAt ? labels.accepted : labels.declined} <Time at={answeredAt} />
      </p>
      {answer === null ? null : (
        <blockquote class={QUOTE} dir="auto">
          {answer}
        </blockquote>
      )}
    </>
  );
}

function AppealForm({
  id,
  action,
  draft,
}: {
  id: string;
  action: string;
  draft: AppealDraft | undefined;
}): VNode {
  const labels = messages.blocks;
  return (
    <form method="post" action={action} class="stack mt-3">
      <input type="hidden" name="block" value={id} />
      <label>
        {labels.appeal}
        <textarea
          name="text"
          rows={4}
          required
          minlength={20}
          maxlength={1000}
          aria-describedby={`hint-${id}${draft ? ` problem-${id}` : ''}`}
        >
          {draft?.text ?? ''}
        </textarea>
      </label>
      <p id={`hint-${id}`} class="note">
        {labels.appealHint}
      </p>
      {draft ? (
        <p role="alert" id={`problem-${id}`}>
          {draft.problem}
        </p>
      ) : null}
      <p>
        <button type="submit" class="quiet">
          {labels.appealButton}
        </button>
      </p>
    </form>
  );
}
