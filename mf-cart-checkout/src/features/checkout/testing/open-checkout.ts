import { mapShippingFields, shippingFields } from '@shop/api-contract/shipping-fields';
import type { CartLine } from '@shop/cart/cart-line';
import { addressDraft } from '@shop/forms/stored-address';
import { aProduct } from '@shop/testing/builders';
import { type RenderedRoutes, renderRoutes } from '@shop/testing/render-routes';
import { answer, type FakeAnswer } from '@shop/testing/store-api-fake';
import { screen, waitFor } from '@testing-library/react';
import { paths } from '../../../paths';
import { routes } from '../../../routes';

export const saucepan: CartLine = {
  id: 'p1',
  name: 'Hammered Copper Saucepan',
  image: '',
  price: 1999.5,
  quantity: 2,
  selectedSize: '2 litre',
};
export const largerSaucepan: CartLine = { ...saucepan, selectedSize: '4 litre', quantity: 3 };
export const dabba: CartLine = { id: 'p2', name: 'Masala Dabba', image: '', price: 100, quantity: 1 };

/** A complete address: label of each field, in the order of the form, to typed text. */
export const typedAddress: Record<string, string> = {
  'Full Name': 'Asha Rao',
  Address: '1 MG Road',
  City: 'Pune',
  State: 'Maharashtra',
  'Postal Code': '411001',
  Phone: '+91 98765 43210',
};
export const fieldLabels = Object.keys(typedAddress);

export const findStoredCart = () => JSON.parse(window.localStorage.getItem('cart') ?? 'null');
export const findStoredDraft = () => JSON.parse(window.sessionStorage.getItem('checkout_draft') ?? 'null');
export const getField = (label: string) => screen.getByRole('textbox', { name: label });

/** Finds the button of the form once all fields are there. */
export async function findSubmitButton(name = 'Place Order'): Promise<HTMLElement> {
  await waitFor(() => expect(document.getElementById('field-phone')).toBeInTheDocument());
  return screen.findByRole('button', { name });
}

export const getNotifications = () => screen.getByRole('region', { name: 'Notifications' });

/** Sizes and colours of the saucepan. */
export const attributes = [
  { key: 'size', value: ['2 litre', '4 litre'] },
  { key: 'color', value: ['Copper'] },
];

/** Answers with the product at this price, in rupees. Only the saucepan has sizes and colours. */
export function answerPrice(id: string, regularPrice: number, after?: Promise<unknown>) {
  const body = aProduct({ id, regularPrice, ...(id === saucepan.id && { attributes }) });
  answer('GET', `/products/${id}`, { body, after });
}

/** Opens checkout as a signed-in shopper. Every product still costs the price in the cart. */
export function openCheckout(
  lines: CartLine[] = [saucepan],
  options: Partial<Parameters<typeof renderRoutes<typeof paths>>[0]> = {},
): RenderedRoutes {
  window.localStorage.setItem('auth_token', 'abc');
  window.localStorage.setItem('cart', JSON.stringify(lines));
  for (const { id, price } of lines) answerPrice(id, price);
  return renderRoutes({ paths, routes, at: '/checkout', ...options });
}

/** Replaces the text of the address fields. */
export async function fillAddress(user: RenderedRoutes['user'], address = typedAddress): Promise<void> {
  await findSubmitButton();
  for (const [label, text] of Object.entries(address)) {
    // The focus stays in the field.
    await user.clear(getField(label));
    await user.paste(text);
  }
}

/** Opens checkout in a tab that keeps this address as its draft: it has the fields filled much faster than a person types. */
export async function openFilledCheckout(
  lines: CartLine[] = [saucepan],
  address = typedAddress,
): Promise<RenderedRoutes> {
  const texts = Object.values(address);
  addressDraft.write(mapShippingFields((field) => texts[shippingFields.indexOf(field)] ?? ''));
  const page = openCheckout(lines);
  await findSubmitButton();
  return page;
}

/** Opens checkout with a filled form and submits it. */
export async function submitOrder(reply: FakeAnswer, { lines = [saucepan], address = typedAddress } = {}) {
  answer('POST', '/orders', reply);
  const page = await openFilledCheckout(lines, address);
  await page.user.click(await findSubmitButton());
  return page;
}
