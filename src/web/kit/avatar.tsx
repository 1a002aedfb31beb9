import type { VNode } from 'preact';

/**
 * A bot's picture. Its size is given, so that the page does not move when it loads. Its alternative text is empty
 * because the bot's name always stands beside it.
 *
 * @param size in CSS pixels
 */
export function Avatar({ url, size }: { url: string; size: number }): VNode {
  const loading = size > 64 ? 'eager' : 'lazy';
  return (
    <img class="avatar" src={url} alt="" width={size} height={size} loading={loading} decoding="async" />
  );
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * A circle with the initial of a user, in one of eight colours that the id chooses. The service stores no pictures of
 * users. Screen readers skip it, because the name stands beside it.
 *
 * @param size in CSS pixels
 */
export function UserAvatar({ userId, name, size }: { userId: string; name: string; size: number }): VNode {
  // The chat platform's own rule: the upper bits are a time, which differs between neighbours.
  const color = Number((BigInt(userId) >> 22n) % 8n);
  return (
    <svg
      class={`face face-${color}`}
      viewBox="0 0 32 32"
      width={size}
      height={size}
      aria-hidden="true"
      focusable="false"
    >
      <circle cx="16" cy="16" r="16" />
      <text x="16" y="21.5" text-anchor="middle">
        {initialOf(name.trim())}
      </text>
    </svg>
  );
}

/** A character of ASCII before another one is a whole sign. The segmenter costs more than the rest of a header. */
const ASCII = /^[!-~]{2}/;

function initialOf(name: string): string {
  const first = ASCII.test(name) ? name.charAt(0) : graphemes.segment(name).containing(0)?.segment;
  return (first ?? '?').toLocaleUpperCase('en');
}
