import type { Screenshot } from '../../db/tables.ts';
import { InvalidInputError } from '../kernel/errors.ts';
import type { WithClock, WithDatabase } from '../kernel/needs.ts';
import type { Manager } from './edits.ts';
import { readLine } from './fields.ts';
import { type EncodedImage, encodeUpload, hashOf, type WithEncoder } from './images.ts';
import { changePictures } from './parts.ts';
import { MAX_UPLOAD_BYTES, readUpload } from './uploads.ts';

export const MAX_SCREENSHOTS = 5;
const DESCRIPTION_LENGTH = { min: 1, max: 120 };

/**
 * Stores a screenshot that an owner uploads, behind the others. It is encoded anew in two sizes. A new screenshot of a
 * public listing, and a new description, wait for a moderator.
 *
 * @param base64 the file: a still PNG, JPEG, WebP or GIF
 * @param description what it shows; null or empty for none
 * @throws {InvalidInputError} when it is not a still picture, too small, too large or too narrow, when the description
 *   is invalid, or when the listing has this screenshot or five others already
 * @throws {NotFoundError} when there is no such listing
 */
export async function addScreenshot(
  services: WithDatabase & WithClock & WithEncoder,
  manager: Manager,
  base64: string,
  description: string | null | undefined,
): Promise<void> {
  const words = readDescription(description);
  const bytes = readUpload(
    base64,
    ['picture.notBase64'],
    ['screenshot.tooLarge', { max: MAX_UPLOAD_BYTES / 1024 }],
  );
  const full = await encodeUpload(services, bytes, 'screenshot');
  const thumbnail = await encodeUpload(services, full.image, 'thumbnail');
  const added: Screenshot = {
    hash: hashOf(full.image),
    thumbnailHash: hashOf(thumbnail.image),
    width: full.width,
    height: full.height,
    description: words,
  };
  await change(services, manager, [full, thumbnail], (present) => {
    if (present.some(({ hash }) => hash === added.hash)) throw new InvalidInputError('screenshot.twice');
    if (present.length >= MAX_SCREENSHOTS) {
      throw new InvalidInputError('screenshot.tooMany', { max: MAX_SCREENSHOTS });
    }
    return [...present, added];
  });
}

/**
 * Writes what a screenshot shows, for readers who do not see it.
 *
 * @param description null or empty for none
 * @throws {InvalidInputError} when the description is invalid, or the listing has no such screenshot
 * @throws {NotFoundError} when there is no such listing
 */
export async function describeScreenshot(
  services: WithDatabase & WithClock,
  manager: Manager,
  hash: string,
  description: string | null | undefined,
): Promise<void> {
  const words = readDescription(description);
  await change(services, manager, [], (present) => {
    const index = indexOf(present, hash);
    return present.map((screenshot, at) =>
      at === index ? { ...screenshot, description: words } : screenshot,
    );
  });
}

/**
 * Moves a screenshot to another position. The others keep their order.
 *
 * @param position from 1 on
 * @throws {InvalidInputError} when the listing has no such screenshot, or no such position
 * @throws {NotFoundError} when there is no such listing
 */
export async function moveScreenshot(
  services: WithDatabase & WithClock,
  manager: Manager,
  hash: string,
  position: number,
): Promise<void> {
  await change(services, manager, [], (present) => {
    const index = indexOf(present, hash);
    if (!Number.isInteger(position) || position < 1 || position > present.length) {
      throw new InvalidInputError('screenshot.position', { min: 1, max: present.length });
    }
    const moved = present.filter((_, at) => at !== index);
    return moved.toSpliced(position - 1, 0, ...present.slice(index, index + 1));
  });
}

/**
 * Removes a screenshot. Its images are deleted. With an edit that waits, the removal is part of that edit.
 *
 * @throws {InvalidInputError} when the listing has no such screenshot
 * @throws {NotFoundError} when there is no such listing
 */
export async function removeScreenshot(
  services: WithDatabase & WithClock,
  manager: Manager,
  hash: string,
): Promise<void> {
  await change(services, manager, [], (present) => present.toSpliced(indexOf(present, hash), 1));
}

/** @returns null for an empty text */
const readDescription = (description: string | null | undefined) =>
  description?.trim() ? readLine('screenshotDescription', description, DESCRIPTION_LENGTH) : null;

function indexOf(present: readonly Screenshot[], wanted: string): number {
  const index = present.findIndex(({ hash }) => hash === wanted);
  if (index < 0) throw new InvalidInputError('screenshot.notFound');
  return index;
}

/** @param make gets the screenshots as the owners work on them, and returns those that the listing then has */
async function change(
  services: WithDatabase & WithClock,
  manager: Manager,
  images: readonly EncodedImage[],
  make: (present: readonly Screenshot[]) => readonly Screenshot[],
): Promise<void> {
  await changePictures<{ readonly screenshots: readonly Screenshot[] }>(services, manager, 'screenshots', {
    images,
    make: ({ screenshots }) => ({ screenshots: make(screenshots) }),
    isNew: (shown, after) => after.screenshots.some((one) => !isShown(shown.screenshots, one)),
  });
}

/** Whether everybody sees a screenshot already, with the same words or with more. */
const isShown = (shown: readonly Screenshot[], { hash, description }: Screenshot): boolean =>
  shown.some((one) => one.hash === hash && (description === null || description === one.description));
