import type { StoreDatabase } from './database';

/** Finds the value of a key in the server's key-value table, for example the digest of the seed catalogue. */
export async function findValue(db: StoreDatabase, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('storedValue').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

/** Inserts or replaces the value of a key. */
export async function setValue(db: StoreDatabase, name: string, value: string): Promise<void> {
  await db
    .insertInto('storedValue')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, updatedAt: new Date() }))
    .execute();
}

/** Returns the value of a key, and creates it first when it is absent. Two servers that start at once get one value. */
export async function getOrCreateValue(db: StoreDatabase, name: string, create: () => string): Promise<string> {
  await db
    .insertInto('storedValue')
    .values({ name, value: create() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const value = await findValue(db, name);
  if (value === undefined) throw new Error(`The stored value ${name} was deleted while it was read.`);
  return value;
}
