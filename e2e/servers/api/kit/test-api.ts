import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { AddressInfo } from 'node:net';
import { createProductId } from '@shop/store-api/products/product-id';
import { readStoreApiSettings } from '@shop/store-api/settings';
import { openLimits } from '@shop/store-api/testing/open-limits';
import { shippingAddress } from '@shop/store-api/testing/shipping-address';
import type { OpenTestDatabase } from '@shop/store-api/testing/test-databases';
import { openTestStore, password, type TestStore, type TestStoreOptions } from '@shop/store-api/testing/test-store';
import { createSessionsRepository } from '@shop/store-api/users/sessions.repository';
import type { FastifyInstance, RouteOptions } from 'fastify';

/** The limits have tests of their own in store-api. */
const { limits, maxSessionsPerAccount } = readStoreApiSettings(openLimits);

/** A shopper of the test shop. */
export interface Account {
  id: string;
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  /** Ten digits, in all orders of the account. Each account has its own, because orders are found by it. */
  phone: string;
  /** Street of all orders of the account. */
  street: string;
}

/** The store API on a database of its own, as a server on a port that the system chose. */
export interface TestApi {
  store: TestStore;
  port: number;
  origin: string;
  /** Every route of the app, in the order of registration. */
  routes: readonly RouteOptions[];
  /** Registers an account. Its values occur nowhere else, so that an answer with them is a leak. */
  addAccount: (name: string) => Promise<Account>;
  /** Starts a session of an account. @returns Its token and id. */
  startSession: (account: Account) => Promise<{ token: string; id: string }>;
  /** Places an order of one toaster. @returns Its id. */
  placeOrder: (account: Account, token: string) => Promise<string>;
  close: () => Promise<void>;
}

/** Creates the body of an order of an account. */
export const createOrderBody = ({ street, firstName, lastName, phone }: Account, quantity = 1) => ({
  products: { [createProductId('toaster')]: quantity },
  shippingAddress: { ...shippingAddress, fullName: `${firstName} ${lastName}`, address: street, phone },
});

/** Opens the store API on a new database, and listens. */
export async function openTestApi(open: OpenTestDatabase, options: TestStoreOptions = {}): Promise<TestApi> {
  const routes: RouteOptions[] = [];
  const watchRoutes = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance };
    fastify.addHook('onRoute', (route) => void routes.push(route));
  };
  subscribe('fastify.initialization', watchRoutes);
  const store = await openTestStore(open, {
    ...options,
    settings: { limits, maxSessionsPerAccount, ...options.settings },
  }).finally(() => unsubscribe('fastify.initialization', watchRoutes));
  await store.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = store.app.server.address() as AddressInfo;
  const sessions = createSessionsRepository(store.db, { maxPerAccount: maxSessionsPerAccount });
  let accountCount = 0;

  return {
    store,
    port,
    origin: `http://127.0.0.1:${port}`,
    routes,
    async addAccount(name) {
      accountCount += 1;
      const mark = `${name}${accountCount}zq`;
      const account = {
        email: `${mark}@example.com`,
        password,
        firstName: `First-${mark}`,
        lastName: `Last-${mark}`,
      };
      const phone = String(9_845_010_000 + accountCount);
      await store.post('/users/register', account);
      const { id } = await store.db
        .selectFrom('account')
        .select('id')
        .where('email', '=', account.email)
        .executeTakeFirstOrThrow();
      return { ...account, id, phone, street: `Street-${mark}` };
    },
    async startSession({ id: accountId }) {
      const token = await sessions.create(accountId);
      const session = await sessions.findByToken(token);
      if (!session) throw new Error('The session that was started is missing.');
      return { token, id: session.id };
    },
    async placeOrder(account, token) {
      const headers = { authorization: `Bearer ${token}` };
      const response = await store.post('/orders', createOrderBody(account), headers);
      if (response.statusCode !== 201) throw new Error(`The order was rejected: ${response.body}`);
      return response.json<{ id: string }>().id;
    },
    close: () => store.close(),
  };
}
