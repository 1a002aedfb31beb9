/** What a picture is for: a banner or a screenshot of a listing, each in two sizes, or an image of its text. */
export type Shape = 'banner' | 'bannerThumbnail' | 'text' | 'screenshot' | 'thumbnail';

export interface Encoded {
  readonly image: Buffer;
  readonly width: number;
  readonly height: number;
}

/** Why a picture is refused, as reasons of the domain: it words them for the person who sent the picture. */
export type Problem =
  | readonly [
      'banner.damaged' | 'banner.tooDetailed' | 'banner.unread' | 'picture.unread' | 'screenshot.animated',
    ]
  | readonly ['banner.tooManyPixels', { readonly max: number }]
  | readonly [
      'banner.tooNarrow' | 'screenshot.tooSmall',
      { readonly width: number; readonly height: number; readonly min: number },
    ]
  | readonly ['banner.shape' | 'screenshot.shape', { readonly width: number; readonly height: number }];

/** Why a picture that is stored as it came is refused. */
export interface Unfit {
  readonly problem: readonly ['picture.damaged' | 'picture.unread'];
}

export interface RefusedPicture {
  readonly problem: Problem;
}

/** What a card shows. Texts are of strangers. */
export interface Card {
  readonly siteName: string;
  /** A CSS colour. */
  readonly accent: string;
  readonly name: string;
  readonly description: string;
  /** Short texts in the last line, such as a number of votes. */
  readonly facts: readonly string[];
  /** SVG only where this project or the operator made it. */
  readonly icon?: { readonly mediaType: string; readonly image: Uint8Array } | undefined;
  /** In degrees: the colour behind the name's initial, which is drawn without an icon, or when it cannot be decoded. */
  readonly hue: number;
}

/** The site's logo as a square PNG. */
export interface AppIcon {
  readonly logo: { readonly mediaType: string; readonly image: Uint8Array };
  /** In pixels. */
  readonly size: number;
  /** A CSS colour around the logo, which then leaves the room that systems cut off; null: the logo alone. */
  readonly background: string | null;
}

/** A job for the child process. */
export type Job =
  | { readonly kind: 'encode'; readonly bytes: Uint8Array; readonly shape: Shape }
  | { readonly kind: 'check'; readonly bytes: Uint8Array }
  | { readonly kind: 'card'; readonly card: Card }
  | { readonly kind: 'appIcon'; readonly icon: AppIcon };

export type Result = Encoded | RefusedPicture | Unfit | Buffer | undefined;

/** What the child made of a job. */
export type Made =
  | { readonly result: Result }
  | {
      /** A fault of the service. */
      readonly fault: string;
    };
