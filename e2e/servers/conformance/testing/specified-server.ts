import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/*
 * A store API in memory that is written from docs/specification alone: it shares no code with store-api and the contracts. It has
 * the calls of section 7 and none of the additions.
 */

interface Request {
  method: string;
  /** Path below /api/v1. */
  path: string;
  query: URLSearchParams;
  headers: Readonly<Record<string, string | undefined>>;
  /** Undefined for a body that is no JSON. */
  body: unknown;
}

interface Response {
  status: number;
  headers: Record<string, string>;
  body?: unknown;
}

export type Handle = (request: Request) => Response;

interface Account {
  email: string;
  password: string;
  firstName: string;
  lastName: string;
  createdAt: string;
}

interface Order {
  id: string;
  email: string;
  phone: string;
  json: { id: string; status: number; createdAt: string; items: object[]; shippingAddress: object };
}

class Refusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

export const account: Account = {
  email: 'meera@example.com',
  password: 'spice-and-steel',
  firstName: 'Meera',
  lastName: 'Iyer',
  createdAt: '2025-01-05T06:30:00.000Z',
};

const names = ['Cookware', 'Kitchen Storage and Containers', 'Kitchen Tools'];

/** Forty products, of which every third has a discount. */
const products = Array.from({ length: 40 }, (_, index) => ({
  id: `product-${index + 1}`,
  title: `Steel Saucepan ${index + 1}`,
  description: 'Three layers of steel.',
  imgUrl: `https://shop.example/pictures/${index + 1}.jpg`,
  category: names[index % names.length] ?? '',
  parentCategory: index % 2 === 0 ? 'Everyday' : 'Festive',
  regularPrice: 500 + index * 10.5,
  discountedPrice: index % 3 === 0 ? 450 + index : null,
  createdAt: '2025-01-05T06:30:00.000Z',
  images: [{ url: `https://shop.example/pictures/${index + 1}.jpg` }],
  attributes: [
    { key: 'Size', value: 'S, M, L' },
    { key: 'featured', value: index < 4 ? 'true' : 'false' },
  ],
}));

const storeInfo = {
  storeName: 'Steel and Spice',
  companyName: 'Steel and Spice Private Limited',
  companyAddress: '14 Lavelle Road, Bengaluru',
  companyPhone: '+918040001234',
  companyEmail: 'care@shop.example',
  companyLogoUrl: 'https://shop.example/logo.svg',
  description: 'Steel for the kitchen.',
  categories: names,
  socialLinks: { instagram: 'https://instagram.com/steel' },
  policies: { about: '<p>{{companyName}} sells steel.</p>' },
};

const paymentFields = [
  {
    name: 'method',
    label: 'How would you like to pay?',
    type: 'select',
    options: ['Card', 'UPI'],
    rules: { required: true },
  },
  { name: 'phone', label: 'Mobile number', type: 'tel', rules: { required: true, minLength: 13, maxLength: 13 } },
  { name: 'note', label: 'Note', type: 'textarea', rulesMessages: ['Too long'], rules: { maxLength: 200 } },
];

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const readText = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const toSlug = (name: string): string =>
  name
    .trim()
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
const getDigits = (text: string): string => text.replace(/\D/g, '').slice(-10);
const ok = (body: unknown, status = 200): Response => ({ status, headers: {}, body });

/** What the calls change. */
interface State {
  /** By e-mail. */
  accounts: Map<string, Account>;
  /** E-mails by token. */
  sessions: Map<string, string>;
  /** The newest first. */
  orders: Order[];
}

function requireAccount({ accounts, sessions }: State, { headers }: Request): Account {
  const [, token = ''] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? [];
  const found = accounts.get(sessions.get(token) ?? '');
  if (!found) throw new Refusal(401, 'Please sign in.');
  return found;
}

function readBody({ body }: Request): Record<string, unknown> {
  if (!isObject(body)) throw new Refusal(400, 'The body is not a JSON object.');
  return body;
}

