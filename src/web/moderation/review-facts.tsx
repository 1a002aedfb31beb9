import { DAY_MS } from '../../lib/day.ts';
import { decodePermissions } from '../../terms/invite-permissions.ts';
import { StateBadge } from '../client/section.tsx';
import { Time } from '../client/time.tsx';
import { messages } from '../words/messages.ts';
import { userPath } from './blocks.tsx';
import type { PartProps, Review } from './documents.ts';

const labels = messages.moderationTools;

const FACT = 'flex flex-wrap gap-x-3 gap-y-1 items-center py-1';

/** What a moderator checks besides the text: names that look alike, permissions, the ages and records of the owners. */
export function ReviewFacts({ listing, review, onOpen }: PartProps & { onOpen: (botId: string) => void }) {
  return (
    <>
      <h3 id="alike-title">{labels.lookAlikes.title}</h3>
      {review.lookAlikes.length === 0 ? (
        <p class="muted">{labels.lookAlikes.none}</p>
      ) : (
        <ul class="items" aria-labelledby="alike-title">
          {review.lookAlikes.map((bot) => (
            <li key={bot.botId} class={FACT}>
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

const nameOf = messages.permissionList;

/** What the invite asks for: the dangerous permissions first and marked, the others behind a click. */
function PermissionList({ permissions, scopes }: { permissions: string; scopes: readonly string[] }) {
  const decoded = decodePermissions(permissions);
  // With commands alone the bot is not a member of the server.
  if (!scopes.includes('bot') || !decoded) return <p class="muted">{labels.permissions.noMember}</p>;
  const { known, unknownCount } = decoded;
  if (known.length === 0 && unknownCount === 0) return <p class="muted">{labels.permissions.none}</p>;
  const dangerous = known.filter(({ isDangerous }) => isDangerous);
  const others = known.filter(({ isDangerous }) => !isDangerous);
  return (
    <>
      {dangerous.length > 0 && (
        <ul class="items" aria-label={labels.permissions.dangerous({ count: dangerous.length })}>
          {dangerous.map(({ key }) => (
            <li key={key} class={FACT}>
              <span class="badge rejected">{nameOf[key].name}</span>{' '}
              <span class="muted">{nameOf[key].text}</span>
            </li>
          ))}
        </ul>
      )}
      {(others.length > 0 || unknownCount > 0) && (
        <details class="mt-2">
          <summary>{labels.permissions.others({ count: others.length + unknownCount })}</summary>
          <p class="muted">{others.map(({ key }) => nameOf[key].name).join(', ')}</p>
          {unknownCount > 0 && <p>{labels.permissions.unknown({ count: unknownCount })}</p>}
        </details>
      )}
    </>
  );
}

/** The owners of a listing: how old their accounts are, and what moderators decided about their listings before. */
function OwnerRecords({ owners, botId }: { owners: Review['owners']; botId: string }) {
  return (
    <ul class="items [&>li+li]:mt-3 [&_p]:my-[.15rem]">
      {owners.map((owner) => (
        <li key={owner.userId}>
          <p>
            <strong>
              <a href={userPath(owner.userId)} dir="auto">
                {owner.name}
              </a>
            </strong>{' '}
            <span class="muted">{owner.userId}</span>{' '}
            {owner.isCoOwner && <span class="badge">{messages.owners.coOwner}</span>}{' '}
            <Age createdAt={owner.accountCreatedAt} />
          </p>
          <p class="muted">
            {labels.owners.listings({ count: owner.listingCount, open: owner.publicListingCount })}
          </p>
          {owner.setbacks.length > 0 && (
            <ol class="history" aria-label={labels.owners.setbacks({ name: owner.name })}>
              {owner.setbacks.map((setback) => (
                <li key={setback.movedAt}>
                  <StateBadge state={setback.state} />{' '}
                  {setback.botId === botId ? labels.owners.thisListing : <bdi>{setback.botName}</bdi>},{' '}
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

/** Accounts that are younger deserve a second look, in days. */
const YOUNG_DAYS = 30;

/** The age of an account. A young one is marked. */
function Age({ createdAt }: { createdAt: string }) {
  const days = Math.max(0, Math.floor((Date.now() - Date.parse(createdAt)) / DAY_MS));
  return <span class={`badge ${days < YOUNG_DAYS ? 'pending' : ''}`}>{ageInWords(days)}</span>;
}

function ageInWords(days: number): string {
  if (days < 60) return labels.age.days({ count: days });
  if (days < 730) return labels.age.months({ count: Math.floor(days / 30.44) });
  return labels.age.years({ count: Math.floor(days / 365.25) });
}
