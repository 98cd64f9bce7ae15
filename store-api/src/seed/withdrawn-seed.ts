import { seedCatalog } from '../../catalog/seed-catalog';
import type { StoreDatabase } from '../database/database';
import { findValue, setValue } from '../database/key-value';

/** Key of the stored handles of seed products that an import took off sale. */
const withdrawnSeedName = 'withdrawn-seed-products';

const seedHandles = new Set(seedCatalog.flatMap(({ products }) => products.map(({ handle }) => handle)));

/** Lists the handles of seed products that an import took off sale, in alphabetical order. */
export async function listWithdrawnSeed(db: StoreDatabase): Promise<string[]> {
  return JSON.parse((await findValue(db, withdrawnSeedName)) ?? '[]');
}

/**
 * Records which seed products an import took off sale, so that no later seed adds them again. Call it in the transaction of the import,
 * under its lock.
 *
 * @param handles Handles of the file: those that it withdraws, and those that it sells, whose records end.
 */
export async function recordWithdrawnSeed(
  db: StoreDatabase,
  { withdrawn, sold }: { withdrawn: readonly string[]; sold: readonly string[] },
): Promise<void> {
  const before = await listWithdrawnSeed(db);
  const after = new Set([...before, ...withdrawn.filter((handle) => seedHandles.has(handle))]);
  for (const handle of sold) after.delete(handle);
  const text = JSON.stringify([...after].sort());
  if (text !== JSON.stringify(before)) await setValue(db, withdrawnSeedName, text);
}
