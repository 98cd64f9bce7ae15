import { storeApi } from '@shop/api-client/store-api';
import { type Order, orderListDecoder, trackedOrderDecoder } from '@shop/api-contract/decoders/order';
import { type AccountInfo, accountInfoDecoder } from '@shop/api-contract/decoders/user';

/** Specification 3 "Contact form and track request". Both values are read as typed and not blank. */
export interface TrackRequest {
  orderId: string;
  /** E-mail of the account, or phone of the shipping address. */
  contactInfo: string;
}

/** Calls of the account and order screens: account, list of orders, one tracked order. Specification 7. */
export const accountOrdersApi = storeApi.injectEndpoints({
  endpoints: (build) => ({
    accountOrdersAccount: build.query<AccountInfo, void>({
      query: () => '/accountInfo',
      rawResponseSchema: accountInfoDecoder,
      providesTags: ['Account'],
    }),
    accountOrdersList: build.query<Order[], void>({
      query: () => '/orders',
      rawResponseSchema: orderListDecoder,
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
