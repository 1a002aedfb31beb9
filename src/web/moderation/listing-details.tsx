import { ListingHistory } from '../client/listing-history.tsx';
import { namedTags } from '../kit/tags.tsx';
import { botLanguages } from '../words/bot-languages.ts';
import { messages } from '../words/messages.ts';
import type { ModeratedBot } from './documents.ts';
import { LinkChecks } from './link-checks.tsx';

const labels = messages.moderation;

/** The long description, links, tags, languages and history of a listing. */
export function ListingDetails({ listing }: { listing: ModeratedBot }) {
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
      <LinkChecks listing={listing} />
      <p class="muted">
        {messages.fields.tags}:{' '}
        {namedTags(listing.tags)
          .map(([, name]) => name)
          .join(', ')}
      </p>
      {listing.languages.length > 0 && (
        <p class="muted">
          {messages.fields.languages}: {botLanguages().listed(listing.languages)}
        </p>
      )}
      <ListingHistory moves={listing.history ?? []} />
    </>
  );
}
