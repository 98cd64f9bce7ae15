import type { RemoteScreen } from '@shop/remote-contract/remote-module';
import { useLocation, useSearchParams } from '@shop/router/router';
import { paymentApi } from '../../api/payment.endpoints';
import { PaymentScreen } from './payment.screen';

/** The order id that navigation state carries, or an empty string. */
function orderIdOf(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('orderId' in state)) return '';
  const { orderId } = state;
  return typeof orderId === 'string' || typeof orderId === 'number' ? String(orderId).trim() : '';
}

/** `/payment?orderId=`; the order id may also arrive through navigation state. Specification 2. */
function PaymentRoute() {
  const [search] = useSearchParams();
  const { state } = useLocation();
  const orderId = search.get('orderId')?.trim() || orderIdOf(state);
  return <PaymentScreen key={orderId} orderId={orderId} />;
}

export const screen: RemoteScreen = {
  Screen: PaymentRoute,
  prefetch: ({ dispatch }) =>
    void dispatch(paymentApi.endpoints.paymentFields.initiate(undefined, { subscribe: false }) as never),
};
