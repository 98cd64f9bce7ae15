import { createProductId } from '@shop/store-api/products/product-id';
import { shippingAddress } from '@shop/store-api/testing/shipping-address';
import type { RawRequest } from './kit/raw-connection';
import type { Account, TestApi } from './kit/test-api';

/** What a request of one cell of the table may use. Each cell has its own. */
export interface Cell {
  api: TestApi;
  owner: Account;
  /** Session of the owner that no other cell uses. */
  ownSession: { token: string; id: string };
}

/**
 * Who may call a route:
 * - `public`: every caller has the same answer.
 * - `account`: callers with a valid session.
 * - `order`: the owner of the order of the request.
 * - `operator`: callers with the operator credentials.
 */
type Access = 'public' | 'account' | 'order' | 'operator';

export interface RouteEntry {
  /** Method and pattern of the route, as the app registers them. */
  route: string;
  /** Distinguishes several entries of one route. */
  variant?: string;
  access: Access;
  /** Status for a permitted caller. */
  allowed: number;
  /** Status for a caller with an Origin header, as pages send it. Default: as for other callers. */
  inPage?: number;
  /** Status for another account. Default: `allowed` with the access `public` and `account`, else `refused`. */
  foreign?: number;
  /** Status for a caller without a valid session. Default: 401 with the access `account`, `allowed` with `public`, else 404. */
  refused?: number;
  request: (cell: Cell) => Promise<Pick<RawRequest, 'target' | 'body' | 'headers'>>;
}

const get = (target: string) => async () => ({ target });
const json = (target: string, body: unknown) => ({
  target,
  headers: [['Content-Type', 'application/json']] as const,
  body: Buffer.from(JSON.stringify(body)),
});

const payment = (orderId: string, method: string) => ({
  orderId,
  fields: { method, phone: '9845012345', terms: 'true' },
});

const placeOrder = ({ api, owner, ownSession }: Cell) => api.placeOrder(owner, ownSession.token);

async function startUpiPayment(cell: Cell): Promise<string> {
  const orderId = await placeOrder(cell);
  await cell.api.store.db
    .insertInto('payment')
    .values({
      reference: `P${orderId.replaceAll('-', '')}`,
      orderId,
      method: 'UPI app',
      amountPaise: 100,
      status: 'started',
      createdAt: new Date(),
    })
    .execute();
  return `P${orderId.replaceAll('-', '')}`;
}

const v1 = '/api/v1';

