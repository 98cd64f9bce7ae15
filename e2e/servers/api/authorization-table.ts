import type { RawRequest } from '@shop/gateway/testing/raw-connection';
import { createProductId } from '@shop/store-api/products/product-id';
import { shippingAddress } from '@shop/store-api/testing/shipping-address';
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

const json = (target: string, body: unknown) => ({
  target,
  headers: [['Content-Type', 'application/json']] as const,
  body: Buffer.from(JSON.stringify(body)),
});

/** @param request Creates the request; or its target. Default: the path of the route. */
function entry(
  route: string,
  access: Access,
  allowed: number,
  request: RouteEntry['request'] | string = route.split(' ')[1] ?? '',
  more: Partial<RouteEntry> = {},
): RouteEntry {
  const create = typeof request === 'string' ? async () => ({ target: request }) : request;
  return { route, access, allowed, request: create, ...more };
}

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
  entry(`GET ${v1}/storeInfo`, 'public', 200),
  entry(`GET ${v1}/products`, 'public', 200, `${v1}/products?limit=1`),
  entry(`GET ${v1}/products`, 'public', 200, `${v1}/products?id=${createProductId('toaster')}&id=nothing`, {
    variant: 'by ids',
  }),
  entry(`GET ${v1}/products/:id`, 'public', 404, `${v1}/products/nothing`),
  entry(`GET ${v1}/search`, 'public', 200, `${v1}/search?q=pan`),
  entry(`GET ${v1}/product-dates`, 'public', 200, `${v1}/product-dates`),
  entry(`POST ${v1}/users/authorize`, 'public', 401, async ({ owner }) =>
    json(`${v1}/users/authorize`, { email: owner.email, password: 'a wrong password' }),
  ),
  // With the e-mail of an account.
  entry(`POST ${v1}/users/register`, 'public', 201, async ({ owner }) =>
    json(`${v1}/users/register`, { email: owner.email, password: 'stolen', firstName: 'Eve', lastName: 'Evil' }),
  ),
  entry(`GET ${v1}/accountInfo`, 'account', 200),
  entry(`POST ${v1}/users/logout`, 'account', 204),
  // The address belongs to the caller, so that the answer to another account contains nothing of the owner.
  entry(`POST ${v1}/orders`, 'account', 201, async () =>
    json(`${v1}/orders`, { products: { [createProductId('toaster')]: 1 }, shippingAddress }),
  ),
  entry(`GET ${v1}/orders`, 'account', 200),
  entry(`GET ${v1}/orders`, 'account', 200, `${v1}/orders?page=2&limit=1`, { variant: 'by pages' }),
  ...['', '?contactInfo=eve%40example.com'].map((query) =>
    entry(
      `GET ${v1}/orders/:orderId`,
      'order',
      200,
      async (cell) => ({ target: `${v1}/orders/${await placeOrder(cell)}${query}` }),
      { variant: query },
    ),
  ),
  entry(`GET ${v1}/payments/fields`, 'account', 200),
  ...['Cash on delivery', 'UPI app', 'Net banking'].map((method) =>
    entry(
      `POST ${v1}/payments`,
      'account',
      200,
      async (cell) => json(`${v1}/payments`, payment(await placeOrder(cell), method)),
      { variant: method, foreign: 404 },
    ),
  ),
  entry('GET /sandbox/pay', 'public', 403, async (cell) => ({
    target: `/sandbox/pay?${new URLSearchParams(createForgedTicket(await placeOrder(cell))).toString()}`,
  })),
  entry('POST /sandbox/pay', 'public', 403, async (cell) =>
    json('/sandbox/pay', createForgedTicket(await placeOrder(cell))),
  ),
  entry('POST /sandbox/pay/decision', 'public', 403, async (cell) =>
    json('/sandbox/pay/decision', { ...createForgedTicket(await placeOrder(cell)), decision: 'pay' }),
  ),
  entry(
    'POST /sandbox/upi/:reference/confirm',
    'public',
    200,
    async (cell) => ({ target: `/sandbox/upi/${await startUpiPayment(cell)}/confirm` }),
    { variant: 'with the reference of the payment, as the bank' },
  ),
  entry(
    'POST /sandbox/upi/:reference/confirm',
    'public',
    404,
    async (cell) => ({ target: `/sandbox/upi/${await placeOrder(cell)}/confirm` }),
    { variant: 'with the id of the order' },
  ),
  entry('GET /media/*', 'public', 404, '/media/captions.json'),
  entry('GET /media/brand/logo.svg', 'public', 200),
  entry('POST /operator/orders/:id', 'operator', 200, async (cell) =>
    json(`/operator/orders/${await placeOrder(cell)}`, { status: 'cancelled' }),
  ),
  entry('POST /operator/refunds', 'operator', 200, async () => json('/operator/refunds', {})),
  entry('POST /operator/catalog-import', 'operator', 200, async () => ({
    target: '/operator/catalog-import',
    headers: [['Content-Type', 'text/csv']],
    body: Buffer.from('Handle,Title,Variant Price\nhandi,Handi,900\n'),
  })),
  entry('GET /healthz', 'public', 200),
  entry('GET /readyz', 'public', 200),
  entry('GET /docs', 'public', 200),
  entry('GET /docs/json', 'public', 200),
  entry('GET /docs/yaml', 'public', 200),
  entry('GET /docs/static/index.html', 'public', 302),
  entry('GET /docs/static/swagger-initializer.js', 'public', 200),
  entry('GET /docs/static/*', 'public', 404, '/docs/static/nothing'),
  entry('OPTIONS *', 'public', 404, `${v1}/accountInfo`, { inPage: 204 }),
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
