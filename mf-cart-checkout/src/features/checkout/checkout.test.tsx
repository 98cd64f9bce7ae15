import type { RenderedRoutes } from '@shop/testing/render-routes';
import { answer, calls, fakeStoreApi } from '@shop/testing/store-api-fake';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { routes } from '../../routes';
import {
  dabba,
  fieldLabels,
  fillAddress,
  findSubmitButton,
  getField,
  getNotifications,
  openCheckout,
  saucepan,
  submitOrder,
  typedAddress,
} from './testing/open-checkout';
import { useCheckout } from './use-checkout';

/** True while the chunk of the form does not load, as after the network has failed. */
let isFormGone = false;
jest.mock('./shipping-form', () => {
  const { ShippingForm } = jest.requireActual<typeof import('./shipping-form')>('./shipping-form');
  return {
    get ShippingForm() {
      if (isFormGone) throw new Error('Loading chunk shipping-form failed');
      return ShippingForm;
    },
  };
});

fakeStoreApi();

describe('the checkout page', () => {
  // First: the form that another test has loaded shows at once.
  it('shows the order summary when the form does not load, and loads the form again on Try Again', async () => {
    isFormGone = true;
    const { user } = openCheckout();
    expect(await screen.findByText('The form could not be loaded. Please try again.')).toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'Order summary' })).toBeInTheDocument();
    isFormGone = false;
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await findSubmitButton()).toBeEnabled();
  });

  it('renders the six required address fields [2.checkout-01 3.shipping-01 5.checkout-04]', async () => {
    openCheckout();
    expect(await screen.findByRole('heading', { level: 1, name: 'Checkout' })).toBeInTheDocument();
    await waitFor(() => expect(document.title).toBe('Checkout – Tamra & Teak'));
    expect(document.querySelector('meta[name="robots"]')).toHaveAttribute('content', 'noindex');
    await findSubmitButton();
    const asked = fieldLabels.map((label) => {
      const input = getField(label);
      expect(input).toBeRequired();
      return [input.getAttribute('name'), input.getAttribute('autocomplete'), input.getAttribute('inputmode')];
    });
    expect(asked).toEqual([
      ['fullName', 'name', null],
      ['address', 'street-address', null],
      ['city', 'address-level2', null],
      ['state', 'address-level1', null],
      ['postalCode', 'postal-code', 'numeric'],
      ['phone', 'tel', 'tel'],
    ]);
  });

  it('shows the items and totals in rupees with free shipping [2.checkout-02 2.checkout-03 9.constants-13 R.06-2]', async () => {
    openCheckout([saucepan, dabba]);
    const summary = within(await screen.findByRole('region', { name: 'Order summary' }));
    const rows = summary.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent]);
    expect(rows).toEqual([
      ['Subtotal', '₹4,099'],
      ['Shipping', 'Free'],
      ['Total', '₹4,099'],
    ]);
    expect(summary.getByText('Size 2 litre')).toBeInTheDocument();
    expect(summary.getByText(/^Qty\s2$/)).toBeInTheDocument();
    expect(summary.getByText('₹3,999')).toBeInTheDocument();
  });

  it('collapses the items of the summary and keeps the total visible', async () => {
    const { user } = openCheckout([saucepan, dabba]);
    const toggle = await screen.findByRole('button', { name: '3 items' });
    const items = document.getElementById(toggle.getAttribute('aria-controls') ?? '');
    expect(toggle).toHaveAttribute('aria-expanded', 'false');
    expect(items).toHaveAttribute('data-collapsed', 'true');
    expect(items).not.toContainElement(screen.getByText('Total'));
    await user.click(toggle);
    expect(toggle).toHaveAttribute('aria-expanded', 'true');
    expect(items).toHaveAttribute('data-collapsed', 'false');
  });

  it('renders a placeholder until storage was read', async () => {
    const { readStorage } = openCheckout([saucepan], { isStorageUnread: true });
    expect(await screen.findByText('Loading checkout')).toBeInTheDocument();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
    readStorage();
    expect(await findSubmitButton()).toBeEnabled();
  });

  it('has the typed address in its first render', async () => {
    window.sessionStorage.setItem('checkout_draft', '{"city":"Pune"}');
    const renders: string[] = [];
    const Screen = () => {
      const state = useCheckout();
      renders.push(state.kind === 'ready' ? state.draft.city : state.kind);
      return null;
    };
    openCheckout([saucepan], { routes: { ...routes, checkout: async () => ({ screen: { Screen } }) } });
    await waitFor(() => expect(renders).not.toEqual([]));
    expect(renders[0]).toBe('Pune');
  });
});

