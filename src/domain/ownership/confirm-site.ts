import type { ReadTextRecords } from '../../net/text-records.ts';
import { InvalidInputError, NotFoundError } from '../kernel/errors.ts';
import type { WithClock, WithDatabase, WithSender } from '../kernel/needs.ts';

/** How a site confirms an owner: by a file, or by an entry in the DNS. */
export const SITE_METHODS = ['file', 'dns'] as const;
export type SiteMethod = (typeof SITE_METHODS)[number];

/** A site that says about itself who runs the bot. */
export interface ConfirmedSite {
  readonly host: string;
  readonly method: SiteMethod;
  readonly confirmedAt: Date;
}

/** What an owner writes into a file on the bot's website, or into the DNS of its host. */
export interface SiteStatement {
  readonly fileUrl: string;
  /** The name of the TXT record. */
  readonly recordName: string;
  /** A line of the file, or the whole record. It is no secret: it means something only where it stands. */
  readonly entry: string;
}

/**
 * What was found in one place. `redirected`: the site answers with a redirect, which is not followed, because it could
 * lead to another one's site.
 */
export type SiteCheck = 'confirmed' | 'missing' | 'other' | 'redirected' | 'unreachable';

export interface WithTextRecords {
  readonly readTextRecords: ReadTextRecords;
}

const FILE = '/.well-known/bot-listing.txt';
const MAX_FILE_BYTES = 64 * 1024;
/** For both places, which are asked at once. */
const PATIENCE_MS = 6000;
/** A domain may change hands, so a confirmation lasts this long. */
const LASTS_MS = 180 * 24 * 60 * 60 * 1000;
/** These say that the line is not there; the others say nothing about it. */
const DENIALS: readonly SiteCheck[] = ['missing', 'other', 'redirected'];

/** Returns null when the listing has no website. */
export function siteStatement(
  websiteUrl: string | null,
  botId: string,
  userId: string,
): SiteStatement | null {
  if (websiteUrl === null) return null;
  const { hostname, origin } = new URL(websiteUrl);
  return {
    fileUrl: `${origin}${FILE}`,
    recordName: `_bot-listing.${hostname}`,
    entry: `bot=${botId} owner=${userId}`,
  };
}

/**
 * Looks for the statement of an owner on the bot's website and in its DNS, and stores what was found. The file counts
 * first. A confirmation from before ends when both places answer and neither has the line.
 *
 * @throws {InvalidInputError} when the listing has no website
 * @throws {NotFoundError} when the user does not manage such a listing
 */
export async function confirmSite(
  services: WithDatabase & WithClock & WithSender & WithTextRecords,
  botId: string,
  userId: string,
): Promise<Readonly<Record<SiteMethod, SiteCheck>>> {
  const { db, now } = services;
  const [listing] = await db.sql<{ websiteUrl: string | null }[]>`
    select website_url as "websiteUrl" from bots join bot_owners on bot_id = bots.id
    where bots.id = ${botId} and user_id = ${userId} and accepted_at is not null and state <> 'removed'`;
  if (!listing) throw new NotFoundError();
  const { websiteUrl } = listing;
  const statement = siteStatement(websiteUrl, botId, userId);
  if (!statement) throw new InvalidInputError('site.none');
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const [file, dns] = await Promise.all([
    checkFile(services, statement, signal),
    checkRecord(services, statement, signal),
  ]);
  const method = file === 'confirmed' ? 'file' : dns === 'confirmed' ? 'dns' : null;
  if (method !== null || (DENIALS.includes(file) && DENIALS.includes(dns))) {
    // Only for the website that was asked: it may have changed meanwhile.
    await db.sql`
      update bot_owners set site_url = ${method && websiteUrl}, site_method = ${method},
        site_confirmed_at = ${method && now()}
      from bots where bots.id = bot_id and bot_id = ${botId} and user_id = ${userId} and website_url = ${websiteUrl}`;
  }
  return { file, dns };
}

async function checkFile(
  { sender }: WithSender,
  { fileUrl, entry }: SiteStatement,
  signal: AbortSignal,
): Promise<SiteCheck> {
  const outcome = await sender.read({
    url: fileUrl,
    headers: { accept: 'text/plain' },
    maxBytes: MAX_FILE_BYTES,
    signal,
  });
  if (outcome.kind === 'failure') return outcome.reason === 'too_large' ? 'other' : 'unreachable';
  const { status, body } = outcome;
  if (status === 404 || status === 410) return 'missing';
  if (status >= 300 && status < 400) return 'redirected';
  if (status !== 200) return 'unreachable';
  return find(entry, Buffer.from(body).toString().split(/\r?\n/));
}

async function checkRecord(
  { readTextRecords }: WithTextRecords,
  { recordName, entry }: SiteStatement,
  signal: AbortSignal,
): Promise<SiteCheck> {
  try {
    const records = await readTextRecords(recordName, signal);
    return records.length === 0 ? 'missing' : find(entry, records);
  } catch {
    return 'unreachable';
  }
}

const find = (entry: string, lines: readonly string[]): SiteCheck =>
  lines.some((line) => line.trim().replaceAll(/\s+/g, ' ') === entry) ? 'confirmed' : 'other';

/** What is stored about the site of an owner, and the listing's website of today. */
export interface StoredSite {
  readonly siteUrl: string | null;
  readonly siteMethod: string | null;
  readonly siteConfirmedAt: Date | null;
  readonly websiteUrl: string | null;
}

/** The confirmation that holds at a time: it is about the host of today's website, and not too old. */
export function confirmedSite(
  { siteUrl, siteMethod, siteConfirmedAt, websiteUrl }: StoredSite,
  at: Date,
): ConfirmedSite | null {
  if (siteUrl === null || siteMethod === null || siteConfirmedAt === null || websiteUrl === null) return null;
  const site = URL.parse(siteUrl);
  if (site === null || site.origin !== URL.parse(websiteUrl)?.origin) return null;
  if (at.getTime() - siteConfirmedAt.getTime() > LASTS_MS) return null;
  return { host: site.host, method: siteMethod as SiteMethod, confirmedAt: siteConfirmedAt };
}
