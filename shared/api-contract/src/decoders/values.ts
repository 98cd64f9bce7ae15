/** Conversions of JSON without a schema. They are apart from the schemas, so that a page has them without valibot. */

/**
 * Parses JSON, and replaces each half of a surrogate pair by U+FFFD, because `encodeURIComponent` throws for it. In text from
 * UTF-8 only an escape can be one, which few responses have.
 *
 * @throws {SyntaxError} For any other text.
 */
export function parseJson(text: string): unknown {
  if (!/\\ud[89a-f]/i.test(text)) return JSON.parse(text);
  const toWellFormed = (_key: string, value: unknown) =>
    typeof value === 'string' ? value.replace(/\p{Surrogate}/gu, '\ufffd') : value;
  return JSON.parse(text, toWellFormed);
}

/**
 * Converts a finite number or a numeric string to a number.
 *
 * @returns `undefined` for any other value.
 * @see Interpretation 7: numeric strings count as numbers.
 */
export function toNumber(value: unknown): number | undefined {
  if (typeof value === 'string' && value.trim() === '') return undefined;
  const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

/** Converts text or a number to trimmed text, and any other value to an empty string. */
export function toText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

/** Tells whether a value is an object that is not a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