describe('an incomplete address', () => {
  it('rejects an empty form, marks each field and focuses the first field [5.checkout-02 R.27-1 R.27-2]', async () => {
    const { user } = openCheckout();
    await user.click(await findSubmitButton());
    await waitFor(() =>
      expect(getNotifications()).toHaveTextContent(
        /^Please fill all fields \/ All shipping information fields are required\.$/,
      ),
    );
    const messages = fieldLabels.map((label) => getField(label).getAttribute('aria-describedby'));
    expect(messages.map((id) => document.getElementById(id ?? '')?.textContent)).toEqual([
      'Full name is required',
      'Address is required',
      'City is required',
      'State is required',
      'Postal code is required',
      'Phone is required',
    ]);
    for (const label of fieldLabels) expect(getField(label)).toBeInvalid();
    expect(getField('Full Name')).toHaveFocus();
    expect(calls('POST')).toEqual([]);
  });

  it('ends its toast when every field is filled, and no earlier', async () => {
    const { user } = openCheckout();
    await user.click(await findSubmitButton());
    await within(getNotifications()).findByText(/^Please fill all fields/);
    const { Phone = '', ...others } = typedAddress;
    await fillAddress(user, others);
    expect(getNotifications()).toHaveTextContent('Please fill all fields');
    await fillAddress(user, { Phone });
    await waitFor(() => expect(getNotifications()).not.toHaveTextContent('Please fill all fields'));
  });

  it.each(fieldLabels)('rejects a %s of blanks [5.checkout-03]', async (label) => {
    await submitOrder({ body: { id: 'never' } }, { address: { ...typedAddress, [label]: '   ' } });
    await waitFor(() => expect(getField(label)).toHaveFocus());
    expect(getNotifications()).toHaveTextContent('Please fill all fields');
    expect(fieldLabels.filter((one) => getField(one).getAttribute('aria-invalid') === 'true')).toEqual([label]);
    expect(calls('POST')).toEqual([]);
  });
});

describe('an address with a text that is too long', () => {
  const address = { ...typedAddress, Phone: '9'.repeat(31) };
  const message = 'That is 31 characters. Please use no more than 30.';

  it('is rejected at its field, without a toast about fields to fill', async () => {
    await submitOrder({ body: { id: 'never' } }, { address });
    await waitFor(() => expect(getField('Phone')).toHaveFocus());
    expect(getField('Phone')).toHaveAccessibleDescription(message);
    expect(getNotifications()).toBeEmptyDOMElement();
    expect(calls('POST')).toEqual([]);
  });

  it('ends the toast about fields to fill when no field is blank any more', async () => {
    const { user } = await submitOrder({ body: { id: 'never' } }, { address: { ...address, 'Full Name': '' } });
    await within(getNotifications()).findByText(/^Please fill all fields/);
    await fillAddress(user, { 'Full Name': 'Asha Rao' });
    expect(getNotifications()).toHaveTextContent('Please fill all fields');
    await user.click(await findSubmitButton());
    await waitFor(() => expect(getNotifications()).toBeEmptyDOMElement());
    expect(getField('Phone')).toHaveAccessibleDescription(message);
  });
});

