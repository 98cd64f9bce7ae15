import { storeApi } from '@shop/api-client/store-api';
import { type Order, orderListDecoder, trackedOrderDecoder } from '@shop/api-contract/decoders/order';
import { type AccountInfo, accountInfoDecoder } from '@shop/api-contract/decoders/user';

/** Specification 3 "Contact form and track request". Both are trimmed and not blank. */
export interface TrackRequest {
  orderId: string;
  /** E-mail or phone of the order. */
  contactInfo: string;
}

/** The signed-in shopper, their orders, and one order for whoever knows its number and contact. Specification 7. */
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
    /** Asked anew each time and not kept: it is one shopper's order on what may be another's screen. */
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
