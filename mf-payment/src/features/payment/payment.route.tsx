import { parseOrderToPay } from '@shop/remote-contract/order-to-pay';
import type { RemoteScreen } from '@shop/remote-contract/remote-module';
import { useLocation, useNavigationType, useSearchParams } from '@shop/router/router';
import { paymentApi } from '../../api/payment.endpoints';
import { PaymentPlaceholder, PaymentScreen } from './payment.screen';

/** Reads the order id from navigation state. Empty when the state carries none. */
function readOrderId(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('orderId' in state)) return '';
  const { orderId } = state;
  return typeof orderId === 'string' || typeof orderId === 'number' ? String(orderId).trim() : '';
}

/** `/payment?orderId=`. The order id may also arrive in navigation state. Specification 2 "Route table". */
function PaymentRoute() {
  const [search] = useSearchParams();
  const { state } = useLocation();
  // A state that survives in the history, as after a reload or Back, says nothing about the order now.
  const isNew = useNavigationType() === 'PUSH';
  const orderId = search.get('orderId')?.trim() || readOrderId(state);
  return <PaymentScreen key={orderId} orderId={orderId} handedOver={parseOrderToPay(state, orderId)} isNew={isNew} />;
}

export const screen: RemoteScreen = {
  Screen: PaymentRoute,
  Placeholder: PaymentPlaceholder,
  load: async ({ dispatch }) => {
    await dispatch(paymentApi.endpoints.paymentForm.initiate(undefined, { subscribe: false }));
  },
};
