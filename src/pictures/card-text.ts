/**
 * The characters of the card's font (Figtree, latin and latin-ext). The card has no other fonts: those of all scripts
 * take 100 MB, and those of the machine differ.
 */
// A test compares it with the font.
const IN_FONT =
  /[ \u0021-\u007e\u00a1-\u00ac\u00ae-\u0113\u0116-\u0127\u012a-\u012b\u012e-\u0137\u0139-\u013e\u0141-\u0148\u014a-\u014d\u0150-\u0161\u0164-\u0165\u016a-\u017e\u01cd-\u01ce\u0218-\u021b\u0237\u02c6-\u02c7\u02da\u02dc-\u02dd\u1e80-\u1e85\u1e9e\u1ef2-\u1ef3\u2013-\u2014\u2018-\u201a\u201c-\u201e\u2020\u2022\u2026\u2039-\u203a\u2044\u20ac\u20b9\u2122\u2191\u2193\u2212\u2215]/u;
const LETTER = /[\p{L}\p{N}]/u;

/**
 * Prepares a text of a stranger for the card. Symbols that the font lacks, such as emoji, are left out.
 *
 * @returns undefined when the font lacks a letter or a digit, or nothing is left: the card then does without the text
 */
export function drawable(text: string): string | undefined {
  let kept = '';
  for (const character of text.normalize('NFC').replace(/\s/gu, ' ')) {
    if (IN_FONT.test(character)) kept += character;
    else if (LETTER.test(character)) return undefined;
  }
  const shown = kept.replace(/ {2,}/g, ' ').trim();
  return LETTER.test(shown) ? shown : undefined;
}
