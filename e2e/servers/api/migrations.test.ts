import { seedCatalog } from '@shop/store-api/catalog/seed-catalog';
import { openPostgres, type StoreDatabase } from '@shop/store-api/database/database';
import { migrations } from '@shop/store-api/database/migrate';
import { seedProducts } from '@shop/store-api/seed/seed-products';
import { createPostgresDatabase, findPostgresPrograms } from '@shop/store-api/testing/postgres-cluster';
import { CamelCasePlugin, Kysely, Migrator, PostgresDialect } from 'kysely';
import pg from 'pg';
import { byScale, recordCounts } from '../../counts/counts';
import { openTestApi } from './kit/test-api';
import { fillWithData, statements, statementsBefore } from './previous-release';

const programs = findPostgresPrograms();
const names = Object.keys(migrations).sort();
/** Milliseconds that a statement may wait for the lock of a migration. */
const maxWaitMs = 10_000;

/** Migrates a database up to the schema before a migration, as the earlier release left it. */
async function openSchemaBefore(pool: pg.Pool, migration: string): Promise<void> {
  const db = new Kysely<never>({ dialect: new PostgresDialect({ pool }), plugins: [new CamelCasePlugin()] });
  const previous = names[names.indexOf(migration) - 1] ?? '';
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } });
  const { error } = await migrator.migrateTo(previous);
  if (error) throw error;
  await seedProducts(db as unknown as StoreDatabase, seedCatalog);
}

it('has the statements of the release before every migration', () => {
  expect(Object.keys(statementsBefore).sort()).toEqual(names.slice(1));
});

const tested = byScale({ bounded: names.slice(-1), full: names.slice(1) });

(programs ? describe : describe.skip)('a database in use by the earlier release', () => {
  it.each(tested)(
    'takes migration %s and all later ones without a failed statement of the earlier release',
    async (migration) => {
      const url = await createPostgresDatabase(programs ?? '');
      const pool = new pg.Pool({ connectionString: url, max: 8 });
      await openSchemaBefore(pool, migration);
      const accounts = await fillWithData(pool, byScale({ bounded: 20, full: 200 }));

      const failures: string[] = [];
      let tried = 0;
      let longestMs = 0;
      let isDone = false;
      const run = async (name: keyof typeof statements) => {
        while (!isDone) {
          tried += 1;
          const startedAt = Date.now();
          await statements[name](pool, accounts[tried % accounts.length] ?? '').catch((error: unknown) => {
            failures.push(`${name}: ${String(error)}`);
          });
          longestMs = Math.max(longestMs, Date.now() - startedAt);
        }
      };
      const running = Promise.all((statementsBefore[migration] ?? []).map(run));
      const before = tried;
      // The current release starts: it migrates, seeds and serves while the earlier one still runs.
      const api = await openTestApi(() => openPostgres(url));
      try {
        const during = tried - before;
        const account = await api.addAccount('new');
        const { token } = await api.startSession(account);
        const rounds = byScale({ bounded: 10, full: 100 });
        for (let round = 0; round < rounds; round += 1) await api.placeOrder(account, token);
        isDone = true;
        await running;
        const { rows } = await pool.query('select count(*)::int as total from "account"');
        recordCounts('security', {
          label: 'statements of the earlier release during migrations',
          tried,
          survived: tried - failures.length,
          figures: { 'during the migration': during },
        });
        expect(failures).toEqual([]);
        expect(during).toBeGreaterThan(0);
        expect(longestMs).toBeLessThan(maxWaitMs);
        expect(rows).toEqual([{ total: accounts.length + 1 }]);
      } finally {
        isDone = true;
        await running;
        await api.close();
        await pool.end();
      }
    },
    240_000,
  );
});
