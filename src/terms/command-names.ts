/**
 * Line breaks and other control characters, marks of direction, and characters that nobody sees: with them, two names
 * look the same. Joiners and selectors of variants are not among them, because some scripts need them. These are ranges
 * and no Unicode properties, because few libraries for JSON Schema know the properties.
 */
const MISLEADING = String.raw`\u0000-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufff8`;
/** Spaces, the empty pattern of Braille, joiners and selectors of variants: a name has more than these. */
const UNSEEN_ALONE = String.raw`\u0020\u00a0\u1680\u180b-\u180d\u180f\u2000-\u200a\u200c\u200d\u202f\u205f\u2800\u3000\ufe00-\ufe0f`;
/**
 * What a name of a command looks like, as a regular expression of JSON Schema. It says nothing of characters above
 * U+FFFF: some libraries read them as two.
 */
export const READABLE_NAME = `^[^${MISLEADING}]*[^${MISLEADING}${UNSEEN_ALONE}][^${MISLEADING}]*$`;

const readable = new RegExp(READABLE_NAME, 'u');
const MISLEADING_ABOVE = /[\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e00ff}\u{e01f0}-\u{e0fff}]/u;
const SELECTORS_ABOVE = /[\u{e0100}-\u{e01ef}]/gu;

/** Whether people can read a name as it is. */
export const isReadable = (name: string): boolean =>
  !MISLEADING_ABOVE.test(name) && readable.test(name.replaceAll(SELECTORS_ABOVE, ''));