/** Every route of the API with its callers. The test fails for a route without an entry. */
export const routeEntries: readonly RouteEntry[] = [
  { route: `GET ${v1}/storeInfo`, access: 'public', allowed: 200, request: get(`${v1}/storeInfo`) },
  { route: `GET ${v1}/products`, access: 'public', allowed: 200, request: get(`${v1}/products?limit=1`) },
  { route: `GET ${v1}/products/:id`, access: 'public', allowed: 404, request: get(`${v1}/products/nothing`) },
  {
    route: `POST ${v1}/users/authorize`,
    access: 'public',
    allowed: 401,
    request: async ({ owner }) => json(`${v1}/users/authorize`, { email: owner.email, password: 'a wrong password' }),
  },
  {
    route: `POST ${v1}/users/register`,
    variant: 'with the e-mail of an account',
    access: 'public',
    allowed: 201,
    request: async ({ owner }) =>
      json(`${v1}/users/register`, { email: owner.email, password: 'stolen', firstName: 'Eve', lastName: 'Evil' }),
  },
  { route: `GET ${v1}/accountInfo`, access: 'account', allowed: 200, request: get(`${v1}/accountInfo`) },
  { route: `POST ${v1}/users/logout`, access: 'account', allowed: 204, request: get(`${v1}/users/logout`) },
  { route: `GET ${v1}/users/sessions`, access: 'account', allowed: 200, request: get(`${v1}/users/sessions`) },
  {
    route: `DELETE ${v1}/users/sessions/:id`,
    access: 'account',
    allowed: 204,
    foreign: 404,
    request: async ({ ownSession }) => ({ target: `${v1}/users/sessions/${ownSession.id}` }),
  },
  {
    route: `POST ${v1}/orders`,
    access: 'account',
    allowed: 201,
    // The address belongs to the caller, so that the answer to another account contains nothing of the owner.
    request: async () => json(`${v1}/orders`, { products: { [createProductId('toaster')]: 1 }, shippingAddress }),
  },
  { route: `GET ${v1}/orders`, access: 'account', allowed: 200, request: get(`${v1}/orders`) },
  {
    route: `GET ${v1}/orders/:orderId`,
    access: 'order',
    allowed: 200,
    request: async (cell) => ({ target: `${v1}/orders/${await placeOrder(cell)}` }),
  },
  {
    route: `GET ${v1}/orders/:orderId`,
    variant: 'with a wrong contact',
    access: 'order',
    allowed: 200,
    request: async (cell) => ({ target: `${v1}/orders/${await placeOrder(cell)}?contactInfo=eve%40example.com` }),
  },
  { route: `GET ${v1}/payments/fields`, access: 'account', allowed: 200, request: get(`${v1}/payments/fields`) },
  ...['Cash on delivery', 'UPI app', 'Net banking'].map(
    (method): RouteEntry => ({
      route: `POST ${v1}/payments`,
      variant: method,
      access: 'account',
      allowed: 200,
      foreign: 404,
      request: async (cell) => json(`${v1}/payments`, payment(await placeOrder(cell), method)),
    }),
  ),
  ...['GET', 'POST'].map(
    (method): RouteEntry => ({
      route: `${method} /sandbox/pay`,
      variant: 'with a forged ticket',
      access: 'public',
      allowed: 403,
      request: async (cell) => {
        const ticket = createForgedTicket(await placeOrder(cell));
        if (method === 'POST') return json('/sandbox/pay', ticket);
        return { target: `/sandbox/pay?${new URLSearchParams(ticket).toString()}` };
      },
    }),
  ),
  {
    route: 'POST /sandbox/pay/decision',
    variant: 'with a forged ticket',
    access: 'public',
    allowed: 403,
    request: async (cell) =>
      json('/sandbox/pay/decision', { ...createForgedTicket(await placeOrder(cell)), decision: 'pay' }),
  },
  {
    route: 'POST /sandbox/upi/:reference/confirm',
    variant: 'with the reference of the payment, as the bank',
    access: 'public',
    allowed: 200,
    request: async (cell) => ({ target: `/sandbox/upi/${await startUpiPayment(cell)}/confirm` }),
  },
  {
    route: 'POST /sandbox/upi/:reference/confirm',
    variant: 'with the id of the order',
    access: 'public',
    allowed: 404,
    request: async (cell) => ({ target: `/sandbox/upi/${await placeOrder(cell)}/confirm` }),
  },
  { route: 'GET /media/*', access: 'public', allowed: 404, request: get('/media/captions.json') },
  { route: 'GET /media/brand/logo.svg', access: 'public', allowed: 200, request: get('/media/brand/logo.svg') },
  { route: 'GET /media/drawn/:file', access: 'public', allowed: 404, request: get('/media/drawn/nothing.svg') },
  {
    route: 'POST /operator/orders/:id',
    access: 'operator',
    allowed: 200,
    request: async (cell) => json(`/operator/orders/${await placeOrder(cell)}`, { status: 'cancelled' }),
  },
  {
    route: 'POST /operator/catalog-import',
    access: 'operator',
    allowed: 200,
    request: async () => ({
      target: '/operator/catalog-import',
      headers: [['Content-Type', 'text/csv']],
      body: Buffer.from('Handle,Title,Variant Price\nhandi,Handi,900\n'),
    }),
  },
  { route: 'GET /healthz', access: 'public', allowed: 200, request: get('/healthz') },
  { route: 'GET /readyz', access: 'public', allowed: 200, request: get('/readyz') },
  { route: 'GET /docs', access: 'public', allowed: 200, request: get('/docs') },
  { route: 'GET /docs/json', access: 'public', allowed: 200, request: get('/docs/json') },
  { route: 'GET /docs/yaml', access: 'public', allowed: 200, request: get('/docs/yaml') },
  {
    route: 'GET /docs/static/index.html',
    access: 'public',
    allowed: 302,
    request: get('/docs/static/index.html'),
  },
  {
    route: 'GET /docs/static/swagger-initializer.js',
    access: 'public',
    allowed: 200,
    request: get('/docs/static/swagger-initializer.js'),
  },
  { route: 'GET /docs/static/*', access: 'public', allowed: 404, request: get('/docs/static/nothing') },
  { route: 'OPTIONS *', access: 'public', allowed: 404, inPage: 204, request: get(`${v1}/accountInfo`) },
];

function createForgedTicket(orderId: string) {
  return {
    reference: 'PFORGED',
    orderId,
    amount: '1.00',
    currency: 'INR',
    shopUrl: 'https://evil.example',
    expires: String(Date.now() + 60_000),
    signature: 'A'.repeat(43),
  };
}
