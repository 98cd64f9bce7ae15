import { parseOrderToPay } from '@shop/remote-contract/order-to-pay';
import type { RemoteScreen } from '@shop/remote-contract/remote-module';
import { useLocation, useNavigationType, useSearchParams } from '@shop/router/router';
import { paymentApi } from '../../api/payment.endpoints';
import { PaymentPlaceholder, PaymentScreen } from './payment.screen';
import type { ReturnedOutcome } from './use-payment';

/** Reads the order id from navigation state. Empty when the state carries none. */
function readOrderId(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('orderId' in state)) return '';
  const { orderId } = state;
  return typeof orderId === 'string' || typeof orderId === 'number' ? String(orderId).trim() : '';
}

const outcomes: readonly ReturnedOutcome[] = ['declined', 'cancelled', 'expired'];

/** Reads how the payment ended from which the shopper returns. Null when the address names no outcome. */
function readReturned(outcome: string | null): ReturnedOutcome | null {
  return outcome === null ? null : (outcomes.find((known) => known === outcome) ?? 'unknown');
}

/** `/payment?orderId=`. The order id may also arrive in navigation state. Specification 2 "Route table". */
function PaymentRoute() {
  const [search] = useSearchParams();
  const { state } = useLocation();
  // A state that survives in the history, as after a reload or Back, says nothing about the order now.
  const isNew = useNavigationType() === 'PUSH';
  const orderId = search.get('orderId')?.trim() || readOrderId(state);
  return (
    <PaymentScreen
      key={orderId}
      orderId={orderId}
      handedOver={parseOrderToPay(state, orderId)}
      isNew={isNew}
      returned={readReturned(search.get('outcome'))}
    />
  );
}

export const screen: RemoteScreen = {
  Screen: PaymentRoute,
  Placeholder: PaymentPlaceholder,
  load: async ({ dispatch }) => {
    await dispatch(paymentApi.endpoints.paymentForm.initiate(undefined, { subscribe: false }));
  },
};
