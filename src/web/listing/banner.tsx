import type { VNode } from 'preact';

/**
 * The banner of a bot's page. Without a banner of its own, the page shows the colours of the bot's picture: the same
 * file, enlarged and blurred. The frame has a size of its own, so nothing moves when the file arrives.
 */
export function Banner({ bannerUrl, avatarUrl }: { bannerUrl: string | null; avatarUrl: string }): VNode {
  return bannerUrl === null ? (
    <div class="banner plain">
      <img src={avatarUrl} alt="" width="1600" height="400" decoding="async" />
    </div>
  ) : (
    <div class="banner">
      <img src={bannerUrl} alt="" width="1600" height="400" decoding="async" />
    </div>
  );
}
