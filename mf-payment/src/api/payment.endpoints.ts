import { storeApi } from '@shop/api-client/store-api';
import {
  type PaymentField,
  type PaymentResponse,
  paymentFieldsDecoder,
  paymentResponseDecoder,
} from '@shop/api-contract/decoders/payment';

export interface NewPayment {
  orderId: string;
  /** Field name to what was filled in, visible fields only. */
  fields: Record<string, string>;
}

/** The payment form's fields, and an attempt to pay. Specification 7. */
export const paymentApi = storeApi.injectEndpoints({
  endpoints: (build) => ({
    paymentFields: build.query<PaymentField[], void>({
      query: () => '/payments/fields',
      rawResponseSchema: paymentFieldsDecoder,
      // A merchant may change the form at any time: a minute covers Back, and no more.
      keepUnusedDataFor: 60,
      // What a form comes filled with may be the shopper's own, such as a phone number.
      providesTags: ['Account'],
    }),
    paymentCreate: build.mutation<PaymentResponse, NewPayment>({
      query: (body) => ({ url: '/payments', method: 'POST', body }),
      rawResponseSchema: paymentResponseDecoder,
      // Also after a failure: the server may have moved the order before its answer was lost.
      invalidatesTags: ['Order'],
    }),
  }),
});
