import { readOwnOrder } from '@shop/api-client/own-order';
import { storeApi } from '@shop/api-client/store-api';
import type { Order } from '@shop/api-contract/decoders/order';
import {
  type PaymentField,
  type PaymentResponse,
  paymentFieldsDecoder,
  paymentResponseDecoder,
} from '@shop/api-contract/decoders/payment';
import { sourceLanguage } from '@shop/remote-contract/languages';

/** The payment form as the server describes it. */
export interface DescribedForm {
  fields: PaymentField[];
  /** Language of its texts. An API that names none sends them in English. */
  language: string;
}

/** The server's response to a payment attempt. */
export interface DescribedReply extends PaymentResponse {
  /** Language of its error. */
  language: string;
}

const readLanguage = (meta: { response?: Response } | undefined) =>
  meta?.response?.headers.get('content-language') ?? sourceLanguage;

export interface NewPayment {
  orderId: string;
  /** Field name to value. Holds visible fields only. */
  fields: Record<string, string>;
}

export interface PaymentSubmission {
  payment: NewPayment;
  /** The API performs one payment of all submissions with the same key. */
  idempotencyKey: string;
}

/** The payment form's fields, the order to pay for, and a payment attempt. Specification 7. */
export const paymentApi = storeApi.injectEndpoints({
  endpoints: (build) => ({
    paymentForm: build.query<DescribedForm, void>({
      query: () => '/payments/fields',
      rawResponseSchema: paymentFieldsDecoder,
      transformResponse: (fields: PaymentField[], meta: { response?: Response } | undefined) => ({
        fields,
        language: readLanguage(meta),
      }),
      // A merchant may change the form at any time. One minute covers the Back button and no more.
      keepUnusedDataFor: 60,
      // Default values may be private to one shopper, such as a phone number.
      providesTags: ['Account'],
    }),
    /**
     * One order of the signed-in shopper, or null when the shopper has none with this id. Only an API that announces pages of orders
     * has a complete list: with another one, an order that is missing there has not loaded. The result is not cached: prices are to be
     * current. A new attempt makes a call of its own, also while an earlier one has no response.
     */
    paymentOrder: build.query<Order | null, { orderId: string; attempt: number }>({
      queryFn: async ({ orderId }, _api, _options, send) => {
        let isComplete = false;
        const result = await readOwnOrder(orderId, async (call) => {
          const sent = await send(call);
          const meta: { response?: Response } | undefined = sent.meta;
          isComplete ||= Boolean(meta?.response?.headers.has('accept-order-pages'));
          return sent;
        });
        return result.data === null && !isComplete ? { error: { kind: 'status', status: 404, message: '' } } : result;
      },
      keepUnusedDataFor: 0,
      providesTags: ['Account'],
    }),
    paymentCreate: build.mutation<DescribedReply, PaymentSubmission>({
      query: ({ payment, idempotencyKey }) => ({
        url: '/payments',
        method: 'POST',
        body: payment,
        headers: { 'idempotency-key': idempotencyKey },
      }),
      rawResponseSchema: paymentResponseDecoder,
      transformResponse: (reply: PaymentResponse, meta: { response?: Response } | undefined) => ({
        ...reply,
        language: readLanguage(meta),
      }),
      // Also after a failure: the server may have changed the order before its response was lost.
      invalidatesTags: ['Order'],
    }),
  }),
});
