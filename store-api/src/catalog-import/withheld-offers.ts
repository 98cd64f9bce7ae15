import { isDeepStrictEqual } from 'node:util';
import type { StoreDatabase } from '../database/database';
import { setValue } from '../database/key-value';
import type { HasColumn } from './catalog-file';
import { getChoice } from './shopify-catalog';
import type { ShopifyRow } from './shopify-rows';

/** What is known of the sale of a product of the file. */
export interface Availability {
  isPublished: boolean;
  /** Choices of variants that are sold out, and an empty text when all of them are. */
  soldOut: readonly string[];
}

const forSale: Availability = { isPublished: true, soldOut: [] };

/** Start of the names of the stored records. The handle of the file follows. */
const prefix = 'withheld-offer/';

/** Lists the products that imports have withheld from the sale, or choices of them, by the handle of the file. */
export async function listWithheldOffers(db: StoreDatabase): Promise<Map<string, Availability>> {
  const rows = await db
    .selectFrom('storedValue')
    .select(['name', 'value'])
    .where('name', 'like', `${prefix}%`)
    .execute();
  return new Map(rows.map(({ name, value }): [string, Availability] => [name.slice(prefix.length), JSON.parse(value)]));
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
    isPublished: hasPublication ? rows[0]?.isPublished !== false : earlier.isPublished,
    soldOut: hasStock ? listSoldOut(rows) : earlier.soldOut,
  };
  const soldOut = new Set(availability.soldOut.map(sortValues));
  const isSoldOut = (row: ShopifyRow) =>
    hasStock ? row.isSoldOut : row.paise !== undefined && soldOut.has(sortValues(getChoice(row)));
  return {
    availability,
    rows: rows.map((row) => ({ ...row, isPublished: availability.isPublished, isSoldOut: isSoldOut(row) })),
    isWithheld: (!hasPublication && !availability.isPublished) || (!hasStock && rows.some(isSoldOut)),
  };
}

/** Sorts the values of a choice: another file may have its options in another order. */
const sortValues = (choice: string): string => choice.split(' / ').sort().join(' / ');

function listSoldOut(rows: readonly ShopifyRow[]): string[] {
  // A price of 0 is not an offer.
  const variants = rows.filter(({ paise }) => paise !== undefined && paise > 0);
  const soldOut = variants.filter((row) => row.isSoldOut);
  // A file without options has one row for all variants.
  const isAll = soldOut.length > 0 && soldOut.length === variants.length;
  return [...new Set([...(isAll ? [''] : []), ...soldOut.map(getChoice)])];
}
