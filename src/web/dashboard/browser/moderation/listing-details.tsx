import { LINKS } from '../listing-form/listing-fields.ts';
import { ListingHistory } from '../listing-history.tsx';
import { texts } from '../texts.ts';
import type { ModeratedBot } from './documents.ts';

const labels = texts.moderation;

/** The long description, links, tags, owners and history of a listing. */
export function ListingDetails({ listing }: { listing: ModeratedBot }) {
  const links = LINKS.flatMap((name) => {
    const href = listing[name];
    return href === null ? [] : [{ label: texts.fields[name], href }];
  });
  return (
    <>
      <section aria-labelledby="text-title">
        <h3 id="text-title">{labels.text}</h3>
        {listing.longDescriptionHtml === '' ? (
          <p class="muted">{labels.noText}</p>
        ) : (
          // The service has sanitized it.
          <div class="preview text" dangerouslySetInnerHTML={{ __html: listing.longDescriptionHtml }} />
        )}
      </section>
      <h3>{labels.links}</h3>
      <ul class="links">
        {[{ label: labels.invite, href: listing.inviteUrl }, ...links].map(({ label, href }) => (
          <li key={label}>
            {label}:{' '}
            <a href={href} rel="nofollow ugc noopener noreferrer" target="_blank">
              {href}
            </a>
          </li>
        ))}
        {listing.temporalUrl !== null && (
          <li>
            <a href={listing.temporalUrl} rel="noopener" target="_blank">
              {labels.temporal}
            </a>
          </li>
        )}
      </ul>
      <p class="muted">{listing.tags.map(({ label }) => label).join(', ')}</p>
      <h3>{labels.owners}</h3>
      <ul>
        {listing.owners.map(({ userId, name }) => (
          <li key={userId}>
            <bdi>{name}</bdi> <span class="muted">{userId}</span>
          </li>
        ))}
      </ul>
      <ListingHistory moves={listing.history ?? []} />
    </>
  );
}
