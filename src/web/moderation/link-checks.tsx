import { useState } from 'preact/hooks';
import { LINK_NAMES } from '../../domain/listing/listing-fields.ts';
import { Button } from '../client/form/button.tsx';
import { mutate } from '../client/request/graphql.ts';
import { OutcomeLine } from '../client/request/outcome-line.tsx';
import { useAction } from '../client/request/use-action.ts';
import { messages } from '../words/messages.ts';
import { CHECK_LINKS, type LinkCheck, type ModeratedBot } from './documents.ts';

const labels = messages.moderationTools.links;
/** The service may know more failures than this page. */
const FAILURES: Readonly<Record<string, string>> = labels.failures;

/** The links of a listing. A button asks the service where those of the owner lead. */
export function LinkChecks({ listing }: { listing: ModeratedBot }) {
  const [checks, setChecks] = useState<readonly LinkCheck[]>();
  const { isBusy, outcome, run } = useAction();
  const links = LINK_NAMES.flatMap((field) => {
    const href = listing[field];
    return href === null ? [] : [{ field, label: messages.fields[field], href }];
  });
  const check = () =>
    void run(async () => {
      const result = await mutate(CHECK_LINKS, { botId: listing.botId });
      setChecks(result.checks);
      return labels.checked({ count: result.checks.length });
    });
  return (
    <>
      <ul class="links">
        {[{ field: 'inviteUrl', label: messages.moderation.invite, href: listing.inviteUrl }, ...links].map(
          ({ field, label, href }) => (
            <li key={field}>
              {label}:{' '}
              <a href={href} rel="nofollow ugc noopener noreferrer" target="_blank">
                {href}
              </a>
              <LinkResult check={checks?.find((one) => one.field === field)} />
            </li>
          ),
        )}
        {listing.temporalUrl !== null && (
          <li>
            <a href={listing.temporalUrl} rel="noopener" target="_blank">
              {messages.moderation.temporal}
            </a>
          </li>
        )}
      </ul>
      {links.length > 0 && (
        <div class="actions">
          <Button isBusy={isBusy} onClick={check}>
            {labels.check}
          </Button>
          <OutcomeLine outcome={outcome} />
        </div>
      )}
    </>
  );
}

function LinkResult({ check }: { check: LinkCheck | undefined }) {
  if (!check) return null;
  const { failure, status, finalUrl, url, redirectCount } = check;
  const isGood = status !== null && status < 400;
  return (
    <p class="link-result">
      <span class={`badge ${isGood ? 'approved' : 'rejected'}`}>
        {status ?? FAILURES[failure ?? ''] ?? failure}
      </span>{' '}
      {finalUrl === url ? (
        <span class="muted">{labels.noRedirect}</span>
      ) : (
        <span>
          {labels.leadsTo({ count: redirectCount })} <code>{finalUrl}</code>
        </span>
      )}
    </p>
  );
}
