import type { FetchArgs } from '@reduxjs/toolkit/query';
import { hasAnnouncedFeature } from '@shop/api-client/announced-features';
import { isRecord, toText } from '@shop/api-contract/decoders/values';
import type { ApiError } from './api-error';
import type { ApiCallbacks, SharedCall, StateWithSettings } from './base-query';

/** Body of a response, or the reason why there is none. */
export type CallResult = { data: unknown; error?: undefined } | { error: ApiError; data?: undefined };

interface SentCall {
  data?: unknown;
  error?: ApiError | undefined;
  meta?: { response?: Response } | undefined;
}

/** Sends a call through the base query. */
export type SendCall = (args: string | FetchArgs) => SentCall | PromiseLike<SentCall>;

/** Calls for products that are under way at most. */
const maxCalls = 6;
/** Products that one call names at most, and the characters of its parameters, below the usual limits of proxies. */
const maxIds = 100;
const maxCharacters = 6000;
/** Characters of an id that such a call accepts. Specification of the addition: schemas/product of `@shop/api-contract`. */
const maxIdLength = 100;

interface WaitingProduct {
  id: string;
  /** Key of its query in the cache. */
  key: string;
  send: SendCall;
  resolve: (result: CallResult) => void;
  reject: (error: unknown) => void;
}

/** The calls of one page for products. */
interface ProductCalls {
  /** Sequence of the next calls. */
  waiting: WaitingProduct[];
  /** Number of products that were added since the calls last started. They stay in their sequence. */
  added: number;
  underWay: number;
}

/** By the callbacks of a Redux store. */
const callsOfPages = new WeakMap<ApiCallbacks, ProductCalls>();

function getProductCalls(callbacks: ApiCallbacks): ProductCalls {
  const calls = callsOfPages.get(callbacks) ?? { waiting: [], added: 0, underWay: 0 };
  callsOfPages.set(callbacks, calls);
  return calls;
}

/** The part of RTK Query's api object that the calls need. */
interface PageApi {
  extra: unknown;
  queryCacheKey?: string;
  getState: () => unknown;
}

/**
 * Reads a product together with those that other components of the page request at the same time. An API that has announced
 * `accept-product-ids` gets one call for up to a hundred of them. Another API gets the call of the specification, and at most six at
 * a time. The products that were requested last are read first, because they are what the shopper looks at now.
 *
 * A product that the named call leaves out has the response 404, as in its own call.
 */
export function readProduct(
  id: string,
  { extra, queryCacheKey: key = '', getState }: PageApi,
  send: SendCall,
): Promise<CallResult> {
  // A renderer knows each call by its address, and its store lives for one page.
  if (typeof window === 'undefined') return readOne(id, send);
  const { apiBase } = (getState() as StateWithSettings).settings;
  const calls = getProductCalls(extra as ApiCallbacks);
  return new Promise((resolve, reject) => {
    calls.waiting.splice(calls.added++, 0, { id, key, send, resolve, reject });
    // After all requests of this moment, such as those of the lines of a cart.
    if (calls.added === 1) queueMicrotask(() => startCalls(calls, apiBase));
  });
}

/** Lets the calls of a page read a product before all others that wait. */
export function prioritizeProduct(id: string, callbacks: ApiCallbacks): void {
  const { waiting } = getProductCalls(callbacks);
  const index = waiting.findIndex((product) => product.id === id);
  if (index > 0) waiting.unshift(...waiting.splice(index, 1));
}

function startCalls(calls: ProductCalls, apiBase: string): void {
  calls.added = 0;
  while (calls.waiting.length > 0 && calls.underWay < maxCalls) {
    const isNamed = hasAnnouncedFeature(apiBase, 'accept-product-ids');
    const products = calls.waiting.splice(0, isNamed ? countForOneCall(calls.waiting) : 1);
    calls.underWay++;
    readTogether(products)
      .catch((error: unknown) => {
        for (const { reject } of products) reject(error);
      })
      .finally(() => {
        calls.underWay--;
        startCalls(calls, apiBase);
      });
  }
}

/** An id that the call with ids does not accept, as of a cart that another API has filled, is read alone. */
const isNameable = ({ id }: WaitingProduct) => id !== '' && id.length <= maxIdLength;

function countForOneCall(waiting: readonly WaitingProduct[]): number {
  let characters = 0;
  const end = waiting.findIndex((product, index) => {
    characters += encodeURIComponent(product.id).length + '&id='.length;
    const isAlone = ![product, waiting[0] ?? product].every(isNameable);
    return index === maxIds || (index > 0 && (isAlone || characters > maxCharacters));
  });
  return end < 0 ? waiting.length : end;
}

async function readTogether(products: readonly WaitingProduct[]): Promise<void> {
  const [first] = products;
  if (!first) return;
  if (products.length === 1) return first.resolve(await readOne(first.id, first.send));
  const args: SharedCall = {
    url: '/products',
    params: { id: products.map(({ id }) => id) },
    keys: products.map(({ key }) => key),
  };
  const result = await first.send(args);
  const getResult = createResults(result);
  for (const { id, resolve } of products) resolve(getResult(id));
}

async function readOne(id: string, send: SendCall): Promise<CallResult> {
  const { data, error } = await send(`/products/${encodeURIComponent(id)}`);
  return error ? { error } : { data };
}

/** Divides the response to a call with ids. @returns The result of the product with an id. */
function createResults({ data, error }: SentCall): (id: string) => CallResult {
  if (error) return () => ({ error });
  if (!isRecord(data) || !Array.isArray(data.data)) {
    return () => ({ error: { kind: 'malformed', message: '' } });
  }
  const byId = new Map(data.data.filter(isRecord).map((product) => [toText(product.id), product]));
  return (id) => {
    const product = byId.get(id);
    return product ? { data: product } : { error: { kind: 'status', status: 404, message: '' } };
  };
}
