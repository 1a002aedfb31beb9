import type { ComponentChildren } from 'preact';
import { Time } from '../client/time.tsx';
import { messages } from '../words/messages.ts';
import type { Voiding } from './documents.ts';

const labels = messages.state;

/**
 * Votes that moderators made not count, newest first, with the reasons. Nothing without any.
 *
 * @param props.actionOf what can be done about one
 */
export function Voidings({
  voidings,
  actionOf,
}: {
  voidings: readonly Voiding[];
  actionOf?: (voiding: Voiding) => ComponentChildren;
}) {
  if (voidings.length === 0) return null;
  return (
    <>
      <h3 id="voided-title" tabIndex={-1}>
        {labels.voided}
      </h3>
      <ol class="history" aria-labelledby="voided-title">
        {voidings.map((voiding) => (
          <li key={voiding.id}>
            <span class={`badge ${voiding.restoredAt === null ? 'rejected' : ''}`}>
              {labels.voidedCount({ count: voiding.voteCount })}
            </span>{' '}
            <When at={voiding.createdAt} by={voiding.userName} />
            {voiding.restoredAt !== null && (
              <>
                {' · '}
                {labels.restored} <When at={voiding.restoredAt} by={voiding.restoredByName} />
              </>
            )}
            <blockquote dir="auto">{voiding.reason}</blockquote>
            {actionOf?.(voiding)}
          </li>
        ))}
      </ol>
    </>
  );
}

function When({ at, by }: { at: string; by: string | null }) {
  return (
    <span class="muted">
      <Time at={at} />
      {by !== null && (
        <>
          {` ${labels.by} `}
          <bdi>{by}</bdi>
        </>
      )}
    </span>
  );
}