function authorize({ accounts, sessions }: State, request: Request): Response {
  const { email, password } = readBody(request);
  if (readText(email) === '' || readText(password) === '') throw new Refusal(400, 'E-mail and password are required.');
  const found = accounts.get(readText(email).toLowerCase());
  if (!found || found.password !== password) throw new Refusal(401, 'E-mail or password is wrong.');
  const token = randomBytes(24).toString('base64url');
  sessions.set(token, found.email);
  return ok({ token });
}

function register({ accounts }: State, request: Request): Response {
  const { password, ...body } = readBody(request);
  const [email, firstName, lastName] = [body.email, body.firstName, body.lastName].map(readText);
  if (!email || !/^\S+@\S+\.\S+$/.test(email)) throw new Refusal(400, 'The e-mail is not valid.');
  if (typeof password !== 'string' || password.length < 6) throw new Refusal(400, 'The password is too short.');
  if (!firstName || !lastName) throw new Refusal(400, 'Both names are required.');
  if (accounts.has(email.toLowerCase())) throw new Refusal(409, 'There is an account with this e-mail.');
  const createdAt = new Date().toISOString();
  accounts.set(email.toLowerCase(), { email: email.toLowerCase(), password, firstName, lastName, createdAt });
  return ok({}, 201);
}

function listProducts(_state: State, { query }: Request): Response {
  const read = (name: string, usual: number) => Math.max(1, Math.floor(Number(query.get(name) ?? usual)) || usual);
  const [page, limit] = [read('page', 1), Math.min(100, read('limit', 12))];
  const [category, parentCategory] = [query.get('category') ?? '', query.get('parentCategory') ?? ''];
  const slugs = [toSlug(category), ...(toSlug(category) === 'kitchen-storage' ? [toSlug(names[1] ?? '')] : [])];
  const found = products.filter(
    (product) =>
      (category === '' || slugs.includes(toSlug(product.category))) &&
      (parentCategory === '' || product.parentCategory === parentCategory),
  );
  return ok({ data: found.slice((page - 1) * limit, page * limit), count: found.length });
}

function findProduct(_state: State, _request: Request, id: string): Response {
  const product = products.find((each) => each.id === id);
  if (!product) throw new Refusal(404, 'There is no such product.');
  return ok(product);
}

function placeOrder(state: State, request: Request): Response {
  const { email } = requireAccount(state, request);
  const { products: pieces, shippingAddress } = readBody(request);
  if (!isObject(pieces) || Object.keys(pieces).length === 0) throw new Refusal(400, 'The order has no products.');
  if (!isObject(shippingAddress)) throw new Refusal(400, 'The order has no address.');
  for (const field of ['fullName', 'address', 'city', 'state', 'postalCode', 'phone']) {
    if (readText(shippingAddress[field]) === '') throw new Refusal(400, `The address has no ${field}.`);
  }
  const items = Object.entries(pieces).map(([productId, quantity]) => {
    const product = products.find((each) => each.id === productId);
    if (!product) throw new Refusal(422, `There is no product ${productId}.`);
    if (!Number.isInteger(quantity) || Number(quantity) < 1) throw new Refusal(400, 'A quantity is 1 or more.');
    const price = product.discountedPrice ?? product.regularPrice;
    return { id: productId, productTitle: product.title, quantity, price };
  });
  const id = `order-${randomBytes(5).toString('hex')}`;
  const json = { id, status: 0, createdAt: new Date().toISOString(), items, shippingAddress };
  state.orders.unshift({ id, email, phone: getDigits(readText(shippingAddress.phone)), json });
  return ok({ data: { id } }, 201);
}

function trackOrder({ orders }: State, { query }: Request, id: string): Response {
  const contact = (query.get('contactInfo') ?? '').trim().toLowerCase();
  const order = orders.find((each) => each.id === id);
  const isKnown = order && (contact === order.email || (contact !== '' && getDigits(contact) === order.phone));
  if (!isKnown) throw new Refusal(404, 'Order not found or access denied');
  return ok(order.json);
}

