import type { Page } from '@playwright/test';
import { addresses } from '../fixtures/addresses';
import { type FaultCase, groupPlaces, pickCases, runCases } from '../fixtures/faults/fault-cases';
import { expect, expectFields, fillFields, readStoredCart, test, typedAddress } from '../fixtures/faults/faults';
import { type Answer, type ApiCall, callFaults, FaultyApi } from '../fixtures/faults/faulty-api';
import { expectSoundScreen } from '../fixtures/faults/screen-check';
import { shortenTimeLimits } from '../fixtures/faults/time-lapse';
import { newShopper, type Shopper, type StoreApi } from '../fixtures/store-api';

/** What a case knows about its shopper. */
interface Visit {
  storeApi: StoreApi;
  shopper: Shopper;
  token: string;
  product: string;
}

/** A form whose submit fails. */
interface Form {
  name: string;
  call: ApiCall;
  isSignedIn: boolean;
  /** Opens the form and fills it. @returns Labels and typed values that must survive. */
  fill: (page: Page, visit: Visit) => Promise<Record<string, string>>;
  button: string;
  /** What the shopper reads after a failure. */
  messages: (fault: string) => (string | RegExp)[];
  expectDone: (page: Page, visit: Visit) => Promise<void>;
}

const noResponse = (fault: string) => /refuses|does not answer/.test(fault);
const status = (fault: string) => Number(/answers (\d+)/.exec(fault)?.[1] ?? 0);
/** The shop does not read the answer to a registration, so that its body cannot be wrong. Specification 7. */
const isFault = (form: string, fault: string) => form !== 'registration' || noResponse(fault) || status(fault) > 0;

const forms: readonly Form[] = [
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
    messages: (fault) => {
      if (noResponse(fault)) return ['No response from server. Please try again later.'];
      if (status(fault) === 429) return ['Too many attempts. Please wait a while and try again.'];
      if (status(fault) === 500) return ['boom'];
      if (status(fault) === 503) return ['Failed to login. Please check your credentials.'];
      if (/empty body|null/.test(fault)) return ['Authentication failed: Token is missing in the response'];
      return ['Error'];
    },
    expectDone: async (page) => expect(page.getByRole('banner').getByRole('link', { name: 'Account' })).toBeVisible(),
  },
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
    expectDone: async (page, { token }) => {
      await expect(page.getByRole('heading', { name: 'Complete Your Payment' })).toBeVisible();
      expect(await readStoredCart(page)).toEqual({});
      const response = await page.request.get(`${addresses.api}/orders`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(await response.json(), 'the shopper has one order').toHaveLength(1);
    },
  },
  {
    name: 'payment',
    call: { method: 'POST', path: '/payments' },
    isSignedIn: true,
    fill: async (page, { storeApi, token, product }) => {
      await page.goto(`/payment?orderId=${await storeApi.placeOrder(token, product)}`);
      await page.getByLabel('How would you like to pay?').selectOption('UPI QR code');
      await page.getByLabel('Mobile number').fill('9876543210');
      await page.getByLabel('I agree to the terms of sale').check();
      return { 'Mobile number': await page.getByLabel('Mobile number').inputValue() };
    },
    button: 'Pay Now',
    messages: (fault) => [
      /empty body|null/.test(fault)
        ? /Failed to process payment|Unknown error/
        : 'Failed to process payment. Please try again later.',
    ],
    expectDone: (page) => expect(page.getByRole('heading', { name: 'Scan QR Code to Complete Payment' })).toBeVisible(),
  },
  {
    name: 'order tracking',
    call: { method: 'GET', path: /^\/orders\/./ },
    isSignedIn: false,
    fill: async (page, { storeApi, shopper, token, product }) => {
      await page.goto('/track-order');
      const values = { 'Order Number': await storeApi.placeOrder(token, product), 'Email or Phone': shopper.email };
      await fillFields(page, values);
      return values;
    },
    button: 'Track Order',
    messages: () => ['Failed to find order. Please check your information and try again.'],
    expectDone: (page) => expect(page.getByRole('main').getByRole('table')).toBeVisible(),
  },
];

for (const group of groupPlaces(forms)) {
  const names = group.length === 1 ? group[0]?.name : 'any form';
  test(`a failed submit of ${names} keeps what was typed, and the next submit works once`, async ({
    browser,
    storeApi,
    context: _,
  }) => {
    const runCase = async (form: Form, fault: string, answer: Answer) => {
      const context = await browser.newContext({ baseURL: addresses.shop, serviceWorkers: 'block' });
      const uncaught: string[] = [];
      context.on('weberror', (event) => uncaught.push(String(event.error().stack)));
      try {
        const page = await context.newPage();
        await shortenTimeLimits(page);
        const shopper = await storeApi.registerShopper();
        const token = await storeApi.signIn(shopper);
        const { id, title, imgUrl, regularPrice, discountedPrice } = await storeApi.simpleProduct();
        const line = { id, name: title, image: imgUrl, price: discountedPrice ?? regularPrice, quantity: 2 };
        await page.addInitScript(
          ([cart, session]) => {
            if (sessionStorage.getItem('is-filled')) return;
            sessionStorage.setItem('is-filled', 'true');
            localStorage.setItem('cart', cart);
            if (session) localStorage.setItem('auth_token', session);
          },
          [JSON.stringify([line]), form.isSignedIn ? token : ''] as const,
        );
        const visit: Visit = { storeApi, shopper, token, product: id };
        const api = await FaultyApi.start(page);
        const typed = await form.fill(page, visit);
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
        await form.expectDone(page, visit);
        await expectSoundScreen(page);
        expect(uncaught).toEqual([]);
      } finally {
        await context.close();
      }
    };
    const cases = group.flatMap((form) =>
      Object.entries(callFaults)
        .filter(([fault]) => isFault(form.name, fault))
        .map(([fault, answer]): FaultCase => ({ fault, place: form.name, run: () => runCase(form, fault, answer) })),
    );
    await runCases('failures of forms', pickCases(cases));
  });
}
