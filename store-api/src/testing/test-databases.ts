import { join } from 'node:path';
import { createTestDatabases } from '@shop/database/testing/test-databases';
import { type OpenStoreDatabase, storeDefinition } from '../database/database';
import type { StoreTables } from '../database/schema';
import { packageRoot } from '../package-root';

/** Opens a new, migrated and empty database. A PGlite database ends with its `close`, a PostgreSQL database with its cluster. */
export type OpenTestDatabase = () => Promise<OpenStoreDatabase>;

export const { describeOnEachDatabase, describeOnPostgres, openTestDatabase, openTestPglite } =
  createTestDatabases<StoreTables>(storeDefinition, {
    migrationsFolder: join(packageRoot, 'src/database/migrations'),
    cacheFolder: join(packageRoot, '.cache'),
  });
