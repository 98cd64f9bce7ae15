/*
 * Names and reasons are typed by people, kept for good, and printed to others. A line break would let one forge lines of a
 * history, an escape sequence take over a terminal, a sign that nobody sees make one name look like another. The joiners
 * that Indian scripts are written with (U+200C, U+200D) are let through.
 */
const unseen =
  /[\p{Cc}\p{Zl}\p{Zp}\u{AD}\u{200B}\u{200E}\u{200F}\u{202A}-\u{202E}\u{2060}-\u{2069}\u{FEFF}\u{E0000}-\u{E007F}]/gu;

/** Whether a text is one line in which everything can be seen. */
export const isPlainText = (text: string): boolean => text.search(unseen) === -1;

/** A line as it is safe to print, whoever wrote parts of it: `\u001b` for what would steer the terminal. */
export const escapeInvisible = (line: string): string =>
  line.replace(unseen, (sign) => `\\u${(sign.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);

const folded = (name: string) =>
  name
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim()
    .toLowerCase();

/** Whether two names mean one person: case, space around them and signs that cannot be seen make no second one. */
export const isSamePerson = (one: string, other: string): boolean => folded(one) === folded(other);
