import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type pg from 'pg';
import { seedCatalog } from '../../catalog/seed-catalog';
import { buildApp, type StoreApiOptions } from '../app';
import type { StoreDatabase } from '../database/database';
import { createProductId } from '../products/product-id';
import { seedProducts } from '../seed/seed-products';
import { readStoreApiSettings, type StoreApiSettings } from '../settings';
import { shippingAddress } from './shipping-address';
import type { OpenTestDatabase } from './test-databases';

const operatorSecret = 'a secret for tests';

export interface TestStore {
  app: FastifyInstance;
  db: StoreDatabase;
  pool: pg.Pool | undefined;
  get(path: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  /** Registers a new account and signs it in. */
  signUp(): Promise<{ email: string; headers: Record<string, string> }>;
  /** Places an order and returns its id. `quantities` are by product handle; the default is one copper saucepan. */
  placeOrder(headers: Record<string, string>, quantities?: Record<string, number>): Promise<string>;
  /** Opens a second app with other options on the database. The store's `close` closes it. */
  reopen(options: TestStoreOptions): Promise<TestStore>;
  close(): Promise<void>;
}

export const password = 'saffron-and-salt';

/** Tests run on busy machines: only those of the overload protection have its limits. */
const openLoadLimits = { maxEventLoopDelayMs: 60_000, maxPendingRequests: 1_000_000 };

let accountCount = 0;

export type TestStoreOptions = Partial<Omit<StoreApiOptions, 'settings' | 'db'>> & {
  settings?: Partial<StoreApiSettings>;
};

/** Opens the app on a database with the seed catalogue. The paths of `get` and `post` are relative to /api/v1. */
export async function openTestStore(open: OpenTestDatabase, options: TestStoreOptions = {}): Promise<TestStore> {
  const { db, pool, close: closeDatabase } = await open('filled');
  // Writes nothing in a filled database.
  await seedProducts(db, seedCatalog);
  const usual = readStoreApiSettings({ LOG_LEVEL: 'silent', MAIL_TRANSPORT: 'off' });
  const settings = { ...usual, loadLimits: openLoadLimits, ...options.settings };
  const app = await buildApp({ operatorSecret, pool, ...options, settings, db });

  const reopened: TestStore[] = [];
  const store: TestStore = {
    app,
    db,
    pool,
    get: (path, headers = {}) => app.inject({ url: `/api/v1${path}`, headers }),
    post: (path, body, headers = {}) =>
      app.inject({ method: 'POST', url: `/api/v1${path}`, headers, payload: body as object }),
    async signUp() {
      accountCount += 1;
      const email = `cook-${accountCount}@example.com`;
      await store.post('/users/register', { email, password, firstName: 'Asha', lastName: 'Rao' });
      const { token } = (await store.post('/users/authorize', { email, password })).json<{ token: string }>();
      return { email, headers: { authorization: `Bearer ${token}` } };
    },
    async placeOrder(headers, quantities = { 'copper-saucepan': 1 }) {
      const products = Object.fromEntries(
        Object.entries(quantities).map(([handle, quantity]) => [createProductId(handle), quantity]),
      );
      return (await store.post('/orders', { products, shippingAddress }, headers)).json<{ id: string }>().id;
    },
    async reopen(other) {
      const second = await openTestStore(async () => ({ db, ...(pool ? { pool } : {}), close: async () => {} }), other);
      reopened.push(second);
      return second;
    },
    async close() {
      for (const second of reopened) await second.close();
      await app.close();
      await closeDatabase();
    },
  };
  return store;
}

/** Opens a test store before the tests of a suite and closes it after them. The store is complete when its first test runs. */
export function useTestStore(open: OpenTestDatabase, options: TestStoreOptions = {}): TestStore {
  const store = {} as TestStore;
  beforeAll(async () => {
    Object.assign(store, await openTestStore(open, options));
  }, 120_000);
  afterAll(() => store.close());
  return store;
}
