import { sql } from 'drizzle-orm';
import type { Transaction } from '../../db/client.ts';
import type { EditReason } from '../../db/moderation-tables.ts';
import { DANGEROUS_BITS, KNOWN_BITS } from '../../terms/invite-permissions.ts';
import { LINKS, type ListingFields } from '../../terms/listing-fields.ts';
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
  if (isAnotherName(names, after.name)) reasons.push('name');
  if (leadsElsewhere(hostsOf(before, texts), hostsOf(after))) reasons.push('links');
  if (asksForMore(before, after)) reasons.push('permissions');
  return reasons;
}

type Executor = Pick<Transaction, 'execute'>;

/** Whether the name is another one than any name before: more than capitals and spaces differ. */
function isAnotherName(before: readonly string[], after: string): boolean {
  const letters = (name: string) => name.normalize().toLowerCase().replace(/\s/gu, '');
  return !before.some((name) => letters(name) === letters(after));
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

/**
 * Whether the invite asks for a scope, for a permission that can harm a server, or for one that nobody knows, and did not
 * before.
 */
function asksForMore(before: ListingFields, after: ListingFields): boolean {
  const hasNewScope = after.inviteScopes.some((scope) => !before.inviteScopes.includes(scope));
  return hasNewScope || (bitsOf(after) & ~bitsOf(before) & (DANGEROUS_BITS | ~KNOWN_BITS)) !== 0n;
}

/** Permissions are those of a member of the server: with commands alone the bot is none. */
const bitsOf = ({ inviteScopes, invitePermissions }: ListingFields): bigint =>
  inviteScopes.includes('bot') ? BigInt(invitePermissions) : 0n;
