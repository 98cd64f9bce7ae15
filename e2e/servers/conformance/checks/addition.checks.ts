import { createdOrderDecoder, orderListDecoder } from '@shop/api-contract/decoders/order';
import { decodeProducts } from '@shop/api-contract/decoders/product';
import { productDatesDecoder } from '@shop/api-contract/decoders/product-dates';
import { productSearchDecoder } from '@shop/api-contract/decoders/product-search';
import { storeInfoDecoder } from '@shop/api-contract/decoders/store-info';
import { isRecord, toNumber, toText } from '@shop/api-contract/decoders/values';
import { assertRefused, assertStatus, assertThat, decode, isSame, show, showResponse } from '../assertions';
import type { Check } from '../check';
import type { ApiResponse } from '../client';
import { betweenOrigins } from './browser.checks';

const readPage = (response: ApiResponse) => decode(orderListDecoder, response).map(({ id }) => id);

/**
 * The additions to the specification that a server may announce, with a header or with a field of store information. The shop uses
 * an addition only when it is announced, so a server without it loses the feature and nothing else.
 */
export const additions: Readonly<Record<string, string>> = {
  'accept-idempotency-key': 'a repeated order or payment is made once',
  'accept-logout': 'a sign-out ends the session on the server',
  'accept-order-lines': 'orders have the size and the colour that the shopper chose',
  'accept-order-pages': 'an account with many orders reads them by pages',
  'accept-product-ids': 'a cart reads its products in one call',
  'accept-product-dates': 'sitemaps read the ids of all products without their texts',
  'accept-search': 'the server searches, and the gateway keeps no index of the products',
  deliveryDays: 'the pages of products and the page after an order say when an order arrives',
  translatedPolicies: 'policies have a text in another language',
};

