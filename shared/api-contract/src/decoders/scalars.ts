import * as v from 'valibot';
import { toText } from './values';

/** Non-blank text or a number, as trimmed text. Servers send ids and sizes both ways. */
export const requiredText = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform((value) => String(value).trim()),
  v.minLength(1),
);

/** Trimmed text. An absent value, null or a value of another type becomes an empty string. */
export const optionalText = v.pipe(v.unknown(), v.transform(toText));

/** A point in time as ISO 8601 text, from ISO 8601 text or epoch milliseconds. Any other value becomes an empty string. */
export const optionalDate = v.pipe(
  v.unknown(),
  v.transform((value) => {
    if (typeof value !== 'string' && typeof value !== 'number') return '';
    const time = new Date(value).getTime();
    return Number.isNaN(time) ? '' : new Date(time).toISOString();
  }),
);

/** Decodes the valid items of a list and drops the others, so that one invalid row does not hide the valid rows. */
export function decodeValidItems<Item>(schema: v.GenericSchema<unknown, Item>, list: readonly unknown[]): Item[] {
  return list.flatMap((candidate) => {
    const result = v.safeParse(schema, candidate);
    return result.success ? [result.output] : [];
  });
}

/**
 * Creates a decoder of a list that drops invalid items. It fails when a non-empty list has no valid item: such a response
 * is malformed, not empty.
 */
export function createListDecoder<Item>(schema: v.GenericSchema<unknown, Item>) {
  return v.pipe(
    v.array(v.unknown()),
    v.rawTransform<unknown[], Item[]>(({ dataset, addIssue, NEVER }) => {
      const items = decodeValidItems(schema, dataset.value);
      if (items.length === 0 && dataset.value.length > 0) {
        addIssue({ message: 'The list has no valid item.' });
        return NEVER;
      }
      return items;
    }),
  );
}
