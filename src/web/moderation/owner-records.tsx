import { StateBadge } from '../client/state-badge.tsx';
import { Time } from '../client/time.tsx';
import { messages } from '../words/messages.ts';
import { ageOf } from './age.ts';
import type { Review } from './documents.ts';

const labels = messages.moderationTools.owners;

/** The owners of a listing: how old their accounts are, and what moderators decided about their listings before. */
export function OwnerRecords({ owners, botId }: { owners: Review['owners']; botId: string }) {
  return (
    <ul class="records">
      {owners.map((owner) => (
        <li key={owner.userId}>
          <p>
            <strong>
              {owner.publicListingCount > 0 ? (
                <a href={`/user/${owner.userId}`} dir="auto">
                  {owner.name}
                </a>
              ) : (
                <bdi>{owner.name}</bdi>
              )}
            </strong>{' '}
            <span class="muted">{owner.userId}</span>{' '}
            {owner.isCoOwner && <span class="badge">{messages.owners.coOwner}</span>}{' '}
            <Age createdAt={owner.accountCreatedAt} />
          </p>
          <p class="muted">
            {labels.listings({ count: owner.listingCount, open: owner.publicListingCount })}
          </p>
          {owner.setbacks.length > 0 && (
            <ol class="history" aria-label={labels.setbacks({ name: owner.name })}>
              {owner.setbacks.map((setback) => (
                <li key={setback.movedAt}>
                  <StateBadge state={setback.state} />{' '}
                  {setback.botId === botId ? labels.thisListing : <bdi>{setback.botName}</bdi>},{' '}
                  <Time at={setback.movedAt} />
                  {setback.reason !== null && <blockquote>{setback.reason}</blockquote>}
                </li>
              ))}
            </ol>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The age of an account. A young one is marked. */
export function Age({ createdAt }: { createdAt: string }) {
  const { text, isYoung } = ageOf(createdAt);
  return <span class={`badge ${isYoung ? 'pending' : ''}`}>{text}</span>;
}
