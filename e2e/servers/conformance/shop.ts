import { createdOrderDecoder } from '@shop/api-contract/decoders/order';
import { tokenDecoder } from '@shop/api-contract/decoders/user';
import { isRecord, toNumber, toText } from '@shop/api-contract/decoders/values';
import type { ShippingAddressJson } from '@shop/api-contract/schemas/order';
import * as v from 'valibot';
import { assertSuccess, decode, Mismatch, NotChecked } from './assertions';
import { type ApiClient, type ApiRequest, type ApiResponse, RunEndedError } from './client';
import { isAbsent } from './optional-values';

export interface Credentials {
  email: string;
  password: string;
}

export interface RunOptions {
  /** Address of the API without a slash at its end. */
  apiBase: string;
  /** Origin of the shop's pages. */
  origin: string;
  account: Credentials;
  /** Whether the run may create one account. */
  mayRegister: boolean;
  /** Whether the run may start one payment, for an order that it placed. */
  mayPay: boolean;
}

/** The JSON of a product. */
export type ProductObject = Record<string, unknown>;

export interface ListedProducts {
  response: ApiResponse;
  products: ProductObject[];
  /** Ids in the order of the list. */
  ids: string[];
  total: number | undefined;
}

/** A shopper with a session. */
export interface SignedIn extends Credentials {
  token: string;
}

export interface PlacedOrder {
  id: string;
  products: Record<string, number>;
  response: ApiResponse;
}

/** What the checks of one run share. A value that cannot be had makes the checks that need it {@link NotChecked}. */
export interface Shop {
  options: RunOptions;
  client: ApiClient;
  send(request: ApiRequest): Promise<ApiResponse>;
  get(path: string, token?: string): Promise<ApiResponse>;
  post(path: string, body: unknown, token?: string, headers?: ApiRequest['headers']): Promise<ApiResponse>;
  /** Signs an account in. @throws {Mismatch} When the response has no token. */
  signIn(account: Credentials): Promise<SignedIn>;
  /** The account of the caller, signed in once. */
  owner(): Promise<SignedIn>;
  /** An account that the run has registered, signed in once. */
  stranger(): Promise<SignedIn>;
  /** Reads a list of products. @throws {Mismatch} When the response is none. */
  listProducts(query: string): Promise<ListedProducts>;
  /** The first hundred products. */
  catalogue(): Promise<ListedProducts>;
  /** An order of the account, placed once. */
  order(): Promise<PlacedOrder>;
  /** Places an order. @throws {Mismatch} When it is refused. */
  placeOrder(body: unknown, headers?: ApiRequest['headers']): Promise<ApiResponse>;
  /** Body of an order of products of the catalogue. */
  createOrderBody(): Promise<{ products: Record<string, number>; shippingAddress: ShippingAddressJson }>;
  /** Ids of all orders that the server has accepted, also of those that it had to refuse. */
  orderIds: ReadonlySet<string>;
  /** Tells whether the server has announced an addition to the specification, by a header or by a field of store information. */
  isAnnounced(addition: string): boolean;
}

/** The address of all orders of a run. */
export const shippingAddress: ShippingAddressJson = {
  fullName: 'Conformance Check',
  address: '14 Lavelle Road',
  city: 'Bengaluru',
  state: 'Karnataka',
  postalCode: '560001',
  phone: '+919876543210',
};

/** Calls a function once. Its failure is a failure of the first check that needs the value, and the reason why others are not done. */
function once<Value>(what: string, create: () => Promise<Value>): () => Promise<Value> {
  let value: Promise<Value> | undefined;
  return async () => {
    if (value === undefined) {
      value = create();
      return value;
    }
    return value.catch((error: unknown) => {
      if (error instanceof RunEndedError || error instanceof NotChecked) throw error;
      throw new NotChecked(`it needs ${what}`);
    });
  };
}

/** Reads a list of products. @throws {Mismatch} When the response is none. */
export function readProductList(response: ApiResponse): ListedProducts {
  assertSuccess(response);
  const { json } = response;
  if (!isRecord(json) || !Array.isArray(json.data)) throw new Mismatch('an object with a list data', response.text);
  const products = json.data.filter(isRecord);
  const { pagination, count } = json;
  const total = (isRecord(pagination) ? toNumber(pagination.total) : undefined) ?? toNumber(count);
  return { response, products, ids: products.map(({ id }) => toText(id)), total };
}

/** Creates what the checks of one run share. */
export function createShop(client: ApiClient, options: RunOptions): Shop {
  const orderIds = new Set<string>();
  const send: Shop['send'] = async (request) => {
    const response = await client.send(request);
    if (response.call === 'POST /orders' && response.status < 300) {
      const { success, output } = v.safeParse(createdOrderDecoder, response.json);
      if (success) orderIds.add(output.id);
    }
    return response;
  };
  const get: Shop['get'] = (path, token) => send({ path, ...(token !== undefined && { token }) });
  const post: Shop['post'] = (path, body, token, headers) =>
    send({ path, body, ...(token !== undefined && { token }), ...(headers && { headers }) });

  const signIn: Shop['signIn'] = async ({ email, password }) => {
    const token = decode(tokenDecoder, await post('/users/authorize', { email, password }));
    if (token === null) throw new Mismatch('a token', 'none');
    return { email, password, token };
  };

  const listProducts: Shop['listProducts'] = async (query) => readProductList(await get(`/products${query}`));

  const owner = once('a session', () => signIn(options.account));
  const catalogue = once('a list of products', () => listProducts('?page=1&limit=100'));

  const createOrderBody: Shop['createOrderBody'] = async () => {
    const { ids } = await catalogue();
    const [first, second] = ids;
    if (first === undefined || first === '') throw new NotChecked('it needs a product with an id');
    return { products: { [first]: 2, ...(second && { [second]: 1 }) }, shippingAddress };
  };

  const placeOrder: Shop['placeOrder'] = async (body, headers) => {
    const response = await post('/orders', body, (await owner()).token, headers);
    decode(createdOrderDecoder, response);
    return response;
  };

  return {
    options,
    client,
    send,
    get,
    post,
    signIn,
    owner,
    stranger: once('an account that the run has registered', async () => {
      if (!options.mayRegister) throw new NotChecked('--register allows the run to create an account');
      const account = { email: `conformance-${Date.now()}@example.com`, password: 'a-long-password-1' };
      const names = { firstName: 'Conformance', lastName: 'Check' };
      const response = await post('/users/register', { ...account, ...names });
      if (response.status >= 300) throw new Mismatch('a status of success', response.text);
      return signIn(account);
    }),
    listProducts,
    catalogue,
    order: once('an order', async () => {
      const body = await createOrderBody();
      const response = await placeOrder(body);
      return { id: decode(createdOrderDecoder, response).id, products: body.products, response };
    }),
    placeOrder,
    createOrderBody,
    orderIds,
    isAnnounced: (addition) =>
      client.responses.some(({ call, headers, json }) => {
        const fields = call.startsWith('GET /storeInfo') && isRecord(json) ? json : {};
        return headers.has(addition) || !isAbsent(fields[addition]);
      }),
  };
}
