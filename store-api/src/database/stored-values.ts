import type { StoreDatabase } from './database';

/** Reads a single value the server keeps. */
export async function storedValue(db: StoreDatabase, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('storedValue').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

/** Writes a single value the server keeps, over what was there. */
export async function storeValue(db: StoreDatabase, name: string, value: string): Promise<void> {
  await db
    .insertInto('storedValue')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, updatedAt: new Date() }))
    .execute();
}

/** A value that is made once and stays, also when two servers start on one database at the same time. */
export async function storedOnce(db: StoreDatabase, name: string, make: () => string): Promise<string> {
  await db
    .insertInto('storedValue')
    .values({ name, value: make() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const value = await storedValue(db, name);
  if (value === undefined) throw new Error(`the stored value ${name} vanished`);
  return value;
}
