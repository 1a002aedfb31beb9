import { createCipheriv, randomBytes } from 'node:crypto';
import type { Database } from '../../src/db/client.ts';
import { NOON } from './time.ts';

/** The id of a bot of {@link storeSecrets}. */
export const botIdOf = (number: number) => String(10n ** 17n + BigInt(number));

/** Stores a webhook with a sealed secret for each bot from the first number to the last one. */
export async function storeSecrets(
  { sql }: Database,
  first: number,
  last: number,
  seal: (botId: string) => Buffer,
): Promise<void> {
  const ids = Array.from({ length: last - first + 1 }, (_, index) => botIdOf(first + index));
  await sql`
    insert into bots (id, name, short_description, state, created_at)
    select id, 'Bot', 'Short', 'approved', now() from unnest(${ids}::text[]) as bot(id) on conflict do nothing`;
  await sql`
    insert into webhooks (bot_id, url, sealed_secret, updated_at)
    select id, 'https://receiver.example', decode(sealed, 'hex'), ${NOON}
    from unnest(${ids}::text[], ${ids.map((id) => seal(id).toString('hex'))}::text[]) as bot(id, sealed)
    on conflict (bot_id) do update set sealed_secret = excluded.sealed_secret`;
}

/** A value as it was sealed before keys had ids. */
export function sealedBefore(
  key: Buffer,
  owner: string,
  secret = 'whsec_secret',
  nonce = randomBytes(12),
): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(owner));
  return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
}
