import { join } from 'node:path';
import { createTestDatabases } from '@shop/database/testing/test-databases';
import { seedCatalog } from '../../catalog/seed-catalog';
import { type OpenStoreDatabase, storeDefinition } from '../database/database';
import type { StoreTables } from '../database/schema';
import { packageRoot } from '../package-root';
import { seedProducts } from '../seed/seed-products';

/**
 * Opens a new and migrated database: empty, or filled with the seed catalogue. A PGlite database ends with its `close`, a PostgreSQL
 * database with its cluster.
 */
export type OpenTestDatabase = (content?: 'empty' | 'filled') => Promise<OpenStoreDatabase>;

/** What a filled database depends on, beside the products themselves: `seedProducts` finds a change of those. */
const sources = ['src/database/migrations', 'src/seed', 'src/products/search-rows.ts', '../shared/product-search/src'];

export const { describeOnEachDatabase, describeOnPostgres, openTestDatabase, openTestPglite } =
  createTestDatabases<StoreTables>(storeDefinition, {
    sources: sources.map((name) => join(packageRoot, name)),
    cacheFolder: join(packageRoot, '.cache'),
    fill: (db) => seedProducts(db, seedCatalog),
  });
