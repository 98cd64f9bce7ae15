/** Conversions of JSON values without a schema. They are apart from the schemas, so that a page has them without valibot. */

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
