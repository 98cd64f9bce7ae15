import type { OrderJson } from '@shop/api-contract/schemas/order';
import type { ProductJson } from '@shop/api-contract/schemas/product';
import type { StoreInfoJson } from '@shop/api-contract/schemas/store-info';
import type { AccountInfoJson } from '@shop/api-contract/schemas/user';
import { anAccount, anOrder, aPaymentField, aProduct, aProductList, aStoreInfo } from './builders';
import { answer } from './store-api-fake';

/** The content of the store. */
export interface StubbedStore {
  storeInfo?: StoreInfoJson;
  products?: readonly ProductJson[];
  account?: AccountInfoJson;
  /** Orders of the shopper. The first one is also the order that `POST /orders` creates. */
  orders?: readonly [OrderJson, ...OrderJson[]];
}

/**
 * Answers every call of the specification until the test ends, as a store with this content does: store information, products,
 * sign-in, registration, account, orders and payments. `answer` replaces one answer afterwards; a call of a remote's own needs
 * `answer` too. Section 7 of the specification lists the calls.
 *
 * @example answerStoreApi({ products: [aProduct({ id: 'p1', title: 'Saucepan' })] });
 */
export function answerStoreApi({
  storeInfo = aStoreInfo(),
  products = [aProduct()],
  account = anAccount(),
  orders = [anOrder()],
}: StubbedStore = {}): void {
  answer('GET', '/storeInfo', { body: storeInfo });
  answer('GET', '/products', { body: aProductList([...products]) });
  for (const product of products) answer('GET', `/products/${product.id}`, { body: product });
  answer('POST', '/users/authorize', { body: { token: 'token-of-the-test' } });
  answer('POST', '/users/register', { status: 201, body: {} });
  answer('GET', '/accountInfo', { body: { data: account } });
  answer('GET', '/orders', { body: { data: orders } });
  for (const order of orders) answer('GET', `/orders/${order.id}`, { body: { data: order } });
  answer('POST', '/orders', { status: 201, body: orders[0] });
  answer('GET', '/payments/fields', { body: { fields: [aPaymentField()] } });
  answer('POST', '/payments', { body: { success: true, redirectUrl: '/order-success' } });
}
