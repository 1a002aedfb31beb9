import { StateBadge } from '../client/state-badge.tsx';
import { messages } from '../words/messages.ts';
import type { ModeratedBot, Review } from './documents.ts';
import { Age, OwnerRecords } from './owner-records.tsx';
import { PermissionList } from './permission-list.tsx';

const labels = messages.moderationTools;

/** What a moderator checks besides the text: names that look alike, permissions, the ages and records of the owners. */
export function ReviewFacts({
  listing,
  review,
  onOpen,
}: {
  listing: ModeratedBot;
  review: Review;
  onOpen: (botId: string) => void;
}) {
  return (
    <>
      <h3 id="alike-title">{labels.lookAlikes.title}</h3>
      {review.lookAlikes.length === 0 ? (
        <p class="muted">{labels.lookAlikes.none}</p>
      ) : (
        <ul class="alike" aria-labelledby="alike-title">
          {review.lookAlikes.map((bot) => (
            <li key={bot.botId}>
              <img src={bot.avatarUrl} alt="" width="32" height="32" />
              <button type="button" class="quiet" onClick={() => onOpen(bot.botId)}>
                <bdi>{bot.name}</bdi>
              </button>
              <StateBadge state={bot.state} />
              <span class="muted">
                {bot.serverCount === null
                  ? labels.lookAlikes.noServerCount
                  : labels.lookAlikes.servers({ count: bot.serverCount })}
              </span>
            </li>
          ))}
        </ul>
      )}
      <h3>{labels.permissions.title}</h3>
      <PermissionList permissions={listing.invitePermissions} scopes={listing.inviteScopes} />
      <h3>{labels.owners.title}</h3>
      <p>
        {labels.owners.application} <Age createdAt={review.applicationCreatedAt} />
      </p>
      <OwnerRecords owners={review.owners} botId={listing.botId} />
    </>
  );
}