describe('a doubtful address', () => {
  const pinHint = 'Indian PIN codes have six digits. Please check yours.';
  const phoneHint = 'Indian mobile numbers have ten digits. Please check yours.';

  it.each([
    ['Postal Code', '4110', pinHint],
    ['Postal Code', '011001', pinHint],
    ['Postal Code', '411 001', ''],
    ['Phone', '98765', phoneHint],
    ['Phone', '1234567890', phoneHint],
    ['Phone', '+91 98765-43210', ''],
  ])('shows the hint of %s for %p: %p', async (label, text, hint) => {
    const { user } = openCheckout();
    await findSubmitButton();
    await user.type(getField(label), text);
    await user.tab();
    expect(getField(label)).toHaveAccessibleDescription(hint);
    expect(getField(label)).toBeValid();
  });

  const notPin = 'Is this PIN code right? 00100 is not an Indian PIN code of six digits.';
  const notMobile = 'Is this mobile number right? 12 is not an Indian mobile number of ten digits.';
  const submitDoubtful = (changes: Record<string, string>) =>
    submitOrder({ body: { id: 'TT-1' } }, { address: { ...typedAddress, ...changes } });

  it.each([
    [{ 'Postal Code': '00100' }, notPin],
    [{ 'Postal Code': '290001' }, 'Is this PIN code right? We know no place with the code 290001.'],
    [{ State: 'Karnataka' }, 'Is this PIN code right? 411001 is in Maharashtra, not in Karnataka.'],
    [
      { 'Postal Code': '160055', State: 'Karnataka' },
      'Is this PIN code right? 160055 is in Chandigarh or Punjab, not in Karnataka.',
    ],
    [{ Phone: '12' }, notMobile],
  ])('asks before it sends %j', async (changes, question) => {
    await submitDoubtful(changes);
    expect(await screen.findByText(question)).toBeInTheDocument();
    // An effect moves the focus after the question is in the page.
    await waitFor(() => expect(screen.getByRole('region', { name: 'Please check your address' })).toHaveFocus());
    expect(calls('POST')).toEqual([]);
  });

  it('is sent when the shopper says so', async () => {
    const { user } = await submitDoubtful({ 'Postal Code': '00100', Phone: '12' });
    expect(await screen.findByText(notPin)).toBeInTheDocument();
    expect(screen.getByText(notMobile)).toBeInTheDocument();
    answer('POST', '/orders', 'never');
    await user.click(screen.getByRole('button', { name: 'Send anyway' }));
    expect(await findSubmitButton('Processing...')).toHaveFocus();
    await waitFor(() => expect(calls('POST', '/orders')).toHaveLength(1));
  });

  it('is sent as it is on screen, also when the shopper has changed it while it was checked', async () => {
    answer('POST', '/orders', { body: { id: 'TT-1' } });
    const { user } = openCheckout();
    await fillAddress(user, { ...typedAddress, Phone: '12' });
    fireEvent.click(await findSubmitButton());
    fireEvent.change(getField('Full Name'), { target: { value: 'Asha Rao Kumar' } });
    await user.click(await screen.findByRole('button', { name: 'Send anyway' }));
    await waitFor(() => expect(calls('POST', '/orders')).toHaveLength(1));
    expect(calls('POST', '/orders')[0]?.body).toMatchObject({ shippingAddress: { fullName: 'Asha Rao Kumar' } });
  });

  it('is corrected in its first doubtful field, and the question disappears with the change', async () => {
    const { user } = await submitDoubtful({ Phone: '12' });
    await user.click(await screen.findByRole('button', { name: 'Correct it' }));
    expect(getField('Phone')).toHaveFocus();
    await user.clear(getField('Phone'));
    await user.paste('98765 43210');
    expect(screen.queryByText(notMobile)).not.toBeInTheDocument();
    await user.click(await findSubmitButton());
    await waitFor(() => expect(calls('POST', '/orders')).toHaveLength(1));
  });
});

