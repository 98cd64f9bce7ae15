import type { CartLine } from '@shop/cart/cart-line';
import { cartRead } from '@shop/cart/cart-slice';
import { storedAddress } from '@shop/forms/stored-address';
import { answer, calls, type FakeAnswer, fakeStoreApi } from '@shop/testing/store-api-fake';
import { act, screen, within } from '@testing-library/react';
import {
  answerPrice,
  findStoredCart,
  findStoredDraft,
  findSubmitButton,
  getField,
  openCheckout,
  saucepan,
} from './testing/open-checkout';

fakeStoreApi();

const dayMs = 24 * 60 * 60 * 1000;
const address = {
  fullName: 'Asha Rao',
  address: '1 MG Road',
  city: 'Pune',
  state: 'Maharashtra',
  postalCode: '411001',
  phone: '98765 43210',
};

/** Opens checkout in a tab that has placed an order. Default: with an empty cart. */
function openAfterOrder({
  status = 0,
  ageMs = 0,
  orderId = 'TT-1',
  lines = [saucepan] as unknown,
  cart = [] as CartLine[],
} = {}) {
  const placed = { orderId, placedAt: Date.now() - ageMs, lines, address };
  window.sessionStorage.setItem('checkout_placed', JSON.stringify(placed));
  answer('GET', '/orders', {
    body: [{ id: 'TT-1', status, items: [{ id: 'p1', name: 'x', quantity: 2, price: 1500 }] }],
  });
  answerPrice('p1', 1500);
  return openCheckout(cart);
}

const findPanel = async () => within(await screen.findByRole('region', { name: 'Your order is waiting for payment' }));

describe('an order that waits for payment', () => {
  it('shows its items at the prices of the order and leads to its payment page', async () => {
    const { user, location } = openAfterOrder();
    const panel = await findPanel();
    expect(panel.getByText('Order TT-1. No payment has arrived yet.')).toBeInTheDocument();
    expect(within(panel.getByRole('list', { name: 'Items' })).getByText(saucepan.name)).toBeInTheDocument();
    expect(panel.getByText('Total').nextSibling).toHaveTextContent('₹3,000');
    await user.click(panel.getByRole('link', { name: 'Pay now' }));
    expect(location()).toMatchObject({ pathname: '/payment', search: '?orderId=TT-1' });
  });

  it('is offered also when the account has many newer orders', async () => {
    openAfterOrder({ orderId: 'TT-OLD' });
    answer('GET', '/orders', {
      body: [{ id: 'TT-1', status: 0, items: [] }],
      headers: { 'accept-order-pages': 'true', 'x-total-count': '2' },
    });
    answer('GET', '/orders/TT-OLD', { body: { id: 'TT-OLD', status: 0, items: [] } });
    expect((await findPanel()).getByText('Order TT-OLD. No payment has arrived yet.')).toBeInTheDocument();
  });

  it.each([
    ['', null],
    [', and leaves another address on this device as it is', '{"city":"Nagpur"}'],
  ])('returns its lines to the cart and its address to the form when the shopper changes it%s', async (_, stored) => {
    if (stored) window.localStorage.setItem('until-sign-out:checkout_address', stored);
    const { user, location } = openAfterOrder();
    await user.click((await findPanel()).getByRole('button', { name: 'Change the order' }));
    await screen.findByRole('heading', { level: 1, name: 'Your cart' });
    expect(location().pathname).toBe('/cart');
    expect(findStoredCart()).toMatchObject([{ id: 'p1', quantity: 2, selectedSize: '2 litre' }]);
    await user.click(screen.getByRole('button', { name: 'Checkout' }));
    await findSubmitButton();
    expect(getField('City')).toHaveValue('Pune');
    expect(screen.getByRole('checkbox', { name: 'Keep this address on this device' })).not.toBeChecked();
    expect(window.localStorage.getItem('until-sign-out:checkout_address')).toBe(stored);
    expect(calls('POST')).toEqual([]);
  });

  it.each<[string, FakeAnswer]>([
    ['is paid', { body: [{ id: 'TT-1', status: 1 }] }],
    ['cannot be loaded', { status: 500, body: {} }],
  ])('leaves a later typed address in the form when the cart becomes empty and the order %s', async (_case, orders) => {
    const { user, store } = openAfterOrder({ cart: [saucepan] });
    answer('GET', '/orders', orders);
    await user.click(await screen.findByRole('checkbox', { name: 'Keep this address on this device' }));
    await user.type(getField('City'), 'Nagpur');
    act(() => void store.dispatch(cartRead([])));
    expect(screen.getByText('Loading checkout')).toBeInTheDocument();
    expect(await screen.findByRole('heading', { name: 'Your order is empty' })).toBeInTheDocument();
    await findSubmitButton();
    expect(getField('City')).toHaveValue('Nagpur');
    expect(findStoredDraft()).toMatchObject({ city: 'Nagpur' });
    expect(storedAddress.read()).toMatchObject({ city: 'Nagpur' });
  });

  it.each([
    ['is paid', { status: 1 }],
    ['is cancelled', { status: 4 }],
    ['belongs to another shopper', { orderId: 'TT-2' }],
    ['is older than a day', { ageMs: dayMs + 1 }],
    ['cannot be read', { lines: 'x' }],
  ])('is not offered when it %s', async (_case, change) => {
    openAfterOrder(change);
    expect(await screen.findByRole('heading', { name: 'Your order is empty' })).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Pay now' })).not.toBeInTheDocument();
  });
});
