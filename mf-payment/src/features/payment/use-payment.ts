import { type ApiError, isNotFound, toApiError } from '@shop/api-client/api-error';
import { createSubmissionKeys } from '@shop/api-client/submission-key';
import { type Texts, text, useTexts } from '@shop/language/texts';
import { describeFailure, type FailureReason } from '@shop/notifications/failure-reason';
import { useNotify } from '@shop/notifications/use-notify';
import { localizePath } from '@shop/remote-contract/languages';
import type { OrderToPay } from '@shop/remote-contract/order-to-pay';
import { urls } from '@shop/remote-contract/urls';
import { useLocation, useNavigate, useSearchParams } from '@shop/router/router';
import { useIsShown } from '@shop/router/use-is-shown';
import { useResetOnReturn } from '@shop/router/use-reset-on-return';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { type DescribedForm, paymentApi } from '../../api/payment.endpoints';
import type { FieldValues } from './fields/field-value';
import { type ChangedOrder, type ClosedOrder, type PayableOrder, usePayableOrder } from './order/use-payable-order';
import { goTo, pageHostname, postTo } from './outcome/browser-navigation';
import { type QrCode, readOutcome } from './outcome/payment-outcome';
import { readStoredChoices, type StoredChoices, writeStoredChoices } from './stored-choices';

export type PaymentState =
  | { kind: 'missing' }
  | { kind: 'loading'; order: PayableOrder }
  | { kind: 'failed'; retry: () => void }
  | PaymentFormState
  | { kind: 'changed'; order: ChangedOrder }
  | { kind: 'closed'; order: ClosedOrder }
  | { kind: 'not-found' }
  | (NextStep & {
      order: PayableOrder;
      /** Goes back to the form with its values. */
      startOver: () => void;
    });

export interface PaymentFormState {
  kind: 'form';
  order: PayableOrder;
  form: DescribedForm;
  /** What the shopper typed. It stays in memory while another step replaces the form. */
  draft: RefObject<FieldValues>;
  /** Names of the values that the shopper typed before a reload, a sign-in or a visit to the bank. They are lost. */
  lostNames: readonly string[];
  /** Stores choices for a reload, a sign-in and a return from the bank. */
  storeChoices: (choices: StoredChoices) => void;
  attempt: PaymentAttempt;
  /** Sends the visible fields. A call during an attempt, or after a redirect started, does nothing. */
  pay: (fields: Record<string, string>) => Promise<void>;
  /** Cancels a redirect that did not happen: the form can be submitted again. */
  startOver: () => void;
}

/** The step that replaces the form after a submit: scan a code, or pay in an app. */
type NextStep = { kind: 'scan'; code: QrCode } | { kind: 'app'; url: string };

/**
 * State of the payment attempt.
 * - `leaving`: the browser is loading `url`. Without a url a form was posted.
 * - `declined`: nothing was paid. `message` is a text of the shop, `reason` the server's explanation, or why the call failed. There
 *   is at least one.
 */
export type PaymentAttempt =
  | { kind: 'none' }
  | { kind: 'sending' }
  | { kind: 'leaving'; url?: string }
  | { kind: 'declined'; message?: string; reason?: FailureReason | undefined };

/** Specification 8 "Orders and payment". */
const messages = {
  unknown: text('Unknown error occurred during payment process'),
  failed: text('Failed to process payment. Please try again later.'),
};

/** How a payment at the bank ended, as the address of the payment page says. */
export type ReturnedOutcome = 'declined' | 'cancelled' | 'expired' | 'unknown';

const returnMessages: Readonly<Record<ReturnedOutcome, string>> = {
  declined: text('Your bank declined the payment. No money was taken. Try again, or choose another way to pay.'),
  cancelled: text('The payment was cancelled. No money was taken. Try again, or choose another way to pay.'),
  expired: text('The time to pay ran out. No money was taken. Try again, or choose another way to pay.'),
  unknown: text(
    'The bank has not confirmed the payment. Check in My Orders whether it has arrived before you pay again.',
  ),
};

/** In memory only, because the form may contain card data. */
const submissionKeys = createSubmissionKeys();

const none: PaymentAttempt = { kind: 'none' };

/**
 * A payment changes the defaults of the form, so each visit loads it again. The form of the last seconds is the one that was loaded
 * for this visit.
 */
const atEveryVisit = { refetchOnMountOrArgChange: 5 };

export interface PaymentOptions {
  /** Empty when the address names no order: then no call is made. */
  orderId: string;
  /** The order as checkout handed it over; null when the shopper came another way. */
  handedOver: OrderToPay | null;
  /** True when checkout has placed the order just now. */
  isNew: boolean;
  /** How the payment ended from which the shopper returns; null when the shopper returns from none. */
  returned: ReturnedOutcome | null;
}

/**
 * The payment of one order: its amount, the form, the attempt and the next step.
 *
 * The form shows once the amount is known or could not be loaded. While the amount differs from the amount that checkout
 * showed, the shopper confirms it first.
 *
 * An order that takes no payment, or that the shopper does not have, shows no form. The page reads the status when the shopper returns to it, when the server refuses
 * a payment with 409, and repeatedly while a code or an app is shown. There a payment that arrived leads to the thank-you page.
 *
 * @see Specification 4 "Payment page"; Interpretations 15 and 25
 */
