import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { seedCatalog } from '../../catalog/seed-catalog';
import { buildApp, type StoreApiOptions } from '../app';
import type { StoreDatabase } from '../database/database';
import { createProductId } from '../products/product-id';
import { seedProducts } from '../seed/seed-products';
import { readSettings, type StoreApiSettings } from '../settings';
import type { OpenTestDatabase } from './test-databases';

const operatorSecret = 'a secret for tests';

export interface TestStore {
  app: FastifyInstance;
  db: StoreDatabase;
  get(path: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  /** Registers an account of its own and signs it in. */
  signUp(): Promise<{ email: string; headers: Record<string, string> }>;
  /** Places an order of one copper saucepan, or of what is given by handle. */
  placeOrder(headers: Record<string, string>, quantities?: Record<string, number>): Promise<string>;
  close(): Promise<void>;
}

export const shippingAddress = {
  fullName: 'Asha Rao',
  address: '5 Church Street',
  city: 'Bengaluru',
  state: 'Karnataka',
  postalCode: '560001',
  phone: '+91 98450 12345',
};

export const password = 'saffron-and-salt';

let people = 0;

/** The same database behind an app with other settings; closing it leaves the database open. */
export function reopenTestStore({ db }: TestStore, options: TestStoreOptions): Promise<TestStore> {
  return openTestStore(async () => ({ db, close: async () => {} }), options);
}

export type TestStoreOptions = Partial<Omit<StoreApiOptions, 'settings' | 'db'>> & {
  settings?: Partial<StoreApiSettings>;
};

/** The real app on a real database with the seed catalogue. Paths are below /api/v1. */
export async function openTestStore(open: OpenTestDatabase, options: TestStoreOptions = {}): Promise<TestStore> {
  const { db, close: closeDatabase } = await open();
  await seedProducts(db, seedCatalog);
  const settings = { ...readSettings({ LOG_LEVEL: 'silent' }), ...options.settings };
  const app = await buildApp({ operatorSecret, ...options, settings, db });

  const store: TestStore = {
    app,
    db,
    get: (path, headers = {}) => app.inject({ url: `/api/v1${path}`, headers }),
    post: (path, body, headers = {}) =>
      app.inject({ method: 'POST', url: `/api/v1${path}`, headers, payload: body as object }),
    async signUp() {
      people += 1;
      const email = `cook-${people}@example.com`;
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
    async close() {
      await app.close();
      await closeDatabase();
    },
  };
  return store;
}
