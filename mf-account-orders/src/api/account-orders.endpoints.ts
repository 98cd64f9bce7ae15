import { storeApi } from '@shop/api-client/store-api';
import { type Order, orderListDecoder, trackedOrderDecoder } from '@shop/api-contract/decoders/order';
import { type AccountInfo, accountInfoDecoder } from '@shop/api-contract/decoders/user';
import { toNumber } from '@shop/api-contract/decoders/values';
import { orderPageSize } from './page-size';

/** Specification 3 "Contact form and track request". Both values are read as typed and not blank. */
export interface TrackRequest {
  orderId: string;
  /** E-mail of the account, or phone of the shipping address. */
  contactInfo: string;
}

export interface OrderList {
  /** Newest first. */
  orders: Order[];
  /** Number of orders on all pages. */
  total: number;
}

/** Reads the number of orders. Undefined at an API that has not announced pages: its list has all orders. */
function readTotal(headers: Headers | undefined): number | undefined {
  return headers?.has('accept-order-pages') ? toNumber(headers.get('x-total-count')) : undefined;
}

/** Calls of the account and order screens: account, list of orders, one tracked order. Specification 7. */
export const accountOrdersApi = storeApi.injectEndpoints({
  endpoints: (build) => ({
    accountOrdersAccount: build.query<AccountInfo, void>({
      query: () => '/accountInfo',
      rawResponseSchema: accountInfoDecoder,
      providesTags: ['Account'],
    }),
    /** The newest orders, as many as the API sends; or one page of an API that has announced pages. */
    accountOrdersList: build.query<OrderList, number | undefined>({
      query: (page) => (page === undefined ? '/orders' : { url: '/orders', params: { page, limit: orderPageSize } }),
      rawResponseSchema: orderListDecoder,
      transformResponse: (orders: Order[], meta: { response?: Response } | undefined) => ({
        orders,
        total: readTotal(meta?.response?.headers) ?? orders.length,
      }),
      providesTags: ['Order'],
    }),
    /** An order of the shopper that is older than the newest ones of the list. */
    accountOrdersOlder: build.query<Order, string>({
      query: (id) => `/orders/${encodeURIComponent(id)}`,
      rawResponseSchema: trackedOrderDecoder,
      providesTags: ['Order'],
    }),
    /** Not cached: the device may be shared, and the order may belong to another shopper. */
    accountOrdersTracked: build.query<Order, TrackRequest>({
      query: ({ orderId, contactInfo }) => ({
        url: `/orders/${encodeURIComponent(orderId)}`,
        params: { contactInfo },
      }),
      rawResponseSchema: trackedOrderDecoder,
      keepUnusedDataFor: 0,
    }),
  }),
});
