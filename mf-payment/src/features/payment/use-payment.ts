import { toApiError } from '@shop/api-client/api-error';
import type { PaymentField } from '@shop/api-contract/decoders/payment';
import { useNotify } from '@shop/notifications/use-notify';
import { urls } from '@shop/remote-contract/urls';
import { useNavigate } from '@shop/router/router';
import { useIsShown } from '@shop/router/use-is-shown';
import { useResetOnReturn } from '@shop/router/use-reset-on-return';
import { type Dispatch, type SetStateAction, useRef, useState } from 'react';
import { paymentApi } from '../../api/payment.endpoints';
import type { FieldValues } from './fields/field-value';
import { goTo, pageHostname, postTo } from './outcome/browser-navigation';
import { readOutcome } from './outcome/payment-outcome';
import type { QrCode } from './outcome/qr-code';

export type PaymentState =
  | { kind: 'missing' }
  | { kind: 'loading' }
  | { kind: 'failed'; retry: () => void }
  | {
      kind: 'form';
      fields: PaymentField[];
      draft: PaymentDraft;
      attempt: PaymentAttempt;
      pay: Pay;
      /** Gives up on leaving: the form can be sent again. */
      startOver: () => void;
    }
  | (NextStep & {
      /** Goes back to the form, as it was left. */
      startOver: () => void;
    });

/** What the shopper does next, in place of the form: scans a code, or pays in an app that was asked to open. */
type NextStep = { kind: 'scan'; code: QrCode } | { kind: 'app'; url: string };

/** What was typed or chosen, by field name, and its setter. It stays while another step stands in the form's place. */
export type PaymentDraft = readonly [FieldValues, Dispatch<SetStateAction<FieldValues>>];

/** Sends the visible fields. A second call while one is under way, or after a redirect was started, does nothing. */
export type Pay = (fields: Record<string, string>) => Promise<void>;

/**
 * How far the shopper's attempt to pay is.
 * - `leaving`: the browser is on its way to `url`. Without a url a form was posted.
 * - `refused`: nothing was paid; `detail` is what the server had to add.
 */
export type PaymentAttempt =
  | { kind: 'none' }
  | { kind: 'sending' }
  | { kind: 'leaving'; url?: string }
  | { kind: 'refused'; message: string; detail?: string };

/** Specification 8 "Orders and payment". */
const messages = {
  unknown: 'Unknown error occurred during payment process',
  failed: 'Failed to process payment. Please try again later.',
};

const none: PaymentAttempt = { kind: 'none' };

/**
 * The payment of one order: its form, the attempt, and what the server asks for next.
 *
 * @param orderId Empty when the address names no order: then nothing is asked of the server.
 * @see Specification 4 "Payment page"; Interpretations 15 and 25
 */
export function usePayment(orderId: string): PaymentState {
  const { currentData: fields, isFetching, refetch } = paymentApi.usePaymentFieldsQuery(undefined, { skip: !orderId });
  const [send] = paymentApi.usePaymentCreateMutation();
  const [attempt, setAttempt] = useState<PaymentAttempt>(none);
  const [nextStep, setNextStep] = useState<NextStep | null>(null);
  const draft = useState<FieldValues>({});
  const notify = useNotify();
  const navigate = useNavigate();
  const isLocked = useRef(false);
  const isShown = useIsShown();

  const release = (next: PaymentAttempt) => {
    isLocked.current = false;
    setAttempt(next);
  };
  useResetOnReturn(() => {
    if (attempt.kind === 'leaving') release(none);
  });

  const pay: Pay = async (filled) => {
    if (isLocked.current) return;
    isLocked.current = true;
    setAttempt({ kind: 'sending' });
    try {
      const reply = await send({ orderId, fields: filled }).unwrap();
      // A shopper who has left this screen is not taken out of the shop any more.
      if (!isShown.current) return;
      const outcome = readOutcome(reply, pageHostname());
      switch (outcome.kind) {
        case 'post':
          setAttempt({ kind: 'leaving' });
          return postTo(outcome.url, outcome.entries);
        case 'visit':
          setAttempt({ kind: 'leaving', url: outcome.url });
          return goTo(outcome.url);
        case 'app':
          goTo(outcome.url);
          release(none);
          return setNextStep(outcome);
        case 'scan':
          release(none);
          return setNextStep(outcome);
        case 'started':
          notify({ title: 'Payment initiated', description: 'Your payment is being processed' });
          return void navigate(urls.orders(), { replace: true });
        case 'refused':
          return release({ kind: 'refused', message: outcome.reason || messages.unknown });
        case 'unusable':
          console.error('The answer to the payment cannot be followed:', reply);
          return release({ kind: 'refused', message: messages.failed });
      }
    } catch (thrown) {
      const error = toApiError(thrown);
      console.error('Payment failed:', error);
      // What the server says about a request it will not take ("This order is paid") helps; about a fault of its own it does not.
      const detail = error.kind === 'status' && error.status < 500 ? error.message : '';
      release({ kind: 'refused', message: messages.failed, ...(detail && { detail }) });
    }
  };

  if (!orderId) return { kind: 'missing' };
  if (nextStep) return { ...nextStep, startOver: () => setNextStep(null) };
  if (fields) return { kind: 'form', fields, draft, attempt, pay, startOver: () => release(none) };
  return isFetching ? { kind: 'loading' } : { kind: 'failed', retry: () => void refetch() };
}
