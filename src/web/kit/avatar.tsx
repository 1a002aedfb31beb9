import type { VNode } from 'preact';

/**
 * A bot's picture. Its size is given, so that the page does not move when it loads. Its alternative text is empty
 * because the bot's name always stands beside it.
 *
 * @param size in CSS pixels
 */
export function Avatar(url: string, size: number): VNode {
  const loading = size > 64 ? 'eager' : 'lazy';
  return (
    <img class="avatar" src={url} alt="" width={size} height={size} loading={loading} decoding="async" />
  );
}
