import type { PaymentResponseJson } from '@shop/api-contract/schemas/payment';
import { useLocation, useNavigate } from '@shop/router/router';
import { anOrder, aPaymentField } from '@shop/testing/builders';
import { type RenderedRoutes, renderRoutes } from '@shop/testing/render-routes';
import { answer, type FakeAnswer } from '@shop/testing/store-api-fake';
import { screen } from '@testing-library/react';
import { useEffect } from 'react';
import { paths } from '../../../paths';
import { routes } from '../../../routes';

export const orderId = 'TT-7K2M';

export const upiField = aPaymentField({
  name: 'upi',
  label: 'UPI ID',
  rules: { required: true },
  rulesMessages: ['Enter your UPI ID'],
  description: 'Such as asha@bank',
});

export interface PaymentPageOptions {
  /** Body of `GET /payments/fields`. */
  fields?: unknown;
  /** Body of `POST /payments`; a string is sent as it is. */
  reply?: Partial<PaymentResponseJson> | string;
  /** Answer of `GET /orders`. */
  orders?: FakeAnswer;
  at?: string;
  /** Navigation state. */
  state?: unknown;
  /** True for a shopper who comes from another page of the shop. Default: the page opens at this address, as after a reload. */
  isNew?: boolean;
}

/** A page of the shop that leads to another one. Its navigation state names the address and the state of that one. */
function Start() {
  const { to, state } = useLocation().state as { to: string; state: unknown };
  const navigate = useNavigate();
  useEffect(() => navigate(to, { state }), [navigate, to, state]);
  return null;
}

/** Opens the payment page. Unless `orders` says otherwise the order costs ₹9,998. */
export function openPayment({
  fields = [upiField],
  reply,
  orders = { body: [anOrder({ id: 'TT-OTHER', items: [] }), anOrder({ id: orderId })] },
  at = `/payment?orderId=${orderId}`,
  state,
  isNew = false,
}: PaymentPageOptions = {}): RenderedRoutes {
  answer('GET', '/payments/fields', { body: fields });
  answer('GET', '/orders', orders);
  if (reply) answer('POST', '/payments', typeof reply === 'string' ? { text: reply } : { body: reply });
  if (!isNew) return renderRoutes({ paths, routes, at, state });
  return renderRoutes({
    paths: { ...paths, start: { ...paths.payment, pattern: '/start' } },
    routes: { ...routes, start: async () => ({ screen: { Screen: Start } }) },
    at: '/start',
    state: { to: at, state },
  });
}

export const findPayButton = () => screen.findByRole('button', { name: 'Pay Now' });
export const getNotifications = () => screen.getByRole('region', { name: 'Notifications' });

/** Opens the payment page, fills the UPI form and submits it. */
export async function payWith(reply: PaymentPageOptions['reply']): Promise<RenderedRoutes> {
  const page = openPayment({ reply });
  await page.user.type(await screen.findByLabelText('UPI ID'), 'asha@bank');
  await page.user.click(await findPayButton());
  return page;
}
