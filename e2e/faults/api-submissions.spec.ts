import type { Page } from '@playwright/test';
import { type FaultCase, runCases, spread } from '../fixtures/faults/fault-cases';
import {
  expect,
  expectFields,
  fillFields,
  fillPayment,
  listOrders,
  readStoredCart,
  test,
  typedAddress,
  type Visit,
} from '../fixtures/faults/faults';
import { type Answer, type ApiCall, callFaults, FaultyApi } from '../fixtures/faults/faulty-api';
import { expectSoundScreen } from '../fixtures/faults/screen-check';
import { shortenTimeLimits } from '../fixtures/faults/time-lapse';
import { newShopper } from '../fixtures/store-api';

/** A visit in which the shopper has an order to pay. */
type Buying = Visit & { placeOrder: () => Promise<string> };

/** A form whose submit fails. */
interface Form {
  name: string;
  call: ApiCall;
  isSignedIn: boolean;
  /** Opens the form and fills it. @returns Labels and typed values that must survive. */
  fill: (page: Page, visit: Buying) => Promise<Record<string, string>>;
  button: string;
  /** What the shopper reads after a failure. */
  messages: (fault: string) => (string | RegExp)[];
  expectDone: (page: Page, visit: Buying) => Promise<void>;
}

/** The first forms get the first faults: the shop does not read the answer to a registration, so that its body cannot be wrong. */
const forms: readonly Form[] = [
  {
    name: 'registration',
    call: { method: 'POST', path: '/users/register' },
    isSignedIn: false,
    fill: async (page) => {
      await page.goto('/register');
      const { firstName, lastName, email, password } = newShopper();
      const values = {
        'First name': firstName,
        'Last name': lastName,
        Email: email,
        Password: password,
        'Confirm password': password,
      };
      await fillFields(page, values);
      return values;
    },
    button: 'Create account',
    messages: () => [/^Registration failed\. Please try using a different email provider/, 'Registration Error'],
    expectDone: (page) => expect(page.getByText('Account created successfully. You can now log in.')).toBeVisible(),
  },
  {
    name: 'checkout',
    call: { method: 'POST', path: '/orders' },
    isSignedIn: true,
    fill: async (page) => {
      await page.goto('/checkout');
      await fillFields(page, typedAddress);
      return { ...typedAddress };
    },
    button: 'Place Order',
    messages: () => ['Error placing order', 'Please try again later.'],
    expectDone: async (page, visit) => {
      await expect(page.getByRole('heading', { name: 'Complete Your Payment' })).toBeVisible();
      expect(await readStoredCart(page)).toEqual({});
      expect(await listOrders(visit), 'the shopper has one order').toHaveLength(1);
    },
  },
  {
    name: 'sign-in',
    call: { method: 'POST', path: '/users/authorize' },
    isSignedIn: false,
    fill: async (page, { shopper }) => {
      await page.goto('/login');
      const values = { Email: shopper.email, Password: shopper.password };
      await fillFields(page, values);
      return values;
    },
    button: 'Sign in',
    messages: (fault) => [
      /refuses|does not answer/.test(fault)
        ? 'No response from server. Please try again later.'
        : 'Authentication failed: Token is missing in the response',
    ],
    expectDone: async (page) => expect(page.getByRole('banner').getByRole('link', { name: 'Account' })).toBeVisible(),
  },
  {
    name: 'payment',
    call: { method: 'POST', path: '/payments' },
    isSignedIn: true,
    fill: async (page, { placeOrder }) => {
      await page.goto(`/payment?orderId=${await placeOrder()}`);
      await fillPayment(page, 'UPI QR code');
      return { 'Mobile number': await page.getByLabel('Mobile number').inputValue() };
    },
    button: 'Pay Now',
    messages: () => ['Failed to process payment. Please try again later.'],
    expectDone: (page) => expect(page.getByRole('heading', { name: 'Scan QR Code to Complete Payment' })).toBeVisible(),
  },
  {
    name: 'order tracking',
    call: { method: 'GET', path: /^\/orders\/./ },
    isSignedIn: false,
    fill: async (page, { placeOrder, shopper }) => {
      await page.goto('/track-order');
      const values = { 'Order Number': await placeOrder(), 'Email or Phone': shopper.email };
      await fillFields(page, values);
      return values;
    },
    button: 'Track Order',
    messages: () => ['Failed to find order. Please check your information and try again.'],
    expectDone: (page) => expect(page.getByRole('main').getByRole('table')).toBeVisible(),
  },
];

test('a failed submit keeps what was typed in each form, and the next submit works once', async ({
  visit,
  storeApi,
}) => {
  const runCase = (form: Form, fault: string, answer: Answer) =>
    visit({ isSignedIn: form.isSignedIn }, async (current) => {
      const { page, token, product } = current;
      await shortenTimeLimits(page);
      const buying = { ...current, placeOrder: () => storeApi.placeOrder(token, product.id) };
      const api = await FaultyApi.start(page);
      const typed = await form.fill(page, buying);
      const submit = page.getByRole('main').getByRole('button', { name: form.button });

      api.fail(form.call, answer);
      await submit.click();
      for (const message of form.messages(fault)) {
        await expect(page.getByText(message, { exact: typeof message === 'string' }).first()).toBeVisible();
      }
      expect(api.count, 'the form was sent once').toBe(1);
      await expect(submit).toBeEnabled();
      await expectFields(page, typed);
      await expectSoundScreen(page);
      expect(Object.values(await readStoredCart(page))).toEqual([2]);

      api.end();
      await submit.click();
      await form.expectDone(page, buying);
      await expectSoundScreen(page);
    });
  const cases = spread(forms, Object.entries(callFaults), 4).map(
    ([form, [fault, answer]]): FaultCase => ({ fault, place: form.name, run: () => runCase(form, fault, answer) }),
  );
  await runCases('failures of forms', cases);
});
