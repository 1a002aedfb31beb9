import { ADVENTURES } from './adventures.ts';
import { EVERYDAY } from './everyday.ts';
import { GATHERINGS } from './gatherings.ts';
import { LEARNING } from './learning.ts';
import { MODERATION } from './moderation.ts';
import { MUSIC } from './music.ts';
import { NEWCOMERS } from './newcomers.ts';
import { PASTIMES } from './pastimes.ts';
import { PICTURES } from './pictures.ts';
import type { Sample } from './sample.ts';
import { WORKSHOP } from './workshop.ts';

const THEMES: readonly (readonly Sample[])[] = [
  MUSIC,
  MODERATION,
  ADVENTURES,
  PICTURES,
  PASTIMES,
  NEWCOMERS,
  EVERYDAY,
  WORKSHOP,
  GATHERINGS,
  LEARNING,
];

/** The forty hand-made bots. One of each theme comes first, so that a few of them show different fields. */
export const SAMPLES: readonly Sample[] = Array.from({ length: 5 }, (_, place) =>
  THEMES.flatMap((theme) => theme.slice(place, place + 1)),
).flat();
