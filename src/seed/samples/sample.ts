import type { SceneName } from '../banners/banner.ts';
import type { Icon } from '../icons/icon.ts';
import type { ServerShape, VoteShape } from '../shapes.ts';
import type { OwnerKey } from './owners.ts';
import type { PermissionName } from './permissions.ts';

export type LinkKind = 'website' | 'support' | 'source' | 'privacy';

/** A hand-made bot: what its owner wrote, and how it lived up to now. */
export interface Sample {
  readonly name: string;
  /** The host of its links is `<slug>.example`. */
  readonly slug: string;
  readonly short: string;
  /** Markdown. */
  readonly long: string;
  /** Slugs of tags. */
  readonly tags: readonly string[];
  /** Codes of the languages that it speaks. */
  readonly languages: readonly string[];
  /** Descriptions by name, without the slash. */
  readonly commands: Readonly<Record<string, string>>;
  readonly permissions: readonly PermissionName[];
  readonly prefix?: string;
  readonly links: readonly LinkKind[];
  /** The owner, then the co-owners. */
  readonly owners: readonly [OwnerKey, ...OwnerKey[]];
  /** The listing's age. */
  readonly ageDays: number;
  /** Whether the first page features it. */
  readonly isFeatured?: true;
  readonly votes: {
    /** Its share of all votes, relative to the other bots. */
    readonly weight: number;
    readonly shape: VoteShape;
  };
  /** Absent when it never reported. */
  readonly servers?: {
    readonly count: number;
    readonly shape: ServerShape;
    /** The time since its last report. */
    readonly silentMinutes: number;
  };
  readonly icon: Icon;
  /** The scene on its banner, which has the colours of the icon. */
  readonly banner: SceneName;
}
