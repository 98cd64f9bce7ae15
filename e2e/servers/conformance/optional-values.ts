import { isRecord } from '@shop/api-contract/decoders/values';

/*
 * Forms of what a server may leave out. The shop reads them as absent.
 */

/** Tells whether a value is left out: no field, null or an empty text. */
export const isAbsent = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Tells whether a value is left out, or is text. The shop reads a number as text. */
export const isOptionalText = (value: unknown): boolean =>
  isAbsent(value) || typeof value === 'string' || typeof value === 'number';

/** Tells whether a value is left out, or is an object. PHP writes an object without entries as an empty list. */
export const isOptionalMap = (value: unknown): boolean =>
  isAbsent(value) || isRecord(value) || (Array.isArray(value) && value.length === 0);
