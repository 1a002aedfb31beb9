import type { Settings } from './settings.ts';
import { flag } from './values.ts';

export interface ImageConfig {
  /** Whether images of listings' texts are fetched and shown. Otherwise they are links. */
  readonly showsTextImages: boolean;
}

export function readImages({ read }: Settings): ImageConfig {
  return { showsTextImages: read('LISTING_IMAGES', flag) ?? true };
}