export const additionChecks: readonly Check[] = [
  betweenOrigins({
    statement: '7.base-04',
    addition: 'accept-idempotency-key',
    title: 'Pages of the shop may send an Idempotency-Key',
    run: async ({ send }) => {
      const response = await send({
        method: 'OPTIONS',
        path: '/orders',
        headers: { 'access-control-request-method': 'POST', 'access-control-request-headers': 'idempotency-key' },
      });
      const allowed = response.headers.get('access-control-allow-headers') ?? '';
      assertThat(/\bidempotency-key\b/i.test(allowed), 'idempotency-key in access-control-allow-headers', allowed);
    },
  }),
  {
    statement: 'R.15-2',
    addition: 'accept-idempotency-key',
    title: 'Two orders with one Idempotency-Key are one order, and another body is refused',
    run: async ({ createOrderBody, placeOrder, post, owner }) => {
      const body = await createOrderBody();
      const headers = { 'idempotency-key': `conformance-${Date.now()}` };
      const [first, second] = [await placeOrder(body, headers), await placeOrder(body, headers)].map((response) =>
        decode(createdOrderDecoder, response),
      );
      assertThat(first?.id === second?.id, `the order ${first?.id} again`, `the order ${second?.id}`);
      const [id = ''] = Object.keys(body.products);
      const other = { ...body, products: { [id]: 5 } };
      assertRefused(await post('/orders', other, (await owner()).token, headers));
    },
  },
  {
    statement: '4.session-04',
    addition: 'accept-logout',
    title: 'POST /users/logout ends the session: its token is refused with 401',
    run: async ({ signIn, options, send, get }) => {
      const { token } = await signIn(options.account);
      const response = await send({ method: 'POST', path: '/users/logout', token });
      assertThat(response.status < 300, 'a status of success', showResponse(response));
      assertStatus(await get('/accountInfo', token), 401);
    },
  },
  {
    statement: 'R.20-2',
    addition: 'accept-order-lines',
    title: 'POST /orders makes an item of each line, and refuses lines that are not the products',
    run: async ({ createOrderBody, placeOrder, catalogue, post, owner }) => {
      const readable = decodeProducts((await catalogue()).products);
      const [product] = readable.filter(({ sizes }) => sizes.length > 1).concat(readable);
      const { shippingAddress } = await createOrderBody();
      const id = product?.id ?? '';
      const [size, color] = [product?.sizes[0], product?.colors[0]];
      const line = { id, quantity: 1, ...(size && { size }), ...(color && { color }) };
      const body = { products: { [id]: 1 }, shippingAddress, lines: [line] };
      const response = await placeOrder(body);
      const [item] = decode(createdOrderDecoder, response).items;
      assertThat(item?.size === size && item?.color === color, show(line), showResponse(response));
      const tooMany = { ...body, lines: [{ ...line, quantity: 2 }] };
      assertRefused(await post('/orders', tooMany, (await owner()).token));
    },
  },
  {
    statement: '7.calls-12',
    addition: 'accept-order-pages',
    title: 'GET /orders has pages, and their number of orders in X-Total-Count',
    run: async ({ get, owner }) => {
      const { token } = await owner();
      const all = await get('/orders?page=1&limit=100', token);
      const ids = readPage(all);
      const total = toNumber(all.headers.get('x-total-count'));
      assertThat(total !== undefined && total >= ids.length, 'a number in x-total-count', `${total}`);
      const pages = [await get('/orders?page=1&limit=1', token), await get('/orders?page=2&limit=1', token)];
      const read = pages.flatMap(readPage);
      assertThat(isSame(read, ids.slice(0, 2)), `one order on each page: ${show(ids.slice(0, 2))}`, read);
    },
  },
  {
    statement: '7.calls-10',
    addition: 'accept-product-ids',
    title: 'GET /products?id=…&id=… returns these products in this order, without unknown ones',
    run: async ({ catalogue, listProducts }) => {
      const wanted = (await catalogue()).ids.slice(0, 3).reverse();
      const query = ['no-such-product', ...wanted].map((id) => `id=${encodeURIComponent(id)}`).join('&');
      const { ids } = await listProducts(`?${query}`);
      assertThat(isSame(ids, wanted), show(wanted), ids);
    },
  },
  {
    statement: '7.calls-09',
    addition: 'accept-product-dates',
    title: 'GET /product-dates returns the ids of products, and continues after one',
    run: async ({ get }) => {
      const [both, first] = [await get('/product-dates?limit=2'), await get('/product-dates?limit=1')].map((response) =>
        decode(productDatesDecoder, response).data.map(([id]) => id),
      );
      assertThat(both?.[0] === first?.[0], show(first), both);
      const next = await get(`/product-dates?limit=1&after=${encodeURIComponent(first?.[0] ?? '')}`);
      const [[id] = []] = decode(productDatesDecoder, next).data;
      assertThat(id === both?.[1], `${both?.[1]} after ${first?.[0]}`, showResponse(next));
    },
  },
  {
    statement: '7.calls-09',
    addition: 'accept-search',
    title: 'GET /search finds a product by a word of its title',
    run: async ({ get, catalogue }) => {
      const [product] = (await catalogue()).products;
      const [word = ''] = /\p{L}{4,}/u.exec(toText(product?.title)) ?? [];
      const response = await get(`/search?q=${encodeURIComponent(word)}&limit=100`);
      const { products, total } = decode(productSearchDecoder, response);
      const isFound = products.some(({ id }) => id === toText(product?.id)) || total > products.length;
      assertThat(isFound && isRecord(response.json), `the product ${toText(product?.id)} for ${word}`, response.text);
    },
  },
  {
    statement: '3.store-01',
    addition: 'deliveryDays',
    title: 'deliveryDays of store information is a range of days',
    run: async ({ get }) => {
      const response = await get('/storeInfo');
      assertThat(decode(storeInfoDecoder, response).deliveryDays !== undefined, 'numbers min and max', response.text);
    },
  },
  {
    statement: '3.store-02',
    addition: 'translatedPolicies',
    title: 'GET /storeInfo?lang=… has the policies that translatedPolicies names, in that language',
    run: async ({ get }) => {
      const usual = decode(storeInfoDecoder, await get('/storeInfo'));
      const { translatedPolicies } = usual;
      assertThat(translatedPolicies !== undefined, 'lists of slugs by language in translatedPolicies', 'another form');
      for (const [language, slugs] of Object.entries(translatedPolicies)) {
        const { policies } = decode(storeInfoDecoder, await get(`/storeInfo?lang=${encodeURIComponent(language)}`));
        const same = slugs.find((slug) => !policies[slug] || policies[slug] === usual.policies[slug]);
        assertThat(same === undefined, `a text in ${language} for ${slugs.join(', ')}`, `none for ${same}`);
      }
    },
  },
];
