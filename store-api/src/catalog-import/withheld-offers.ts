import { isDeepStrictEqual } from 'node:util';
import type { StoreDatabase } from '../database/database';
import { setValue } from '../database/key-value';
import type { HasColumn } from './catalog-file';
import { getChoice } from './shopify-catalog';
import type { ShopifyRow } from './shopify-rows';

/** What is known of the sale of a product of the file. */
export interface Availability {
  isPublished: boolean;
  /** Every variant is sold out. */
  isAllSoldOut: boolean;
  /** Choices that the last file with stock and options names as sold out. Empty when it names all of them. */
  soldOut: readonly string[];
}

const forSale: Availability = { isPublished: true, isAllSoldOut: false, soldOut: [] };

/** Start of the names of the stored records. The handle of the file follows. */
const prefix = 'withheld-offer/';

/** Lists the products that imports have withheld from the sale, or choices of them, by the handle of the file. */
export async function listWithheldOffers(db: StoreDatabase): Promise<Map<string, Availability>> {
  const rows = await db
    .selectFrom('storedValue')
    .select(['name', 'value'])
    .where('name', 'like', `${prefix}%`)
    .execute();
  return new Map(rows.map(({ name, value }) => [name.slice(prefix.length), parseRecord(value)]));
}

/** Parses a record. An earlier release wrote an empty choice when every variant was sold out. */
function parseRecord(value: string): Availability {
  const record: Availability = { ...forSale, ...JSON.parse(value) };
  return record.soldOut.includes('') ? { ...record, isAllSoldOut: true, soldOut: [] } : record;
}

/**
 * Records the availability of products of a file, where it has changed. Call it in the transaction of their batch.
 *
 * @param known  The records at the start of the import.
 */
export async function recordWithheldOffers(
  db: StoreDatabase,
  known: ReadonlyMap<string, Availability>,
  availabilities: ReadonlyMap<string, Availability>,
): Promise<void> {
  for (const [handle, availability] of availabilities) {
    if (isDeepStrictEqual(availability, known.get(handle) ?? forSale)) continue;
    const name = prefix + handle;
    if (isDeepStrictEqual(availability, forSale)) await db.deleteFrom('storedValue').where('name', '=', name).execute();
    else await setValue(db, name, JSON.stringify(availability));
  }
}

/**
 * Reads the availability of a product. Where the file has no columns for publication or stock, that of an earlier import counts:
 * a list of prices puts nothing on sale again.
 *
 * @param rows     Those of one handle.
 * @param earlier  The record of the handle, if it has one.
 * @returns The availability, the rows with it, and whether the earlier import withholds one of them.
 */
export function readAvailability(rows: readonly ShopifyRow[], hasColumn: HasColumn, earlier: Availability = forSale) {
  const hasPublication = hasColumn('published') || hasColumn('status');
  const hasStock = hasColumn('quantity') && hasColumn('policy');
  const availability: Availability = {
    ...earlier,
    ...(hasPublication && { isPublished: rows[0]?.isPublished !== false }),
    ...(hasStock && readStock(rows, hasColumn('options'), earlier.soldOut)),
  };
  const soldOut = new Set(availability.soldOut.map(sortValues));
  const isRecorded = (row: ShopifyRow) => availability.isAllSoldOut || soldOut.has(sortValues(getChoice(row)));
  const isSoldOut = (row: ShopifyRow) => (hasStock ? row.isSoldOut : row.paise !== undefined && isRecorded(row));
  return {
    availability,
    rows: rows.map((row) => ({ ...row, isPublished: availability.isPublished, isSoldOut: isSoldOut(row) })),
    isWithheld: (!hasPublication && !availability.isPublished) || (!hasStock && rows.some(isSoldOut)),
  };
}

/** Sorts the values of a choice: another file may have its options in another order. */
const sortValues = (choice: string): string => choice.split(' / ').sort().join(' / ');

/**
 * Reads the stock of a product. A file without options describes the product as a whole, and the choices of the record stay.
 *
 * @param earlier  Choices that the record of the product names as sold out.
 */
function readStock(rows: readonly ShopifyRow[], hasOptions: boolean, earlier: readonly string[]) {
  // A price of 0 is not an offer.
  const variants = rows.filter(({ paise }) => paise !== undefined && paise > 0);
  const soldOut = variants.filter((row) => row.isSoldOut);
  const isAllSoldOut = soldOut.length > 0 && soldOut.length === variants.length;
  if (!hasOptions) return { isAllSoldOut, soldOut: earlier };
  return { isAllSoldOut, soldOut: isAllSoldOut ? [] : [...new Set(soldOut.map(getChoice))].filter(Boolean) };
}