function pay(state: State, request: Request): Response {
  const { email } = requireAccount(state, request);
  const { orderId, fields } = readBody(request);
  const order = state.orders.find((each) => each.id === orderId && each.email === email);
  if (!order) throw new Refusal(404, 'Order not found or access denied');
  const values = isObject(fields) ? fields : {};
  const missing = paymentFields.find(({ name, rules }) => 'required' in rules && readText(values[name]) === '');
  if (missing) return ok({ success: false, error: `${missing.label}: this field is required` });
  return ok({ success: true, action: { type: 'qr', qr: `upi://pay?pa=steel@bank&tr=${order.id}` } });
}

function listOwnOrders(state: State, request: Request): Response {
  const { email } = requireAccount(state, request);
  return ok(state.orders.filter((order) => order.email === email).map(({ json }) => json));
}

function showAccount(state: State, request: Request): Response {
  const { password, ...data } = requireAccount(state, request);
  return ok({ data });
}

function showForm(state: State, request: Request): Response {
  requireAccount(state, request);
  return ok({ fields: paymentFields });
}

const calls: Readonly<Record<string, (state: State, request: Request, id: string) => Response>> = {
  'POST /users/authorize': authorize,
  'POST /users/register': register,
  'GET /accountInfo': showAccount,
  'GET /storeInfo': () => ok(storeInfo),
  'GET /products': listProducts,
  'GET /products/:id': findProduct,
  'GET /orders': listOwnOrders,
  'GET /orders/:id': trackOrder,
  'POST /orders': placeOrder,
  'GET /payments/fields': showForm,
  'POST /payments': pay,
};

function answer(state: State, request: Request): Response {
  if (request.method === 'OPTIONS') return { status: 204, headers: {} };
  const [, folder = '', id = ''] = /^\/(products|orders)\/([^/]+)$/.exec(request.path) ?? [];
  const call = calls[`${request.method} ${folder ? `/${folder}/:id` : request.path}`];
  if (!call) throw new Refusal(404, 'There is no such call.');
  return call(state, request, decodeURIComponent(id));
}

/** Creates the calls, with accounts, sessions and orders of their own. */
export function createHandle(): Handle {
  const state: State = { accounts: new Map([[account.email, account]]), sessions: new Map(), orders: [] };
  return (request) => {
    const cors = {
      'access-control-allow-origin': request.headers.origin ?? '*',
      'access-control-allow-credentials': 'true',
      'access-control-allow-headers': 'authorization, content-type',
    };
    try {
      const response = answer(state, request);
      return { ...response, headers: { ...cors, ...response.headers } };
    } catch (error) {
      const status = error instanceof Refusal ? error.status : 400;
      return { status, headers: cors, body: { error: error instanceof Refusal ? error.message : 'Not valid.' } };
    }
  };
}

async function readRequest(incoming: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(Buffer.from(chunk));
  const url = new URL(incoming.url ?? '/', 'http://localhost');
  const { authorization, origin, 'idempotency-key': key } = incoming.headers;
  const headers = { authorization, origin, 'idempotency-key': typeof key === 'string' ? key : undefined };
  let body: unknown;
  try {
    body = JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    body = undefined;
  }
  const path = url.pathname.replace(/^\/api\/v1/, '');
  return { method: incoming.method ?? 'GET', path, query: url.searchParams, headers, body };
}

/** Serves the calls on a port that the system chooses. @returns The address of the API. */
export async function startServer(
  handle: (request: Request) => Response | Promise<Response>,
): Promise<{ apiBase: string; close: () => Promise<void> }> {
  const server = createServer(async (incoming, outgoing) => {
    const { status, headers, body } = await handle(await readRequest(incoming));
    const type = body === undefined ? {} : { 'content-type': 'application/json; charset=utf-8' };
    outgoing.writeHead(status, { ...type, ...headers });
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { apiBase: `http://127.0.0.1:${port}/api/v1`, close };
}