describe('an empty cart', () => {
  it('disables the Place Order button while the cart is empty [5.checkout-05 R.34-1]', async () => {
    openCheckout([]);
    expect(await findSubmitButton()).toBeDisabled();
    expect(screen.getByRole('heading', { level: 2, name: 'Your order is empty' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Continue Shopping' })).toHaveAttribute('href', '/');
  });

  it.each([
    ['blank', async () => undefined],
    ['complete', fillAddress],
  ])('shows the empty-cart message on Enter with a %s form [5.checkout-01 R.34-1]', async (_form, fill) => {
    const { user } = openCheckout([]);
    await findSubmitButton();
    await fill(user);
    await user.type(getField('Phone'), '{Enter}');
    await within(getNotifications()).findByText('Cart is empty / Please add items to your cart before checkout.');
    expect(getNotifications()).not.toHaveTextContent('Please fill all fields');
    expect(calls('POST')).toEqual([]);
  });
});

it('is filled with the typed address again after a reload, whatever else storage holds', async () => {
  window.sessionStorage.setItem('checkout_draft', '{"city":7,"state":null}');
  const { user } = openCheckout();
  await findSubmitButton();
  await user.type(getField('Full Name'), 'Asha');
  cleanup();
  openCheckout();
  await findSubmitButton();
  expect(getField('Full Name')).toHaveValue('Asha');
  expect(getField('City')).toHaveValue('');
});

describe('a PIN code', () => {
  const enterPinCode = async (user: RenderedRoutes['user'], code: string) => {
    await user.clear(getField('Postal Code'));
    // The focus stays in the field.
    await user.paste(code);
  };

  it.each([
    ['560 001', 'Bengaluru', 'Karnataka'],
    ['403601', '', 'Goa'],
    ['396001', '', ''],
    ['290001', '', ''],
  ])('fills empty fields with its city and state, which the later code %s replaces', async (later, city, state) => {
    const { user } = openCheckout();
    await findSubmitButton();
    await user.type(getField('Postal Code'), '411001');
    await waitFor(() => expect(getField('City')).toHaveValue('Pune'));
    expect(getField('State')).toHaveValue('Maharashtra');
    expect(getField('City')).toHaveAccessibleDescription('Suggested from the PIN code');
    await enterPinCode(user, later);
    await waitFor(() => expect(getField('City')).toHaveValue(city));
    expect(getField('State')).toHaveValue(state);
  });

  it('clears the errors of the empty fields that it fills', async () => {
    const { user } = openCheckout();
    await user.click(await findSubmitButton());
    await waitFor(() => expect(getField('City')).toHaveAccessibleDescription('City is required'));
    await user.type(getField('Postal Code'), '411001');
    for (const name of ['City', 'State']) {
      await waitFor(() => expect(getField(name)).toHaveAccessibleDescription('Suggested from the PIN code'));
      expect(getField(name)).toBeValid();
    }
  });

  it('offers its place when the shopper has typed another one, and replaces it only after the shopper has used it', async () => {
    const { user } = openCheckout();
    await findSubmitButton();
    await user.type(getField('City'), 'Poona');
    await user.type(getField('Postal Code'), '411001');
    await user.click(await screen.findByRole('button', { name: 'Use Pune, Maharashtra' }));
    expect(getField('City')).toHaveValue('Pune');
    expect(getField('City')).toHaveFocus();
    expect(screen.queryByText(/This PIN code is in/)).not.toBeInTheDocument();
    await enterPinCode(user, '403601');
    await waitFor(() => expect(getField('State')).toHaveValue('Goa'));
    expect(getField('City')).toHaveValue('');
    await user.type(getField('City'), 'Pune');
    await enterPinCode(user, '411001');
    await waitFor(() => expect(getField('State')).toHaveValue('Maharashtra'));
    expect(getField('City')).not.toHaveAccessibleDescription('Suggested from the PIN code');
    await enterPinCode(user, '403601');
    await waitFor(() => expect(getField('State')).toHaveValue('Goa'));
    expect(getField('City')).toHaveValue('Pune');
  });
});

describe('the address on this device', () => {
  const findKeepBox = () => screen.findByRole('checkbox', { name: 'Keep this address on this device' });
  const findStoredAddress = () => JSON.parse(window.localStorage.getItem('until-sign-out:checkout_address') ?? 'null');

  it('is stored only with the consent of the shopper, and returns after the order', async () => {
    const { user } = openCheckout();
    expect(await findKeepBox()).not.toBeChecked();
    await user.type(getField('Full Name'), 'Asha');
    expect(findStoredAddress()).toBeNull();
    await user.click(await findKeepBox());
    await user.type(getField('City'), 'Pune');
    expect(findStoredAddress()).toMatchObject({ fullName: 'Asha', city: 'Pune' });
    cleanup();
    window.sessionStorage.clear();
    openCheckout();
    expect(await findKeepBox()).toBeChecked();
    expect(getField('City')).toHaveValue('Pune');
  });

  it('is deleted when the shopper unticks the box', async () => {
    window.localStorage.setItem('until-sign-out:checkout_address', '{"city":"Pune","state":7}');
    const { user } = openCheckout();
    await user.click(await findKeepBox());
    expect(findStoredAddress()).toBeNull();
    await user.type(getField('State'), 'M');
    expect(findStoredAddress()).toBeNull();
  });

  it.each([
    ['removed', null],
    ['changed', '{"city":"Poona"}'],
  ])('stays %s by another tab, also after a reload, until the shopper ticks the box', async (_case, other) => {
    const key = 'until-sign-out:checkout_address';
    window.localStorage.setItem(key, '{"city":"Pune"}');
    const { user } = openCheckout();
    await findKeepBox();
    await user.type(getField('State'), 'M');
    expect(findStoredAddress()).toMatchObject({ city: 'Pune', state: 'M' });
    if (other) window.localStorage.setItem(key, other);
    else window.localStorage.removeItem(key);
    await user.type(getField('State'), 'H');
    expect(window.localStorage.getItem(key)).toBe(other);
    expect(await findKeepBox()).not.toBeChecked();
    cleanup();
    openCheckout();
    expect(await findKeepBox()).not.toBeChecked();
    expect(getField('City')).toHaveValue('Pune');
    expect(getField('State')).toHaveValue('MH');
    expect(window.localStorage.getItem(key)).toBe(other);
    await user.click(await findKeepBox());
    expect(findStoredAddress()).toMatchObject({ city: 'Pune', state: 'MH' });
  });

  it.each([
    ['ticks the box', false],
    ['changes a kept address', true],
  ])('is not stored, with a message, when the shopper %s and the browser refuses it', async (_case, isKeptBefore) => {
    if (isKeptBefore) window.localStorage.setItem('until-sign-out:checkout_address', '{"city":"Pune"}');
    const { user } = openCheckout();
    const box = await findKeepBox();
    if (!isKeptBefore) await user.type(getField('City'), 'Poona');
    const { setItem } = Storage.prototype;
    const full = jest.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, text) {
      if (key.startsWith('until-sign-out:')) throw new DOMException('full', 'QuotaExceededError');
      setItem.call(this, key, text);
    });
    if (isKeptBefore) await user.type(getField('City'), ' City');
    else await user.click(box);
    full.mockRestore();
    expect(box).not.toBeChecked();
    expect(getNotifications()).toHaveTextContent(/^Address not saved \/ Your browser has no space left/);
    expect(getNotifications().children).toHaveLength(1);
    expect(findStoredAddress()).toBeNull();
    await user.click(box);
    expect(box).toBeChecked();
    expect(findStoredAddress()).toMatchObject({ city: isKeptBefore ? 'Pune City' : 'Poona' });
  });

  it.each([
    ['in this tab', null],
    ['in place of an earlier address on this device', JSON.stringify('{"city":"Nagpur"}')],
  ])('wins over the address typed %s, because the account page may have changed it', async (_case, replaced) => {
    window.sessionStorage.setItem('checkout_draft', '{"city":"Poona"}');
    if (replaced) window.sessionStorage.setItem('checkout_replaced', replaced);
    window.localStorage.setItem('until-sign-out:checkout_address', '{"city":"Pune"}');
    openCheckout();
    await findSubmitButton();
    expect(getField('City')).toHaveValue('Pune');
  });

  it.each(['{', '[]', '{"city":7}'])('is ignored when storage holds %s', async (stored) => {
    window.localStorage.setItem('until-sign-out:checkout_address', stored);
    openCheckout();
    expect(await findKeepBox()).not.toBeChecked();
    expect(getField('City')).toHaveValue('');
  });
});
