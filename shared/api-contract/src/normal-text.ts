const decimalDigit = /\p{Nd}/u;

/** Returns the value of a digit. Unicode lists the digits of a script in a row that begins with zero. */
function getDigitValue(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let first = code;
  while (decimalDigit.test(String.fromCodePoint(first - 1))) first -= 1;
  return String((code - first) % 10);
}

/** Replaces the digits of every script by 0 to 9: `४११००१` becomes `411001`. */
export const replaceDigits = (text: string): string => text.replace(/\p{Nd}/gu, getDigitValue);

const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Me}\ufffc]/gu;
const blanks = /[\s\p{Cc}\u2800]+/gu;

/** Removes the characters that the API refuses in every text: NUL, and half of a surrogate pair. */
export const removeUnstorable = (text: string): string => text.replace(/[\0\p{Surrogate}]/gu, '');

/** Counts the characters that a person sees, as code points: `😀` is one. */
export const countVisible = (text: string): number => [...text.replace(invisible, '').replace(blanks, '')].length;

/**
 * Normalizes a code that a person typed or pasted. Removes invisible and formatting characters. Replaces every kind of space by
 * one space, every dash by `-`, and the digits of every script by 0 to 9. Not for names and addresses, where such characters
 * have a meaning.
 */
export function normalizeText(text: string): string {
  const visible = text.normalize('NFKC').replace(invisible, '');
  // A letter and a mark that stood on both sides of a removed character are one character now.
  return replaceDigits(visible.normalize('NFKC'))
    .replace(blanks, ' ')
    .replace(/[\p{Pd}\u02d7\u2043\u2212\u2796]/gu, '-')
    .trim();
}

/** Characters of the longest text that a reader looks at. A code is shorter, with all that may stand around it. */
export const maxLength = 400;

/** Normalizes a code, as `normalizeText` does. Empty for a text that is longer than a code. */
export const normalizeShortText = (text: string): string => {
  // Normal text can be longer: one character for three dots becomes three.
  const normal = text.length > maxLength ? '' : normalizeText(text);
  return normal.length > maxLength ? '' : normal;
};
