import type { FailureReason } from '../../net/outcome.ts';
import { type FieldName, LINK_NAMES } from '../../terms/listing-fields.ts';
import { NotFoundError } from '../kernel/errors.ts';
import type { WithDatabase, WithSender } from '../kernel/needs.ts';
import { listByIds } from '../listing/read.ts';
import { requireForeignListing } from '../ownership/permissions.ts';

/** Where a link of a listing leads. It has a status, or a reason why there is none. */
export interface LinkCheck {
  /** The name of the field, such as `websiteUrl`. */
  readonly field: FieldName<'link'>;
  readonly url: string;
  /** The last address, after all redirects. Nothing was sent to it if its reason is `blocked`. */
  readonly finalUrl: string;
  readonly redirects: number;
  /** The HTTP status of the last response; null when there was none. */
  readonly status: number | null;
  readonly failure: FailureReason | 'redirects' | null;
}

const MAX_REDIRECTS = 5;
/** For a link with all of its redirects. */
const PATIENCE_MS = 8000;
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
/** As for addresses that owners write; longer ones are cut. */
const MAX_SHOWN = 500;

/**
 * Follows the links that an owner has written, all at once, and tells where they end. Only headers are read. Each
 * address is checked before a request goes to it, redirects included. Resolved addresses are neither returned nor
 * logged.
 *
 * @throws {ForbiddenError} when the moderator manages the listing
 * @throws {NotFoundError} when there is no such listing
 */
export async function checkLinks(
  services: WithDatabase & WithSender,
  moderatorId: string,
  botId: string,
): Promise<LinkCheck[]> {
  await requireForeignListing(services, moderatorId, botId);
  const listing = (await listByIds(services, [botId])).get(botId);
  if (!listing) throw new NotFoundError();
  return Promise.all(
    LINK_NAMES.flatMap((field) => {
      const url = listing[field];
      return url === null ? [] : [follow(services, field, url)];
    }),
  );
}

async function follow({ sender }: WithSender, field: FieldName<'link'>, url: string): Promise<LinkCheck> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  let address = url;
  for (let redirects = 0; ; redirects += 1) {
    const ended = { field, url, finalUrl: address.slice(0, MAX_SHOWN), redirects };
    const outcome = await sender.probe({ url: address, headers: { accept: 'text/html, */*;q=0.5' }, signal });
    if (outcome.kind === 'failure') {
      const failure = outcome.reason === 'aborted' ? 'timeout' : outcome.reason;
      return { ...ended, status: null, failure };
    }
    const { status, location } = outcome;
    const next = REDIRECTS.has(status) && location !== undefined ? URL.parse(location, address) : null;
    if (next === null) return { ...ended, status, failure: null };
    if (redirects === MAX_REDIRECTS) return { ...ended, status: null, failure: 'redirects' };
    address = next.href;
  }
}
