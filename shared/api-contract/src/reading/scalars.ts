import * as v from 'valibot';

/** A string, or a number written as one (ids and sizes arrive both ways). Trimmed; blank is refused. */
export const requiredText = v.pipe(
  v.union([v.string(), v.number()]),
  v.transform((value) => String(value).trim()),
  v.minLength(1),
);

/** Text that may be missing: absent, null or of another type becomes an empty string. */
export const optionalText = v.pipe(
  v.unknown(),
  v.transform((value) => (typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '')),
);

/**
 * A finite number or a numeric string; anything else is `undefined`. Interpretation 7: numeric strings count as
 * numbers.
 */
export function toNumber(value: unknown): number | undefined {
  if (typeof value === 'string' && value.trim() === '') return undefined;
  const number = typeof value === 'string' || typeof value === 'number' ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

/** A point in time as ISO text, from ISO text or epoch milliseconds; an empty string when it is no date. */
export const optionalDate = v.pipe(
  v.unknown(),
  v.transform((value) => {
    if (typeof value !== 'string' && typeof value !== 'number') return '';
    const time = new Date(value).getTime();
    return Number.isNaN(time) ? '' : new Date(time).toISOString();
  }),
);

/** The items of a list that can be read; the rest is dropped, so that one bad row does not hide the good ones. */
export function readableItems<Item>(schema: v.GenericSchema<unknown, Item>, list: readonly unknown[]): Item[] {
  return list.flatMap((candidate) => {
    const result = v.safeParse(schema, candidate);
    return result.success ? [result.output] : [];
  });
}

/**
 * A list of which unreadable items are dropped. It fails when there were items and none could be read: then the answer
 * is malformed, not empty.
 */
export function readableList<Item>(schema: v.GenericSchema<unknown, Item>) {
  return v.pipe(
    v.array(v.unknown()),
    v.rawTransform<unknown[], Item[]>(({ dataset, addIssue, NEVER }) => {
      const items = readableItems(schema, dataset.value);
      if (items.length === 0 && dataset.value.length > 0) {
        addIssue({ message: 'no item of the list can be read' });
        return NEVER;
      }
      return items;
    }),
  );
}

/** Narrows to a plain object whose keys can be looked at. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