export function usePayment({ orderId, handedOver, isNew, returned }: PaymentOptions): PaymentState {
  const [nextStep, setNextStep] = useState<NextStep | null>(null);
  const { order, reload } = usePayableOrder({ orderId, handedOver, isNew, isAwaited: nextStep !== null });
  const formQuery = paymentApi.usePaymentFormQuery(undefined, { ...atEveryVisit, skip: !orderId });
  const { currentData: form, isFetching, refetch } = formQuery;
  const [send] = paymentApi.usePaymentCreateMutation();
  const [attempt, setAttempt] = useState<PaymentAttempt>(
    returned ? { kind: 'declined', message: returnMessages[returned] } : none,
  );
  const [stored] = useState(() => readStoredChoices(orderId));
  const draft = useRef<FieldValues>(stored.values);
  const t = useTexts();
  const notify = useNotify();
  const navigate = useNavigate();
  const { state } = useLocation();
  const [search, setSearch] = useSearchParams();
  const isLocked = useRef(false);
  const isShown = useIsShown();

  const release = (next: PaymentAttempt) => {
    isLocked.current = false;
    setAttempt(next);
  };
  useResetOnReturn(() => {
    if (attempt.kind !== 'leaving') return;
    release(none);
    void reload();
  });
  const hasArrived = nextStep !== null && order.kind === 'closed' && order.status === 'paid';
  useEffect(() => {
    if (hasArrived) navigate(`${urls.orderSuccess()}?orderId=${encodeURIComponent(orderId)}`, { replace: true });
  }, [hasArrived, navigate, orderId]);

  const pay: PaymentFormState['pay'] = async (filled) => {
    if (isLocked.current) return;
    isLocked.current = true;
    setAttempt({ kind: 'sending' });
    if (returned) {
      // The earlier outcome says nothing about this payment. A reload would show it again.
      const rest = new URLSearchParams(search);
      rest.delete('outcome');
      setSearch(rest, { replace: true, state });
    }
    try {
      const payment = { orderId, fields: filled };
      const reply = await send({ payment, idempotencyKey: submissionKeys.get(payment) }).unwrap();
      submissionKeys.end();
      // A shopper who has left this screen is not redirected any more.
      if (!isShown.current) return release(none);
      const outcome = readOutcome(reply, pageHostname());
      switch (outcome.kind) {
        case 'post':
          setAttempt({ kind: 'leaving' });
          return postTo(outcome.url, outcome.entries);
        case 'visit': {
          // The address is absolute, or a path of the shop without a language.
          const url = outcome.url.startsWith('/') ? localizePath(t.language, outcome.url) : outcome.url;
          setAttempt({ kind: 'leaving', url });
          return goTo(url);
        }
        case 'app':
          goTo(outcome.url);
          release(none);
          return setNextStep(outcome);
        case 'scan':
          release(none);
          return setNextStep(outcome);
        case 'started':
          notify({ title: t('Payment initiated'), description: t('Your payment is being processed') });
          return void navigate(urls.orders(), { replace: true });
        case 'declined':
          return release({
            kind: 'declined',
            ...(outcome.reason
              ? { reason: { text: outcome.reason, lang: reply.language === t.language ? undefined : reply.language } }
              : { message: messages.unknown }),
          });
        case 'unusable':
          console.error('The payment response cannot be followed:', reply);
          return release({ kind: 'declined', message: messages.failed });
      }
    } catch (thrown) {
      const error = toApiError(thrown);
      console.error('Payment failed:', error);
      submissionKeys.endAfter(error);
      const reason = describePaymentFailure(error, t);
      if (error.kind !== 'status' || error.status !== 409) {
        return release({ kind: 'declined', message: messages.failed, reason });
      }
      // A conflict is an answer: the order may be paid or cancelled already.
      await reload();
      release({ kind: 'declined', reason });
    }
  };

  if (!orderId) return { kind: 'missing' };
  // During an attempt its own outcome shows: a payment in cash is accepted before its response arrives.
  const isBusy = attempt.kind === 'sending' || attempt.kind === 'leaving';
  if (order.kind === 'closed' && !hasArrived && !isBusy) return { kind: 'closed', order };
  if (nextStep) return { ...nextStep, order, startOver: () => setNextStep(null) };
  if (order.kind === 'not-found' && !isBusy) return order;
  if (!form && !isFetching) return { kind: 'failed', retry: () => void refetch() };
  if (!form || order.kind === 'loading') return { kind: 'loading', order };
  if (order.kind === 'changed') return { kind: 'changed', order };
  return {
    kind: 'form',
    order,
    form,
    draft,
    lostNames: stored.typedNames,
    storeChoices: (choices) => writeStoredChoices(orderId, choices),
    attempt,
    pay,
    startOver: () => release(none),
  };
}

/**
 * Describes why the server has taken no payment. The store API has no translation for an order that it does not find, and for a
 * payment that it is still processing. The first gets no reason, the second a text of the shop.
 */
function describePaymentFailure(error: ApiError, t: Texts): FailureReason | undefined {
  if (isNotFound(error)) return undefined;
  if (error.kind === 'status' && error.status === 409 && error.retryAfter !== undefined) {
    const seconds = Math.max(1, Math.ceil(error.retryAfter));
    return {
      text: t(
        'Your payment is already being processed. Try again in {seconds, plural, one {# second} other {# seconds}}.',
        { seconds },
      ),
    };
  }
  return describeFailure(error, t);
}
