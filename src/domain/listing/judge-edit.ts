import { sql } from 'drizzle-orm';
import type { Transaction } from '../../db/client.ts';
import type { EditReason } from '../../db/moderation-tables.ts';
import { DANGEROUS_BITS, KNOWN_BITS } from './invite-permissions.ts';
import { LINKS, type ListingFields } from './listing-fields.ts';
import { linksIn } from './markdown.ts';

/**
 * Says why an edit of a public listing has to wait for a moderator: it changes what a moderator has judged. Names and
 * links of its translations count as judged, too.
 *
 * @param before the listing as everybody sees it
 * @param after the listing with the edit; for an edit of a translation, with these texts in place of its own
 * @returns an empty list when everybody may see the edit at once
 */
export async function judgeEdit(
  orm: Executor,
  botId: string,
  before: ListingFields,
  after: ListingFields,
): Promise<EditReason[]> {
  const translations = await orm.execute<{ name: string | null; text: string | null }>(
    sql`select name, long_description as text from listing_texts where bot_id = ${botId}`,
  );
  const names = [before.name, ...translations.flatMap(({ name }) => name ?? [])];
  const texts = [before.longDescription, ...translations.flatMap(({ text }) => text ?? [])];
  const reasons: EditReason[] = [];
  if (await namesAnother(orm, botId, names, after.name)) reasons.push('name');
  if (leadsElsewhere(hostsOf(before, texts), hostsOf(after))) reasons.push('links');
  if (asksForMore(before, after)) reasons.push('permissions');
  return reasons;
}

type Executor = Pick<Transaction, 'execute'>;

/** Shorter parts of a name are words that many names have. */
const MIN_PART = 4;
/** A name of a hundred characters could have fifty words. Longer runs are looked up only as the whole name. */
const MAX_RUN = 6;
/** Characters that look like a space, although they are letters or nothing. */
const BLANK = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;
const BETWEEN_WORDS = /[^\p{L}\p{N}\p{M}]+/u;

/** The name, and each run of its words: `Melody-Music Bot` has `Melody Music`. */
function partsOf(name: string): string[] {
  const words = name.replace(BLANK, ' ').split(BETWEEN_WORDS).filter(Boolean);
  const runs = words.flatMap((_, from) =>
    Array.from({ length: Math.min(MAX_RUN, words.length - from) }, (_, more) =>
      words.slice(from, from + more + 1).join(' '),
    ),
  );
  return [name, ...runs.filter(({ length }) => length >= MIN_PART)];
}

/**
 * Whether a new name contains the name of a listing that others manage, or looks like it, and no name before did.
 */
async function namesAnother(
  orm: Executor,
  botId: string,
  before: readonly string[],
  after: string,
): Promise<boolean> {
  if (before.includes(after)) return false;
  const [found] = await orm.execute(sql`
    with own as materialized (
      select user_id from bot_owners where bot_id = ${botId} and accepted_at is not null
    ), part as materialized (
      select name_skeleton(part) as skeleton from unnest(${sql.param(partsOf(after))}::text[]) part
      except select name_skeleton(part) from unnest(${sql.param(before.flatMap(partsOf))}::text[]) part
    )
    select from part cross join lateral (
      select id from bots where name_skeleton(name) = part.skeleton and state <> 'removed'
      union all
      select bot_id from listing_texts where name is not null and name_skeleton(name) = part.skeleton
    ) other
    join bots on bots.id = other.id and bots.state <> 'removed'
    where other.id <> ${botId} and part.skeleton <> '' and not exists (
      select from bot_owners join own using (user_id) where bot_id = other.id and accepted_at is not null
    )
    limit 1`);
  return found !== undefined;
}

/** Whether a link, also one in the text, leads to a host that no link led to before. */
function leadsElsewhere(before: Hosts, after: Hosts): boolean {
  const known = new Set(before);
  return after.some((host) => !known.has(host));
}

type Hosts = readonly (string | undefined)[];

function hostsOf(fields: ListingFields, texts: readonly string[] = [fields.longDescription]): Hosts {
  const links = [...LINKS.map(({ name }) => fields[name]), ...texts.flatMap(linksIn)];
  return links.filter((link) => link !== null).map((link) => URL.parse(link)?.host);
}

/** Whether the invite asks for a permission that can harm a server, or that nobody knows, and did not before. */
function asksForMore(before: ListingFields, after: ListingFields): boolean {
  return (bitsOf(after) & ~bitsOf(before) & (DANGEROUS_BITS | ~KNOWN_BITS)) !== 0n;
}

/** Permissions are those of a member of the server: with commands alone the bot is none. */
const bitsOf = ({ inviteScopes, invitePermissions }: ListingFields): bigint =>
  inviteScopes.includes('bot') ? BigInt(invitePermissions) : 0n;
