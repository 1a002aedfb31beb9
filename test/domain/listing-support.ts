import { randomBytes } from 'node:crypto';
import type { AppServices } from '../../src/app.ts';
import { startSession } from '../../src/domain/identity/sessions.ts';
import { readListingFields } from '../../src/domain/listing/fields.ts';
import { submitListing } from '../../src/domain/listing/submit.ts';
import { newUserId } from './support.ts';

/** What somebody writes in the form. */
export const INPUT = {
  name: 'Melody',
  shortDescription: 'Plays music in voice channels, with queues.',
  longDescription: '# Melody\n\nStreams what your members ask for.',
  tags: ['music', 'fun'],
  inviteScopes: ['bot'],
  invitePermissions: '3145728',
  prefix: '!',
  websiteUrl: 'https://melody.example/',
  supportUrl: 'https://melody.example/support',
  sourceUrl: 'https://melody.example/source',
  privacyUrl: 'https://melody.example/privacy',
  followsPlatform: false,
};
export const FIELDS = readListingFields(INPUT);

/** An application's id that no other test has, made in 2021 or so. */
export function newBotId(): string {
  return String(800_000_000_000_000_000n + BigInt(randomBytes(6).readUIntBE(0, 6)));
}

/** Somebody who has signed in once. */
export async function newUser(services: AppServices, name = 'Ada'): Promise<string> {
  const id = newUserId();
  await startSession(services, { id, name });
  return id;
}

/** A listing that waits for a moderator. */
export async function newListing(services: AppServices, fields = FIELDS) {
  const [botId, userId] = [newBotId(), await newUser(services)];
  await submitListing(services, { botId, userId, fields });
  return { botId, userId };
}
